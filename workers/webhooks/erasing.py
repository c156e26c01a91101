"""Takes erased names out of the delivery logs: settled messages, and pending ones before they are sent again."""

from typing import Any, Final

import msgspec
from redis import Redis

from events.names.erasing import Erases
from rules.table_events import SeatTaken
from rules.table_view import without_name
from workers.webhooks.deliveries import Deliveries
from workers.webhooks.delivery import Delivery
from workers.webhooks.kinds import TO_MOVE
from workers.webhooks.registry import Webhooks

DELIVERIES_PER_PAGE: Final = 100


def erase_deliveries(client: Redis, erases: Erases) -> int:
    """Erase names in the messages of all webhooks. Returns the number of messages that had one. Raises `StoreUnavailable`."""
    deliveries, changed = Deliveries(client), 0
    for webhook in Webhooks(client).all():
        cursor, done = None, False
        while not done:
            page = deliveries.list(webhook.id, DELIVERIES_PER_PAGE, cursor)
            named = [delivery for delivery in page.deliveries if _erased(delivery, erases) != delivery]
            for delivery in named:
                deliveries.change(webhook.id, delivery.id, lambda kept: _erased(kept, erases))
            changed, cursor, done = changed + len(named), page.next, page.next is None
    return changed


def _erased(delivery: Delivery, erases: Erases) -> Delivery:
    """The delivery without an erased name. Its message keeps its id."""
    if delivery.type not in {SeatTaken.type, TO_MOVE.type}:
        return delivery
    message: dict[str, Any] = msgspec.json.decode(delivery.body)
    data = message["data"]
    of_seat, named = (data, data) if delivery.type == TO_MOVE.type else (data["event"], data["event"]["data"])
    if named.get("name_erased") or not erases(named["name"] or "", message["timestamp"]):
        return delivery
    erased = without_name(of_seat["seat"], named)
    named.clear()
    named.update(erased)
    return msgspec.structs.replace(delivery, body=msgspec.json.encode(message).decode())
