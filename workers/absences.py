"""Notices when a process did not run: it was stopped, its machine was suspended, or other processes used all of the CPU.

Messages may have arrived during an absence, and no bot or webhook is blamed for time that this process did not have. The dispatcher reports
downtime from before the process started (`report_downtime`).
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from events.timestamps import now

log = logging.getLogger(__name__)

CLOCK_CHECK_INTERVAL: Final = 0.25
"""Seconds between two checks of the clock."""

SHORTEST_ABSENCE: Final = 1.5
"""A gap of at least so many seconds between two checks of the clock counts as an absence."""


def elapsed() -> float:
    """Seconds of a monotonic clock. On Linux it includes the time for which the machine is suspended."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Absences:
    """The absences of one process. Any thread may call it; the first that runs after an absence notices it.

    `clock` counts seconds; `now` returns the time of day.
    """

    def __init__(self, clock: Callable[[], float] = elapsed, now: Callable[[], datetime] = now) -> None:
        self._clock = clock
        self._now = now
        self._lock = threading.Lock()
        self._checked_at = clock()
        self._absent_seconds = 0.0
        self._last_return: datetime | None = None

    def watch(self, sleep: Callable[[float], None] = time.sleep) -> None:
        """Check the clock from now on, in a daemon thread."""

        def check_clock() -> None:
            while True:
                sleep(CLOCK_CHECK_INTERVAL)
                self.running_time()

        threading.Thread(target=check_clock, name="absences", daemon=True).start()

    def running_time(self) -> float:
        """Seconds of a clock that stops while the process is absent."""
        with self._lock:
            at = self._clock()
            step, self._checked_at = at - self._checked_at, at
            if step >= SHORTEST_ABSENCE:
                self._absent_seconds += step - CLOCK_CHECK_INTERVAL
                self._last_return = self._now()
                log.warning("this process did not run for %.1f s", step)
            return at - self._absent_seconds

    def report_downtime(self, last_return: datetime) -> None:
        """Report that no dispatcher ran until `last_return`. A time within `SHORTEST_ABSENCE` of the last one is the same
        absence, measured again.
        """
        with self._lock:
            if self._last_return is None or last_return > self._last_return + timedelta(seconds=SHORTEST_ABSENCE):
                self._last_return = last_return
                log.warning("no dispatcher ran until %s", last_return.isoformat())

    def was_absent_since(self, start: datetime) -> bool:
        """Whether the process was absent at any time since `start`."""
        self.running_time()
        return self._last_return is not None and self._last_return >= start
