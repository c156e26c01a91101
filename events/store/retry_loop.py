"""Runs a step forever and survives store outages: pauses grow, few log lines, no restart."""

import logging
import time
from collections.abc import Callable
from typing import Final

from redis.exceptions import RedisError

from events.store.event_store import StoreUnavailable

log = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS: Final = 1.0
LONGEST_PAUSE_SECONDS: Final = 4.0
LOGGED_EVERY_SECONDS: Final = 30.0
"""Seconds between two log lines about the same outage."""

_POLL_SECONDS: Final = 0.1


def retry_forever(
    step: Callable[[], None],
    stopping: Callable[[], bool],
    *,
    ends: type[Exception] | tuple[type[Exception], ...] = (),
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Repeat `step` until `stopping()`. A failed step is repeated after a pause.

    Errors of the store and unexpected errors are logged; an error of a type in `ends` is raised.
    """
    absence = Absence()
    while not stopping():
        try:
            step()
            absence.over()
            continue
        except (StoreUnavailable, RedisError) as error:
            pause = absence.seen(error, monotonic())
        except ends:
            raise
        except Exception:
            pause = LONGEST_PAUSE_SECONDS
            log.exception("unexpected error; next attempt in %.0f s", pause)
        until = monotonic() + pause
        while monotonic() < until and not stopping():
            sleep(_POLL_SECONDS)


class Absence:
    """An outage of the store or the queue: the pause before the next attempt, and the log lines about it."""

    def __init__(self) -> None:
        self._part: str = StoreUnavailable.part
        self._pause = 0.0
        self._silent_until = float("-inf")

    def seen(self, error: Exception, now: float) -> float:
        """The pause until the next attempt, in seconds. Logs the outage at once, then every `LOGGED_EVERY_SECONDS` seconds."""
        self._part = error.part if isinstance(error, StoreUnavailable) else StoreUnavailable.part
        if not self._pause or now >= self._silent_until:
            log.warning("%s is not available; retrying until it is: %s", self._part, error)
            self._silent_until = now + LOGGED_EVERY_SECONDS
        self._pause = min(LONGEST_PAUSE_SECONDS, max(FIRST_PAUSE_SECONDS, self._pause * 2))
        return self._pause

    def over(self) -> None:
        """What was away is available."""
        if self._pause:
            log.info("%s is back", self._part)
        self._pause = 0.0
