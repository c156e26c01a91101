"""The backlog of a webhook: its tables wait while too many deliveries are pending, and a webhook too far behind is paused.

A pending delivery is a copy of a message, so their number is limited (`webhook_pending`). Beyond the limit no further events are read for
the webhook. Nothing is lost: the events are in the tables' logs, the webhook's cursors are stored, and so are its waiting tables. When
there is room, reading continues.
"""

from datetime import datetime, timedelta
from typing import Final

from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks.deliveries import LOST_AFTER
from workers.webhooks.reading import TableAppend
from workers.webhooks.registry import Webhook
from workers.webhooks.waiting import Waiting

CHECK_INTERVAL: Final = timedelta(seconds=60)
"""Between two checks of a backlog, unless a settled delivery causes an earlier one."""

CHECK_INTERVAL_BUSY: Final = timedelta(seconds=2)
"""The same while tables are resumed."""

MOST_TABLES_RESUMED: Final = 500
"""Tables that are resumed in one step."""

WAITING_TABLES, LOST_RECORDS = "lanes", "records"
"""What a call of the kind `backlog` looks after. The values are stored with the call."""


def waits(parts: DispatcherParts, webhook: Webhook, table: str) -> bool:
    """Whether the table waits already, and there is still no room."""
    if webhook.paused is not None or _room(parts, webhook.id) > 0 or not Waiting(parts.worker.client).has(webhook.id, table):
        return False
    _check_later(parts, webhook.id)  # the dispatcher that put it off may have died before it scheduled this
    return True


def may_go_on(parts: DispatcherParts, webhook: str, step: TableAppend) -> bool:
    """Whether an append may be delivered to the webhook now; otherwise its table waits. A paused webhook needs no room."""
    if _room(parts, webhook) > 0:
        return True
    registered = parts.webhooks.find(webhook)
    if registered is None or registered.paused is not None:
        return True
    Waiting(parts.worker.client).add(webhook, step.loaded.id, step.at)
    _check_later(parts, webhook)
    return False


def all_delivered(parts: DispatcherParts, webhook: str, table: str) -> None:
    """No event of the table waits any more."""
    Waiting(parts.worker.client).remove(webhook, table)


def cannot_read(parts: DispatcherParts, webhook: str, table: str) -> None:
    """The table is removed or damaged. Its pending deliveries are sent all the same."""
    all_delivered(parts, webhook, table)
    if parts.deliveries.pending(webhook):
        parts.schedule.request(Call("backlog", (webhook, LOST_RECORDS)), parts.now())


def settled_one(parts: DispatcherParts, webhook: str) -> None:
    """A delivery is settled: waiting tables may be resumed."""
    if Waiting(parts.worker.client).count(webhook):
        parts.schedule.request(Call("backlog", (webhook, WAITING_TABLES)), parts.now())


def late(parts: DispatcherParts, at: str) -> bool:
    """Whether an event of this time (UTC) is older than `webhook_behind` hours."""
    return datetime.fromisoformat(at) < parts.now() - timedelta(hours=parts.worker.limits.webhook_behind)


def run(parts: DispatcherParts, webhook: str, part: str) -> datetime | None:
    """Resume tables, or schedule deliveries that no call would send. Returns when to check again; None if nothing waits."""
    registered = parts.webhooks.find(webhook)
    if registered is None:
        parts.deliveries.delete(webhook)
        return None
    return _resume_tables(parts, registered) if part == WAITING_TABLES else _schedule_lost(parts, webhook)


def _resume_tables(parts: DispatcherParts, webhook: Webhook) -> datetime | None:
    """Schedule the subscriptions of waiting tables, as many as there is room for; pauses a webhook that is too far behind."""
    waiting = Waiting(parts.worker.client)
    since = waiting.since(webhook.id)
    if since is None:
        return None
    if webhook.paused is None and _is_too_far_behind(parts, webhook, since, waiting):
        parts.sender.pause(webhook, "behind")
        return parts.now()
    room = MOST_TABLES_RESUMED if webhook.paused is not None else min(MOST_TABLES_RESUMED, _room(parts, webhook.id))
    if room <= 0:
        return parts.now() + CHECK_INTERVAL
    parts.schedule.request_all([Call("lane", (webhook.id, table)) for table in waiting.longest(webhook.id, room)], parts.now())
    return parts.now() + CHECK_INTERVAL_BUSY


def _is_too_far_behind(parts: DispatcherParts, webhook: Webhook, since: str, waiting: Waiting) -> bool:
    """Whether the webhook is too far behind. Events that already waited when it was resumed or its types changed, or are skipped, do not
    count.
    """
    counts_from = max(webhook.resumed_at, webhook.skip_before, webhook.changed_at)
    return (since >= counts_from and late(parts, since)) or waiting.count(webhook.id, counts_from) > parts.worker.limits.webhook_waiting


def _schedule_lost(parts: DispatcherParts, webhook: str) -> datetime | None:
    """Schedule pending deliveries without a call: their dispatcher may have died, or their table cannot be read any more."""
    pending = parts.deliveries.tidied(webhook)
    lost = [one.id for one in pending if datetime.fromisoformat(one.next_at or one.created_at) < parts.now() - LOST_AFTER]
    parts.schedule.request_all([Call("retry", (webhook, delivery)) for delivery in lost], parts.now())
    fresh = len(lost) < len(pending) and any(not one.attempts for one in pending)
    return parts.now() + CHECK_INTERVAL if fresh or Waiting(parts.worker.client).count(webhook) else None


def _room(parts: DispatcherParts, webhook: str) -> int:
    """How many more deliveries of the webhook may become pending."""
    return parts.worker.limits.webhook_pending - parts.deliveries.pending(webhook)


def _check_later(parts: DispatcherParts, webhook: str) -> None:
    parts.schedule.request_all(
        [Call("backlog", (webhook, WAITING_TABLES)), Call("backlog", (webhook, LOST_RECORDS))], parts.now() + CHECK_INTERVAL
    )
