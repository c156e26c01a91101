"""When a message is sent again, and when a webhook is left alone. Docs for owners: docs/webhooks.md."""

from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from events.timestamps import stamp
from workers.webhooks.delivery import Attempt, Delivery, attempted

PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
"""Between an attempt that failed and the next one: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h (Standard Webhooks 1.0)."""

JITTER: Final = 0.1
"""By how much of itself a pause is longer at most, so that what has failed together does not come back together."""

LONGEST_DELIVERY: Final = timedelta(days=4)
"""From the first attempt to the last one, whatever an endpoint asks for in `Retry-After`: all attempts fit in without it."""

GONE: Final = 410
"""The status by which an endpoint says that it is never to be called again."""

PAUSED: Final = "paused"
"""The reason of an attempt that was not made because the webhook is paused."""

SKIPPED: Final = "skipped"
"""The reason of an attempt that was not made because what happened is too old for the webhook, or its owner wants it skipped."""

FAILING_AFTER, FAILING_FOR = 20, timedelta(minutes=5)
"""So many failed attempts in a row, the first of them so long ago, pause a webhook."""


def settled(delivery: Delivery, attempt: Attempt, wish: timedelta | None, chance: float) -> Delivery:
    """The delivery after an attempt. `wish`: how long its answer asked us to wait at least, in `Retry-After`; `chance`: from 0.0 to 1.0,
    for the jitter.
    """
    delivery = attempted(delivery, attempt)
    if attempt.reason is None:
        return replace(delivery, state="delivered", next_at=None)
    tried = delivery.tried - delivery.skipped
    if tried > len(PAUSES) or attempt.reason in {PAUSED, SKIPPED} or attempt.status == GONE:
        return replace(delivery, state="failed", next_at=None)
    pause = max(PAUSES[tried - 1] * (1 + JITTER * chance), wish or timedelta())
    next_at = datetime.fromisoformat(attempt.at) + timedelta(milliseconds=attempt.ms) + pause
    if next_at > datetime.fromisoformat(delivery.first.at) + LONGEST_DELIVERY:
        return replace(delivery, state="failed", next_at=None)
    return replace(delivery, state="pending", next_at=stamp(next_at))
