"""Reads an HTTP answer: its headers and a body of limited size."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from workers.outgoing.failures import TOO_LARGE, Unreadable

LONGEST_BODY: Final = 64 * 1024
"""Bytes."""


def headers_of(headers: Sequence[tuple[bytes, bytes]]) -> Mapping[str, str]:
    """The headers as text, by their names in lower case; repeated ones are joined by commas (RFC 9110, 5.2).

    Raises `Unreadable` for an encoded answer.
    """
    values: dict[str, str] = {}
    for name, value in headers:
        key, text = name.decode("ascii").lower(), value.decode("latin-1")
        values[key] = f"{values[key]}, {text}" if key in values else text
    if values.get("content-encoding", "identity").lower() != "identity":
        raise Unreadable("The answer is encoded although none was asked for.")
    return values


def limited(parts: Iterator[bytes]) -> Iterator[bytes]:
    """The parts of a body. Raises `Unreadable` beyond `LONGEST_BODY`."""
    size = 0
    for part in parts:
        size += len(part)
        if size > LONGEST_BODY:
            raise Unreadable(TOO_LARGE)
        yield part
