"""A webhook that is too far behind is paused, and its owner chooses what it is told when it is resumed."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import msgspec
from msgspec.structs import replace as with_

from events.tables import keyed_orders
from events.timestamps import stamp
from tests.workers.dispatching import Clock, create_table, make_due, play, webhook
from tests.workers.receiver import Receiver, Reply
from tests.workers.webhooks.backlogs import HOOK, PENDING, tables, waiting, why, work
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import backlog, subscription
from workers.webhooks.registry import Webhook
from workers.webhooks.registry import paused as paused_for
from workers.webhooks.retry import redeliver_missed
from workers.webhooks.waiting import Waiting


def test_a_webhook_that_too_many_tables_wait_for_is_paused_and_says_so(small: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "3600"})
    begun = clock()
    tables(small, 13)
    make_due(small)
    assert (waiting(small), why(small)) == (3, None)

    work(small, clock, minutes=2)

    assert why(small) == "behind"
    assert waiting(small) == 0
    failed = small.deliveries.list(HOOK, 100, state="failed").deliveries
    assert [one.attempts[-1].reason for one in failed] == ["paused"] * 3, "what is given up is in the log, with its reason"
    small.webhooks.change(HOOK, lambda known: with_(known, paused=None))
    receiver.answer = lambda _: Reply()
    assert redeliver_missed(small.deliveries, small.schedule, HOOK, begun, clock(), PENDING) == (10, 3), "no more are pending than may be"
    make_due(small)
    assert redeliver_missed(small.deliveries, small.schedule, HOOK, begun, clock(), PENDING) == (3, 0)
    make_due(small)
    assert {one.state for one in small.deliveries.list(HOOK, 100).deliveries} == {"delivered"}


def test_a_webhook_that_is_told_of_what_happened_long_ago_is_paused(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created", "seat.to-move")
    table, other = create_table(parts), create_table(parts)
    subscription.run(parts, HOOK, table)
    told = len(receiver.sent)
    play(parts, table, 4)
    clock.go_on(hours=parts.worker.limits.webhook_behind, seconds=-1)
    subscription.run(parts, HOOK, other)
    assert why(parts) is None

    clock.go_on(seconds=2)
    subscription.run(parts, HOOK, table)

    assert why(parts) == "behind"
    assert len(receiver.sent) == told + 2, "those of the other table"
    assert parts.deliveries.list(HOOK, 1).deliveries[0].attempts[-1].reason == "paused"


def test_a_table_that_has_waited_too_long_pauses_its_webhook(small: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "86400"})
    tables(small, 11)
    make_due(small)
    assert waiting(small) == 1

    clock.go_on(hours=small.worker.limits.webhook_behind - 1)
    backlog.run(small, HOOK, backlog.WAITING_TABLES)
    assert why(small) is None
    clock.go_on(hours=2)
    backlog.run(small, HOOK, backlog.WAITING_TABLES)

    assert why(small) == "behind"


def test_a_table_that_waited_for_a_type_that_is_not_wanted_any_more_pauses_no_webhook(
    small: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "86400"})
    tables(small, 11)
    make_due(small)
    clock.go_on(hours=small.worker.limits.webhook_behind - 1)
    small.webhooks.change(HOOK, lambda known: known.with_types(("table.finished",), stamp(clock())))

    clock.go_on(hours=2)
    backlog.run(small, HOOK, backlog.WAITING_TABLES)

    assert why(small) is None
    clock.go_on(hours=small.worker.limits.webhook_behind)
    play(small, create_table(small))
    backlog.run(small, HOOK, backlog.WAITING_TABLES)
    assert why(small) is None


def test_what_is_not_to_be_told_makes_no_webhook_late_however_old_it_is(small: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.finished")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "86400"})
    long = create_table(small)
    clock.go_on(hours=small.worker.limits.webhook_behind + 4)
    for table in tables(small, PENDING):
        small.worker.handler.execute(keyed_orders.close(table))
    make_due(small)
    assert small.deliveries.pending(HOOK) == PENDING

    small.worker.handler.execute(keyed_orders.close(long))
    ended = stamp(clock())
    small.schedule.request(Call("lane", (HOOK, long)), small.now())
    work(small, clock, minutes=2)

    assert (why(small), Waiting(small.worker.client).since(HOOK)) == (None, ended)


def test_who_resumes_it_at_once_is_not_paused_again_for_what_waited_before(
    small: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "3600"})
    tables(small, 18)
    make_due(small)
    clock.go_on(seconds=61)
    backlog.run(small, HOOK, backlog.WAITING_TABLES)
    assert (why(small), waiting(small)) == ("behind", 8)

    resume(small, clock)
    receiver.answer = lambda _: Reply()
    redeliver_missed(small.deliveries, small.schedule, HOOK, clock.time - timedelta(hours=1), clock(), PENDING)
    work(small, clock, minutes=5)

    assert (why(small), waiting(small)) == (None, 0)
    assert len({message["data"]["table"] for message in receiver.messages()}) == 18


def test_what_nobody_has_read_before_it_is_resumed_is_sent_or_in_the_log_as_skipped_by_its_age(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(parts, receiver.url, "table.created", "seat.to-move")
    old, young = create_table(parts), create_table(parts)
    for each in (old, young):
        subscription.run(parts, HOOK, each)
    told = len(receiver.sent)
    play(parts, old, 4)
    clock.go_on(hours=parts.worker.limits.webhook_behind, seconds=1)
    play(parts, young, 4)
    parts.sender.pause(webhook_of(parts), "behind")
    resume(parts, clock)

    for each in (old, young):
        subscription.run(parts, HOOK, each)

    assert why(parts) is None
    assert {message["data"]["table"] for message in receiver.messages()[told:]} == {young}
    failed = parts.deliveries.list(HOOK, 100, state="failed").deliveries
    assert failed
    assert {(one.table, one.attempts[-1].reason) for one in failed} == {(old, "skipped")}
    play(parts, old, 12)  # more than one turn: the seat to move changes
    clock.go_on(hours=parts.worker.limits.webhook_behind, seconds=1)
    subscription.run(parts, HOOK, old)
    assert why(parts) == "behind", "what happened since counts"


def test_an_owner_skips_what_happened_before_a_time_without_any_pause(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created", "table.started")
    table = create_table(parts)
    clock.go_on(seconds=1)
    parts.webhooks.change(HOOK, lambda known: with_(known, skip_before=stamp(clock())))
    later = create_table(parts)

    for each in (table, later):
        subscription.run(parts, HOOK, each)

    assert [message["data"]["table"] for message in receiver.messages()] == [later, later]
    skipped = parts.deliveries.list(HOOK, 100, state="failed").deliveries
    assert [(one.table, one.attempts[-1].reason) for one in skipped] == [(table, "skipped")] * 2
    assert redeliver_missed(parts.deliveries, parts.schedule, HOOK, clock() - timedelta(hours=1), clock()) == (2, 0)
    make_due(parts)
    assert {one.state for one in parts.deliveries.list(HOOK, 100).deliveries} == {"delivered"}


def resume(parts: DispatcherParts, clock: Clock) -> None:
    """Resume the webhook as its owner does."""
    parts.webhooks.change(HOOK, lambda known: with_(known, paused=None, resumed_at=stamp(clock())))


def webhook_of(parts: DispatcherParts) -> Webhook:
    known = parts.webhooks.find(HOOK)
    assert known is not None
    return known


def test_an_endpoint_that_asks_for_a_day_each_time_is_tried_for_four_days(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "864000"})
    subscription.run(parts, HOOK, create_table(parts))
    begun = clock()

    for _ in range(24 * 12):
        clock.go_on(hours=1)
        make_due(parts)

    [delivery] = parts.deliveries.list(HOOK, 10).deliveries
    assert (delivery.state, delivery.attempts[-1].reason) == ("failed", "status")
    assert begun + timedelta(days=2) < begun + timedelta(hours=24 * (len(delivery.attempts) - 1)) <= begun + timedelta(days=4)
    assert parts.schedule.count() == 0


def test_older_builds_read_the_record_of_a_webhook_that_is_behind(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url)
    parts.webhooks.change(HOOK, lambda known: with_(known, paused=paused_for(stamp(clock()), "behind")))

    client: Any = parts.worker.client
    kept: Mapping[str, Any] = msgspec.json.decode(client.hget("rs:{service}:webhooks", HOOK))

    assert kept["paused"]["why"] in {"owner", "failing", "gone"}
    assert why(parts) == "behind"
