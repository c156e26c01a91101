"""The subscription of one webhook to one table: makes the first attempts, one after the other, in the order of events.

The feed only wakes a subscription; the table's log says which events to deliver, and in which order (ADR 9). A failed attempt is retried by
`workers.webhooks.retry` and does not delay later events.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from events.errors import BrokenLog, TableUnknown
from events.store.event_store import FeedEntry
from events.store.keys import is_table_id
from events.tables.opening import LoadedTable
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import backlog
from workers.webhooks.delivery import Delivery
from workers.webhooks.kinds import KINDS
from workers.webhooks.messages import messages
from workers.webhooks.reading import Cursors
from workers.webhooks.registry import Webhook

TIME_SLICE: Final = 0.5
"""Seconds for which a subscription runs before others get their turn: less than a quick call may take (`workers.calls.shares`)."""


def wanted_calls(parts: DispatcherParts, entry: FeedEntry) -> Iterator[Call]:
    """The subscriptions that an entry of the feed wakes."""
    if not is_table_id(entry.table):
        return  # a foreign entry
    types = {*entry.types, *(kind.type for kind in KINDS if kind.is_woken_by(entry))}
    for webhook in parts.webhooks.matching(entry.table, types):
        yield Call("lane", (webhook.id, entry.table))


def run(parts: DispatcherParts, webhook: str, table: str) -> datetime | None:
    """Deliver the table's events since the last delivery to the webhook, or some of them: then it runs again at once.

    Raises `BrokenLog`, `NewerLog`, `StoreUnavailable`.
    """
    registered = parts.webhooks.find(webhook)
    if registered is None:
        parts.deliveries.delete(webhook)
        return None
    if backlog.waits(parts, registered, table):
        return None
    try:
        return _deliver_new(parts, registered, parts.worker.tables.open(table))
    except TableUnknown:
        backlog.cannot_read(parts, webhook, table)
        return None
    except BrokenLog:
        backlog.cannot_read(parts, webhook, table)
        raise


def _deliver_new(parts: DispatcherParts, webhook: Webhook, loaded: LoadedTable) -> datetime | None:
    """The same for a table that exists. A webhook that has received its events before, and is now too far behind, is paused. Events from
    before a pause that are too old are skipped.
    """
    cursors, table = Cursors(parts.worker.client), loaded.id
    until = parts.worker.monotonic() + TIME_SLICE
    last = cursors.last(webhook.id, parts.worker.tables, loaded)
    after = cursors.beginning(webhook, parts.worker.tables, loaded) if last is None else last
    for step in parts.reader.steps(loaded, after):
        new_messages, late = [*messages(webhook, step, parts.now())], last is not None and backlog.late(parts, step.at)
        skipped = webhook.skips(step.at, late=late)
        if new_messages and late and not skipped and webhook.paused is None:
            parts.sender.pause(webhook, "behind")
        if new_messages and not skipped and not backlog.may_go_on(parts, webhook.id, step):  # a skipped event needs no room
            return None
        if not all(_deliver(parts, webhook.id, message, skipped=skipped) for message in new_messages):
            return None
        cursors.move(webhook.id, table, step.end)
        if parts.worker.monotonic() >= until:
            return parts.now()
    backlog.all_delivered(parts, webhook.id, table)
    return None


def _deliver(parts: DispatcherParts, webhook: str, message: Delivery, *, skipped: bool) -> bool:
    """Make the first attempt to deliver a message, and schedule a retry if it fails; a `skipped` message is only logged. False if the
    webhook is deleted.
    """
    registered = parts.webhooks.find(webhook)  # it may have been paused, or its secret rotated, by now
    if registered is None:
        parts.deliveries.delete(webhook)
        return False
    withheld = skipped or registered.paused is not None
    stored = parts.deliveries.add(webhook, parts.sender.withheld(message, skipped=skipped) if withheld else message)
    tried = stored if stored.attempts else parts.sender.send(registered, stored)
    if tried is not None and tried.next_at is not None:
        parts.schedule.request(Call("retry", (webhook, tried.id)), datetime.fromisoformat(tried.next_at))
    return True
