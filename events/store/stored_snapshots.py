"""The stored forms of a snapshot's body: as it is, and compressed from format level 2 on (ADR 72)."""

from typing import Final

from events.store.frames import FRAMES

COMPACT_FROM: Final = 2

_COMPACT: Final = bytes([COMPACT_FROM])


def write_body(body: bytes, level: int) -> bytes:
    """The body in the form of a format level."""
    return body if level < COMPACT_FROM else _COMPACT + FRAMES.compress(body)


def read_body(stored: bytes) -> bytes:
    """The body in any of its forms. A plain body may begin like a compressed one; but it is no frame, or its seal does not fit then."""
    body = FRAMES.decompress(stored[1:]) if stored.startswith(_COMPACT) else None
    return stored if body is None else body
