"""How the streams of a process read the logs of their tables: a few at a time, and one for all that have read as far."""

import threading
import time
from collections.abc import Callable
from typing import Final

from events.tables.lineage import LogPosition

MOST_LOG_READERS: Final = 4
"""Readers that may read the log at once. The readers of one table fall silent together, and each would open a connection to the store."""
KNOWN_FOR: Final = 10.0
"""Seconds for which the end of a log is known to all streams of the table once one has seen it: less than the shortest silence of a stream,
so that a table with a single stream is looked at after each."""


class LogAccess:
    """The semaphore to hold while reading a log, and the ends of logs that were seen lately."""

    def __init__(self, most: int = MOST_LOG_READERS, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds that never go back."""
        self._semaphore = threading.Semaphore(most)
        self._clock = clock
        self._seen: dict[str, tuple[LogPosition, float]] = {}

    def __enter__(self) -> None:
        self._semaphore.acquire()

    def __exit__(self, *_: object) -> None:
        self._semaphore.release()

    def note_end(self, table: str, end: LogPosition) -> None:
        """Note that the table's log ends at this position now."""
        self._seen[table] = (end, self._clock())

    def is_end(self, table: str, position: LogPosition) -> bool:
        """Whether the table's log was seen lately to end at this position."""
        end, since = self._seen.get(table, (None, 0.0))
        return end == position and self._clock() < since + KNOWN_FOR

    def forget(self, table: str) -> None:
        """Forget the end of a log that no stream follows any more."""
        self._seen.pop(table, None)

    def forget_all(self) -> None:
        """Forget the ends of all logs, which may have lost their newest events."""
        self._seen.clear()
