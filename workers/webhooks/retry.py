"""A message whose first attempt has failed, or that is to be sent again: attempts, until one is answered well or was the last."""

from datetime import datetime
from typing import NamedTuple

from events.limits import USUAL
from workers.calls.schedule import Call, Schedule
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import backlog
from workers.webhooks.deliveries import Deliveries, NoRoom
from workers.webhooks.delivery import Delivery, asked_again


class Redelivering(NamedTuple):
    """How many deliveries are sent again, and how many are not because too many are pending."""

    deliveries: int
    left: int


def run(parts: DispatcherParts, webhook: str, id: str) -> datetime | None:
    """Try once more, if it is time for that; when it is time again, None if never."""
    known, delivery = parts.webhooks.find(webhook), parts.deliveries.find(webhook, id)
    if known is None:
        parts.deliveries.forget(webhook)
        return None
    if delivery is None:
        return None
    if not delivery.is_pending or _is_early(delivery, parts.now()):
        return _when(delivery)
    sent = parts.sender.send(known, delivery)
    if sent is None or not sent.is_pending:
        backlog.settled_one(parts, webhook)
        return None
    return _when(sent)


def redeliver(
    deliveries: Deliveries, schedule: Schedule, webhook: str, id: str, now: datetime, most_pending: int = USUAL.webhook_pending
) -> Delivery | None:
    """Have a message sent again, whatever became of it: the same id and body. Answers the delivery; None if there is none.

    Raises `NoRoom` if `most_pending` others are pending already, and `StoreUnavailable`.
    """
    delivery = deliveries.change(webhook, id, lambda kept: asked_again(kept, now), most_pending)
    if delivery is not None:
        schedule.ask(Call("retry", (webhook, id)), now)
    return delivery


def redeliver_missed(
    deliveries: Deliveries, schedule: Schedule, webhook: str, since: datetime, now: datetime, most_pending: int = USUAL.webhook_pending
) -> Redelivering:
    """Have everything sent again that was new at `since` or later and was tried in vain, whether for good or not: what is pending, and of
    the rest the oldest for which there is room.

    Raises `StoreUnavailable`.
    """
    again = left = 0
    for delivery in deliveries.missed_since(webhook, since):
        try:
            again += redeliver(deliveries, schedule, webhook, delivery.id, now, most_pending) is not None
        except NoRoom:
            left += 1
    return Redelivering(again, left)


def _when(delivery: Delivery) -> datetime | None:
    return None if delivery.next_at is None else datetime.fromisoformat(delivery.next_at)


def _is_early(delivery: Delivery, now: datetime) -> bool:
    """A dispatcher that died after an attempt has not said when the next one is due."""
    due = _when(delivery)
    return due is not None and due > now
