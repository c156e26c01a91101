"""Retries and redeliveries: attempts after the first one, until one succeeds or was the last."""

from datetime import datetime
from typing import NamedTuple

from events.limits import DEFAULT_LIMITS
from workers.calls.schedule import Call, Schedule
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import backlog
from workers.webhooks.deliveries import Deliveries, NoRoom
from workers.webhooks.delivery import Delivery, to_redeliver


class Redelivering(NamedTuple):
    """How many deliveries are redelivered, and how many are not because too many are pending."""

    deliveries: int
    left: int


def run(parts: DispatcherParts, webhook: str, id: str) -> datetime | None:
    """Make one more attempt, if it is due. Returns when the next one is due; None if never."""
    registered, delivery = parts.webhooks.find(webhook), parts.deliveries.find(webhook, id)
    if registered is None:
        parts.deliveries.delete(webhook)
        return None
    if delivery is None:
        return None
    if not delivery.is_pending or _is_early(delivery, parts.now()):
        return _when(delivery)
    sent = parts.sender.send(registered, delivery)
    if sent is None or not sent.is_pending:
        backlog.settled_one(parts, webhook)
        return None
    return _when(sent)


def redeliver(
    deliveries: Deliveries, schedule: Schedule, webhook: str, id: str, now: datetime, most_pending: int = DEFAULT_LIMITS.webhook_pending
) -> Delivery | None:
    """Redeliver a message in any state, with the same id and body. Returns the delivery; None if there is none.

    Raises `NoRoom` if `most_pending` others are already pending, and `StoreUnavailable`.
    """
    delivery = deliveries.change(webhook, id, lambda stored: to_redeliver(stored, now), most_pending)
    if delivery is not None:
        schedule.request(Call("retry", (webhook, id)), now)
    return delivery


def redeliver_missed(
    deliveries: Deliveries,
    schedule: Schedule,
    webhook: str,
    since: datetime,
    now: datetime,
    most_pending: int = DEFAULT_LIMITS.webhook_pending,
) -> Redelivering:
    """Redeliver all messages created at `since` or later whose attempts have failed: pending ones, and of the failed ones the oldest for
    which there is room.

    Raises `StoreUnavailable`.
    """
    redelivered = left = 0
    for delivery in deliveries.missed_since(webhook, since):
        try:
            redelivered += redeliver(deliveries, schedule, webhook, delivery.id, now, most_pending) is not None
        except NoRoom:
            left += 1
    return Redelivering(redelivered, left)


def _when(delivery: Delivery) -> datetime | None:
    return None if delivery.next_at is None else datetime.fromisoformat(delivery.next_at)


def _is_early(delivery: Delivery, now: datetime) -> bool:
    """Whether the next attempt is not due yet: a dispatcher that died after an attempt has not scheduled it."""
    due = _when(delivery)
    return due is not None and due > now
