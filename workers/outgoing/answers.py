"""What is taken of an answer."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from workers.outgoing.failures import TOO_LARGE, Unreadable

LONGEST_BODY: Final = 64 * 1024
"""Bytes."""


def headers_of(headers: Sequence[tuple[bytes, bytes]]) -> Mapping[str, str]:
    """The headers as text, repeated ones in one line (RFC 9110, 5.2)."""
    told: dict[str, str] = {}
    for name, value in headers:
        key, text = name.decode("ascii").lower(), value.decode("latin-1")
        told[key] = f"{told[key]}, {text}" if key in told else text
    if told.get("content-encoding", "identity").lower() != "identity":
        raise Unreadable("The answer is encoded although none was asked for.")
    return told


def limited(parts: Iterator[bytes]) -> Iterator[bytes]:
    size = 0
    for part in parts:
        size += len(part)
        if size > LONGEST_BODY:
            raise Unreadable(TOO_LARGE)
        yield part
