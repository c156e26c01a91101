"""Waiting for the outside. Whoever makes calls in a process of its own lets few of them work at once (`workers.calls.slots`); a call
that waits for somebody else's answer does not work, and lets go of its hand meanwhile.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol


class Slot(Protocol):
    """What a call needs to work."""

    def let_go(self) -> None:
        """Others may work."""

    def take(self) -> None:
        """Wait until it may go on."""

    @property
    def waited(self) -> float:
        """Seconds for which it has waited for that."""


SLOT: Final[ContextVar[Slot | None]] = ContextVar("hand", default=None)
"""The hand of the call that is made in this thread; None where nobody counts."""


@contextmanager
def outside() -> Iterator[None]:
    """While the block runs, its call waits for somebody else."""
    hand = SLOT.get()
    if hand is None:
        yield
        return
    hand.let_go()
    try:
        yield
    finally:
        hand.take()


def waited() -> float:
    """Seconds that the call of this thread has waited for us: whoever is called has not taken them."""
    hand = SLOT.get()
    return 0.0 if hand is None else hand.waited
