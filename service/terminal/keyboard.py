"""Reads single key presses from the terminal, without Enter."""

import os
import select
import termios
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

_NAMES: Final[Mapping[str, tuple[bytes, ...]]] = {
    "left": (b"[D", b"OD"),
    "right": (b"[C", b"OC"),
    "home": (b"[H", b"OH", b"[1~", b"[7~"),
    "end": (b"[F", b"OF", b"[4~", b"[8~"),
}
_ESCAPE_SEQUENCES: Final = {rest: name for name, rests in _NAMES.items() for rest in rests}
_ESCAPE: Final = b"\x1b"
_SEQUENCE_TIMEOUT: Final = 0.05
"""Seconds in which the rest of a key of several bytes arrives."""


@contextmanager
def keys(terminal: int) -> Iterator[Iterator[str]]:
    """The keys pressed at a terminal (a file descriptor): a character, `left`, `right`, `home`, `end`, or "" for any other key.

    The iterator ends when the terminal closes. After the block, the terminal has its previous settings.
    """
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield _pressed(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _pressed(terminal: int) -> Iterator[str]:
    while byte := _read(terminal, 1):
        if byte != _ESCAPE:
            yield byte.decode("ascii", "ignore")
        else:
            ready, _, _ = select.select([terminal], [], [], _SEQUENCE_TIMEOUT)
            yield _ESCAPE_SEQUENCES.get(_rest(terminal), "") if ready else ""


def _rest(terminal: int) -> bytes:
    """The bytes after the escape character, up to the final byte of the sequence (ECMA-48). Later bytes may belong to the next key."""
    rest = _read(terminal, 1)
    if rest in {b"[", b"O"}:
        while byte := _read(terminal, 1):
            rest += byte
            if b"@" <= byte <= b"~":
                break
    return rest


def _read(terminal: int, count: int) -> bytes:
    try:
        return os.read(terminal, count)
    except OSError:  # the terminal was closed
        return b""
