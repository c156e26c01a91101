"""Going on for ever, also while the store is away: with longer and longer pauses, few words and nothing to restart."""

import logging
import time
from collections.abc import Callable
from typing import Final

from redis.exceptions import RedisError

from events.store import StoreUnavailable

log = logging.getLogger(__name__)

FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 4.0
_BREATH: Final = 0.1


def go_on(
    step: Callable[[], None],
    stopping: Callable[[], bool],
    *,
    monotonic: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Take step after step until `stopping()`. One that fails is tried again after a pause."""
    pause = 0.0
    while not stopping():
        try:
            step()
            pause = 0.0
            continue
        except (StoreUnavailable, RedisError) as error:
            pause = min(LONGEST_PAUSE, max(FIRST_PAUSE, pause * 2))
            log.warning("the store is not available, next try in %.0f s: %s", pause, error)
        except Exception:
            pause = LONGEST_PAUSE
            log.exception("this should not happen; next try in %.0f s", pause)
        until = monotonic() + pause
        while monotonic() < until and not stopping():
            sleep(_BREATH)
