"""A process notices when it did not run: it was stopped, its machine was suspended, or others took all the time there was. What it waited
for meanwhile may have come, and time that it did not have is nobody else's fault. Of the time before it was started it is told.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from events.timestamps import now

log = logging.getLogger(__name__)

BEAT: Final = 0.25
"""Seconds between two looks at the clock."""

LONG: Final = 1.5
"""Seconds between two looks from which the process was away; less than that nobody is late for."""


def elapsed() -> float:
    """Seconds, also while the machine is suspended, where the system counts these (Linux)."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class Absences:
    """The absences of one process. Any thread may ask: whichever runs first after an absence notices it.

    `clock` counts seconds, `now` tells the time of day.
    """

    def __init__(self, clock: Callable[[], float] = elapsed, now: Callable[[], datetime] = now) -> None:
        self._clock = clock
        self._now = now
        self._lock = threading.Lock()
        self._looked = clock()
        self._away = 0.0
        self._back: datetime | None = None

    def watch(self, sleep: Callable[[float], None] = time.sleep) -> None:
        """Look at the clock from now on, in a thread that ends with the process."""

        def look() -> None:
            while True:
                sleep(BEAT)
                self.awake()

        threading.Thread(target=look, name="absences", daemon=True).start()

    def awake(self) -> float:
        """Seconds of a running clock that stands still while the process is away."""
        with self._lock:
            at = self._clock()
            step, self._looked = at - self._looked, at
            if step >= LONG:
                self._away += step - BEAT
                self._back = self._now()
                log.warning("this process did not run for %.1f s", step)
            return at - self._away

    def told(self, back: datetime) -> None:
        """No process of its kind ran until this moment; one that is `LONG` from the last is the same, measured again."""
        with self._lock:
            if self._back is None or back > self._back + timedelta(seconds=LONG):
                self._back = back
                log.warning("nobody did this process's work until %s", back.isoformat())

    def since(self, moment: datetime) -> bool:
        """Whether the process was away at any time since this one."""
        self.awake()
        return self._back is not None and self._back >= moment
