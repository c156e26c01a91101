"""Lets the orders of one process reach a table one after the other.

Seats that answer at the same time would all decide on the same version: one of them appends, and the others read the table again and
decide anew. In turn, each decides on what the one before it has left. This saves work, and nothing depends on it: the store refuses what
comes too late.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

LONGEST_WAIT: Final = 0.1
"""Seconds after which an order no longer waits for its turn. While a store does not answer, every order waits for the store alone."""


MOST_LOCKS: Final = 1000
"""The most tables whose locks are kept, those with the latest orders. Beyond that, orders at a table that loses its lock may meet."""


class InTurn:
    """The turns at all tables of a process."""

    def __init__(self, longest_wait: float = LONGEST_WAIT) -> None:
        self._longest_wait = longest_wait
        self._lock_of = lru_cache(MOST_LOCKS)(lambda _table: threading.RLock())

    @contextmanager
    def at(self, table: str) -> Iterator[None]:
        """Run the block while no other block runs at this table, unless one takes longer than the longest wait."""
        lock = self._lock_of(table)
        ours = lock.acquire(timeout=self._longest_wait)
        try:
            yield
        finally:
            if ours:
                lock.release()
