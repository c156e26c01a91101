"""The tables of values that a process of a service knows: those of the package, and those that workers have computed."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from rules.value_tables import ValueTable
from workers.jobs.queue_server import QueueUnavailable
from workers.values.kept import KeptTables
from workers.values.shipped import shipped

ASKED_AGAIN_AFTER: Final = 60.0
"""Seconds after which a process asks again for a table that is not there."""


class Library:
    """Finds a table by its name, and asks for one that is not there (`rules.value_tables.Library`)."""

    def __init__(self, kept: KeptTables, ask: Callable[[str], object], monotonic: Callable[[], float]) -> None:
        """`ask(name)` has the table computed; it may raise `QueueUnavailable`."""
        self._kept = kept
        self._ask = ask
        self._monotonic = monotonic
        self._found: dict[str, ValueTable] = {}
        self._asked: dict[str, float] = {}

    def __call__(self, name: str) -> ValueTable | None:
        """The table of this name; None as long as there is none. Raises `StoreUnavailable`."""
        table = self._found.get(name) or shipped(name) or self._kept.find(name)
        if table is not None:
            self._remember(name, table)
        elif self._monotonic() >= self._asked.get(name, -ASKED_AGAIN_AFTER) + ASKED_AGAIN_AFTER:
            self._asked[name] = self._monotonic()
            with suppress(QueueUnavailable):
                self._ask(name)
        return table

    def _remember(self, name: str, table: ValueTable) -> None:
        """Keep the table at hand, and the latest others."""
        self._found.pop(name, None)
        self._found[name] = table
        if len(self._found) > MOST_AT_HAND:
            del self._found[next(iter(self._found))]


MOST_AT_HAND: Final = 16
"""Tables that a process keeps in memory, of 0.4 MB each."""
