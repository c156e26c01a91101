"""Keys as they are pressed, without waiting for Enter."""

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
_LONG: Final = {rest: name for name, rests in _NAMES.items() for rest in rests}
_ESCAPE: Final = b"\x1b"
_AT_ONCE: Final = 0.05
"""Seconds within which the rest of a key of several bytes has come."""


@contextmanager
def keys(terminal: int) -> Iterator[Iterator[str]]:
    """The keys pressed at a terminal (a file descriptor): a sign, `left`, `right`, `home`, `end`, or empty for a key that has no name here.

    They end when the terminal does. Afterwards the terminal is as it was.
    """
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal)
        yield _pressed(terminal)
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _pressed(terminal: int) -> Iterator[str]:
    while sign := _read(terminal, 1):
        if sign != _ESCAPE:
            yield sign.decode("ascii", "ignore")
        else:
            ready, _, _ = select.select([terminal], [], [], _AT_ONCE)
            yield _LONG.get(_rest(terminal), "") if ready else ""


def _rest(terminal: int) -> bytes:
    """What follows on the escape sign, up to the byte that ends such a key (ECMA-48): the next key may have come already."""
    rest = _read(terminal, 1)
    if rest in {b"[", b"O"}:
        while sign := _read(terminal, 1):
            rest += sign
            if b"@" <= sign <= b"~":
                break
    return rest


def _read(terminal: int, count: int) -> bytes:
    try:
        return os.read(terminal, count)
    except OSError:  # the terminal has gone
        return b""
