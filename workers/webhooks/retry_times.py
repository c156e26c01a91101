"""When a message is sent again, and when it has failed for good. docs/webhooks.md describes it to owners."""

from datetime import datetime, timedelta
from typing import Final

from msgspec.structs import replace

from events.timestamps import stamp
from workers.webhooks.delivery import Attempt, Delivery, attempted

RETRY_PAUSES: Final = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
"""From a failed attempt to the next one: 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h (Standard Webhooks 1.0)."""

RETRY_JITTER: Final = 0.1
"""The share by which a pause is longer at most, so that messages that failed together are not retried together."""

LONGEST_DELIVERY: Final = timedelta(days=4)
"""From the first attempt to the last one, whatever `Retry-After` requests. Without `Retry-After` all attempts fit in."""

GONE: Final = 410
"""The status by which an endpoint says that it must never be called again."""

PAUSED: Final = "paused"
"""The reason of an attempt that was not made because the webhook is paused."""

SKIPPED: Final = "skipped"
"""The reason of an attempt that was not made because the event is too old for the webhook, or its owner skips it."""


def settled(delivery: Delivery, attempt: Attempt, requested_pause: timedelta | None, chance: float) -> Delivery:
    """The delivery after an attempt. `requested_pause`: the shortest pause that the answer requests with `Retry-After`. `chance`: 0.0 to
    1.0, for the jitter.
    """
    delivery = attempted(delivery, attempt)
    if attempt.reason is None:
        return replace(delivery, state="delivered", next_at=None)
    tried = delivery.tried - delivery.skipped
    if tried > len(RETRY_PAUSES) or attempt.reason in {PAUSED, SKIPPED} or attempt.status == GONE:
        return replace(delivery, state="failed", next_at=None)
    pause = max(RETRY_PAUSES[tried - 1] * (1 + RETRY_JITTER * chance), requested_pause or timedelta())
    next_at = datetime.fromisoformat(attempt.at) + timedelta(milliseconds=attempt.ms) + pause
    if next_at > datetime.fromisoformat(delivery.first.at) + LONGEST_DELIVERY:
        return replace(delivery, state="failed", next_at=None)
    return replace(delivery, state="pending", next_at=stamp(next_at))
