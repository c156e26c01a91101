"""Going on for ever, also while the store is away: with longer and longer pauses, few words and nothing to restart."""

import logging
import time
from collections.abc import Callable
from typing import Final

from redis.exceptions import RedisError

from events.store.event_store import StoreUnavailable

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 4.0
SAID_EVERY: Final = 30.0
"""Seconds between two lines about one absence of the store."""

_BREATH: Final = 0.1


def retry_forever(
    step: Callable[[], None],
    stopping: Callable[[], bool],
    *,
    ends: type[Exception] | tuple[type[Exception], ...] = (),
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Take step after step until `stopping()`. One that fails is tried again after a pause.

    Of what else than the store's absence fails a step, `ends` is raised.
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
            pause = LONGEST_PAUSE
            log.exception("this should not happen; next try in %.0f s", pause)
        until = monotonic() + pause
        while monotonic() < until and not stopping():
            sleep(_BREATH)


class Absence:
    """The store's: how long to wait for it, and what is said meanwhile."""

    def __init__(self) -> None:
        self._pause = 0.0
        self._silent_until = float("-inf")

    def seen(self, error: Exception, now: float) -> float:
        """The pause until the next try. Said at once, and then seldom."""
        if not self._pause or now >= self._silent_until:
            log.warning("the store is not available; it is tried again until it is: %s", error)
            self._silent_until = now + SAID_EVERY
        self._pause = min(LONGEST_PAUSE, max(FIRST_PAUSE, self._pause * 2))
        return self._pause

    def over(self) -> None:
        """The store is there, again or still."""
        if self._pause:
            log.info("the store is back")
        self._pause = 0.0
