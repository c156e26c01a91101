"""What happens at one table, told to one webhook: first attempts, one after the other, in the order in which it happened.

The feed only wakes a lane; what there is to tell, and in which order, says the table's log (ADR 9). An attempt that fails is left to
`workers.webhooks.retry` and holds up nothing.
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
from workers.webhooks.messages import messages
from workers.webhooks.reading import Cursors
from workers.webhooks.registry import TO_MOVE, Webhook

SLICE: Final = 0.5
"""Seconds for which a lane goes on, before others get their turn: less than a quick call may take (`workers.calls.shares`)."""


def wanted_calls(parts: DispatcherParts, entry: FeedEntry) -> Iterator[Call]:
    """The lanes that an entry of the feed wakes."""
    if not is_table_id(entry.table):
        return  # no append has written that
    types = {*entry.types, *(TO_MOVE for call in entry.calls if call.startswith("turn."))}
    for webhook in parts.webhooks.matching(entry.table, types):
        yield Call("lane", (webhook.id, entry.table))


def run(parts: DispatcherParts, webhook: str, table: str) -> datetime | None:
    """Tell the webhook what has happened at the table since it was last told, or some of it: then it is called again at once. Raises
    `BrokenLog`, `NewerLog`, `StoreUnavailable`.
    """
    known = parts.webhooks.find(webhook)
    if known is None:
        parts.deliveries.forget(webhook)
        return None
    if backlog.waits(parts, known, table):
        return None
    try:
        return _go_on(parts, known, parts.tools.tables.open(table))
    except TableUnknown:
        backlog.cannot_read(parts, webhook, table)
        return None
    except BrokenLog:
        backlog.cannot_read(parts, webhook, table)
        raise


def _go_on(parts: DispatcherParts, webhook: Webhook, opened: LoadedTable) -> datetime | None:
    """The same for a table that is there. Who was told of it before, and is not told what happened then for days, is paused; after a pause
    that is skipped.
    """
    cursors, table = Cursors(parts.tools.client), opened.id
    until = parts.tools.monotonic() + SLICE
    last = cursors.last(webhook.id, parts.tools.tables, opened)
    after = cursors.beginning(webhook, parts.tools.tables, opened) if last is None else last
    for step in parts.reader.steps(opened, after):
        told, late = [*messages(webhook, step, parts.now())], last is not None and backlog.late(parts, step.at)
        skipped = webhook.skips(step.at, late=late)
        if told and late and not skipped and webhook.paused is None:
            parts.sender.pause(webhook, "behind")
        if told and not skipped and not backlog.may_go_on(parts, webhook.id, step):  # what is not told needs no room, and waits for nobody
            return None
        if not all(_tell(parts, webhook.id, message, skipped=skipped) for message in told):
            return None
        cursors.move(webhook.id, table, step.end)
        if parts.tools.monotonic() >= until:
            return parts.now()
    backlog.told(parts, webhook.id, table)
    return None


def _tell(parts: DispatcherParts, webhook: str, message: Delivery, *, skipped: bool) -> bool:
    """Try once to deliver a message that has not been tried yet, and have it retried if that fails; one that is `skipped` is written down.
    False if the webhook is gone.
    """
    known = parts.webhooks.find(webhook)  # it may have been paused, or given another secret, by now
    if known is None:
        parts.deliveries.forget(webhook)
        return False
    withheld = skipped or known.paused is not None
    kept = parts.deliveries.add(webhook, parts.sender.withheld(message, skipped=skipped) if withheld else message)
    tried = kept if kept.attempts else parts.sender.send(known, kept)
    if tried is not None and tried.next_at is not None:
        parts.schedule.ask(Call("retry", (webhook, tried.id)), datetime.fromisoformat(tried.next_at))
    return True
