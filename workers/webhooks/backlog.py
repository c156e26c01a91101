"""What a webhook is behind with: tables wait while too many of its deliveries are pending, and one that is too far behind is paused.

A pending delivery is a copy of a message, so there is a bound to them (`webhook_pending`). Beyond it no event is read for the webhook: what
happened is in the tables' logs, how far each was told is known, and which tables wait is kept. When there is room they are read on.
"""

from datetime import datetime, timedelta
from typing import Final

from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks.deliveries import LOST
from workers.webhooks.reading import AppendOfTable
from workers.webhooks.registry import Webhook
from workers.webhooks.waiting import Waiting

LOOK: Final = timedelta(seconds=60)
"""Between two looks at what waits, should nothing that is settled cause one before."""

SOON: Final = timedelta(seconds=2)
"""The same while tables go on."""

AT_ONCE: Final = 500
"""Tables that go on at the same time, at most."""

LANES, RECORDS = "lanes", "records"


def waits(parts: DispatcherParts, webhook: Webhook, table: str) -> bool:
    """Whether the table is put off already, and there is still no room."""
    if webhook.paused is not None or _room(parts, webhook.id) > 0 or not Waiting(parts.tools.client).has(webhook.id, table):
        return False
    _look_later(parts, webhook.id)  # whoever has put it off may have died before it asked for that
    return True


def may_go_on(parts: DispatcherParts, webhook: str, step: AppendOfTable) -> bool:
    """Whether the webhook may be told of an append now; else its table is put off. What a paused one is not sent needs no room."""
    if _room(parts, webhook) > 0:
        return True
    known = parts.webhooks.find(webhook)
    if known is None or known.paused is not None:
        return True
    Waiting(parts.tools.client).add(webhook, step.opened.id, step.at)
    _look_later(parts, webhook)
    return False


def told(parts: DispatcherParts, webhook: str, table: str) -> None:
    """Nothing of the table waits any more."""
    Waiting(parts.tools.client).remove(webhook, table)


def cannot_read(parts: DispatcherParts, webhook: str, table: str) -> None:
    """The table is gone or damaged. What of its deliveries is pending does not depend on that."""
    told(parts, webhook, table)
    if parts.deliveries.pending(webhook):
        parts.schedule.ask(Call("backlog", (webhook, RECORDS)), parts.now())


def settled_one(parts: DispatcherParts, webhook: str) -> None:
    """A delivery is settled: tables that wait may go on."""
    if Waiting(parts.tools.client).count(webhook):
        parts.schedule.ask(Call("backlog", (webhook, LANES)), parts.now())


def late(parts: DispatcherParts, moment: str) -> bool:
    """Whether what happened then should have been told long ago."""
    return datetime.fromisoformat(moment) < parts.now() - timedelta(hours=parts.tools.limits.webhook_behind)


def run(parts: DispatcherParts, webhook: str, what: str) -> datetime | None:
    """Let tables go on, or have deliveries sent that nobody would send; when to look again, None if nothing waits."""
    known = parts.webhooks.find(webhook)
    if known is None:
        parts.deliveries.forget(webhook)
        return None
    return _lanes(parts, known) if what == LANES else _records(parts, webhook)


def _lanes(parts: DispatcherParts, webhook: Webhook) -> datetime | None:
    waiting = Waiting(parts.tools.client)
    since = waiting.since(webhook.id)
    if since is None:
        return None
    if webhook.paused is None and _too_far(parts, webhook, since, waiting):
        parts.sender.pause(webhook, "behind")
        return parts.now()
    room = AT_ONCE if webhook.paused is not None else min(AT_ONCE, _room(parts, webhook.id))
    if room <= 0:
        return parts.now() + LOOK
    parts.schedule.ask_all([Call("lane", (webhook.id, table)) for table in waiting.longest(webhook.id, room)], parts.now())
    return parts.now() + SOON


def _too_far(parts: DispatcherParts, webhook: Webhook, since: str, waiting: Waiting) -> bool:
    """Whether the webhook is too far behind. What waited already when it was resumed or its types changed, or is to be skipped, does not
    count: a lane will say what is still to be told of it.
    """
    counts_from = max(webhook.resumed_at, webhook.skip_before, webhook.changed_at)
    return (since >= counts_from and late(parts, since)) or waiting.count(webhook.id, counts_from) > parts.tools.limits.webhook_waiting


def _records(parts: DispatcherParts, webhook: str) -> datetime | None:
    """Whoever was to send a delivery may have died, or cannot read its table any more. It is sent all the same."""
    pending = parts.deliveries.tidied(webhook)
    lost = [one.id for one in pending if datetime.fromisoformat(one.next_at or one.created_at) < parts.now() - LOST]
    parts.schedule.ask_all([Call("retry", (webhook, delivery)) for delivery in lost], parts.now())
    fresh = len(lost) < len(pending) and any(not one.attempts for one in pending)
    return parts.now() + LOOK if fresh or Waiting(parts.tools.client).count(webhook) else None


def _room(parts: DispatcherParts, webhook: str) -> int:
    """How many more deliveries of the webhook may be pending."""
    return parts.tools.limits.webhook_pending - parts.deliveries.pending(webhook)


def _look_later(parts: DispatcherParts, webhook: str) -> None:
    parts.schedule.ask_all([Call("backlog", (webhook, LANES)), Call("backlog", (webhook, RECORDS))], parts.now() + LOOK)
