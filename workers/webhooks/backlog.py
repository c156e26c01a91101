"""What a webhook is behind with: tables wait while too many of its deliveries are pending, and one that is too far behind is paused.

A pending delivery is a copy of a message, so there is a bound to them (`webhook_pending`). Beyond it no event is read for the webhook: what
happened is in the tables' logs, how far each was told is known, and which tables wait is kept. When there is room they are read on.
"""

from datetime import datetime, timedelta
from typing import Final

from workers.dispatch.desk import Desk
from workers.dispatch.schedule import Call
from workers.webhooks.deliveries import LOST
from workers.webhooks.reading import Step
from workers.webhooks.registry import Webhook
from workers.webhooks.waiting import Waiting

LOOK: Final = timedelta(seconds=60)
"""Between two looks at what waits, should nothing that is settled cause one before."""

SOON: Final = timedelta(seconds=2)
"""The same while tables go on."""

AT_ONCE: Final = 500
"""Tables that go on at the same time, at most."""

LANES, RECORDS = "lanes", "records"


def waits(desk: Desk, webhook: Webhook, table: str) -> bool:
    """Whether the table is put off already, and there is still no room."""
    if webhook.paused is not None or _room(desk, webhook.id) > 0 or not Waiting(desk.tools.client).has(webhook.id, table):
        return False
    _look_later(desk, webhook.id)  # whoever has put it off may have died before it asked for that
    return True


def may_go_on(desk: Desk, webhook: str, step: Step) -> bool:
    """Whether the webhook may be told of an append now; else its table is put off. What a paused one is not sent needs no room."""
    if _room(desk, webhook) > 0:
        return True
    known = desk.webhooks.find(webhook)
    if known is None or known.paused is not None:
        return True
    Waiting(desk.tools.client).add(webhook, step.opened.id, step.at)
    _look_later(desk, webhook)
    return False


def told(desk: Desk, webhook: str, table: str) -> None:
    """Nothing of the table waits any more."""
    Waiting(desk.tools.client).remove(webhook, table)


def cannot_read(desk: Desk, webhook: str, table: str) -> None:
    """The table is gone or damaged. What of its deliveries is pending does not depend on that."""
    told(desk, webhook, table)
    if desk.deliveries.pending(webhook):
        desk.schedule.ask(Call("backlog", (webhook, RECORDS)), desk.now())


def settled_one(desk: Desk, webhook: str) -> None:
    """A delivery is settled: tables that wait may go on."""
    if Waiting(desk.tools.client).count(webhook):
        desk.schedule.ask(Call("backlog", (webhook, LANES)), desk.now())


def late(desk: Desk, moment: str) -> bool:
    """Whether what happened then should have been told long ago."""
    return datetime.fromisoformat(moment) < desk.now() - timedelta(hours=desk.tools.limits.webhook_behind)


def make(desk: Desk, webhook: str, what: str) -> datetime | None:
    """Let tables go on, or have deliveries sent that nobody would send; when to look again, None if nothing waits."""
    known = desk.webhooks.find(webhook)
    if known is None:
        desk.deliveries.forget(webhook)
        return None
    return _lanes(desk, known) if what == LANES else _records(desk, webhook)


def _lanes(desk: Desk, webhook: Webhook) -> datetime | None:
    waiting = Waiting(desk.tools.client)
    since = waiting.since(webhook.id)
    if since is None:
        return None
    if webhook.paused is None and _too_far(desk, webhook, since, waiting):
        desk.sender.pause(webhook, "behind")
        return desk.now()
    room = AT_ONCE if webhook.paused is not None else min(AT_ONCE, _room(desk, webhook.id))
    if room <= 0:
        return desk.now() + LOOK
    desk.schedule.ask_all([Call("lane", (webhook.id, table)) for table in waiting.longest(webhook.id, room)], desk.now())
    return desk.now() + SOON


def _too_far(desk: Desk, webhook: Webhook, since: str, waiting: Waiting) -> bool:
    """Whether the webhook is too far behind. What waited already when it was resumed or its types changed, or is to be skipped, does not
    count: a lane will say what is still to be told of it.
    """
    counts_from = max(webhook.resumed_at, webhook.skip_before, webhook.changed_at)
    return (since >= counts_from and late(desk, since)) or waiting.count(webhook.id, counts_from) > desk.tools.limits.webhook_waiting


def _records(desk: Desk, webhook: str) -> datetime | None:
    """Whoever was to send a delivery may have died, or cannot read its table any more. It is sent all the same."""
    pending = desk.deliveries.tidied(webhook)
    lost = [one.id for one in pending if datetime.fromisoformat(one.next_at or one.created_at) < desk.now() - LOST]
    desk.schedule.ask_all([Call("retry", (webhook, delivery)) for delivery in lost], desk.now())
    fresh = len(lost) < len(pending) and any(not one.attempts for one in pending)
    return desk.now() + LOOK if fresh or Waiting(desk.tools.client).count(webhook) else None


def _room(desk: Desk, webhook: str) -> int:
    """How many more deliveries of the webhook may be pending."""
    return desk.tools.limits.webhook_pending - desk.deliveries.pending(webhook)


def _look_later(desk: Desk, webhook: str) -> None:
    desk.schedule.ask_all([Call("backlog", (webhook, LANES)), Call("backlog", (webhook, RECORDS))], desk.now() + LOOK)
