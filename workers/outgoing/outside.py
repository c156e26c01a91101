"""Releases the slot of a call while it waits for the outside. The dispatcher limits how many calls work at once (`workers.calls.slots`); a
call that waits for an answer does not work.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol


class HeldSlot(Protocol):
    """The slot of a call."""

    def let_go(self) -> None:
        """Release the slot for other calls."""

    def take(self) -> None:
        """Wait for the slot."""

    @property
    def waited(self) -> float:
        """Seconds for which the call has waited for the slot."""


SLOT: Final[ContextVar[HeldSlot | None]] = ContextVar("hand", default=None)
"""The slot of the call that this thread makes; None in processes without slots."""


@contextmanager
def outside() -> Iterator[None]:
    """While the block runs, its call waits for the outside."""
    slot = SLOT.get()
    if slot is None:
        yield
        return
    slot.let_go()
    try:
        yield
    finally:
        slot.take()


def waited() -> float:
    """Seconds for which the call of this thread has waited for its slot; they do not count as time of the called server."""
    slot = SLOT.get()
    return 0.0 if slot is None else slot.waited
