"""No pending delivery is dropped: a failing endpoint has a bounded number of copies; all other events stay in the tables' logs."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as with_

from events.errors import BrokenLog
from events.limits import Limits
from events.tables import keyed_orders
from events.timestamps import stamp
from tests.workers.dispatching import WEBHOOKS, Clock, create_table, make_due, play, webhook
from tests.workers.receiver import Receiver, Reply
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import backlog, subscription
from workers.webhooks.deliveries import MOST_DELIVERED
from workers.webhooks.delivery import Attempt, to_redeliver
from workers.webhooks.registry import Webhook
from workers.webhooks.registry import paused as paused_for
from workers.webhooks.retry import redeliver_missed
from workers.webhooks.waiting import Waiting

HOOK = "whk_1"
PENDING = 10


@pytest.fixture
def small(parts: DispatcherParts) -> DispatcherParts:
    """Parts with low limits: two waiting tables, and `PENDING` pending deliveries."""
    return replace(parts, worker=replace(parts.worker, limits=Limits(webhook_pending=PENDING, webhook_waiting=2)))


def tables(parts: DispatcherParts, count: int) -> list[str]:
    """New tables with events for the webhook."""
    created_table = [create_table(parts) for _ in range(count)]
    for table in created_table:
        parts.schedule.request(Call("lane", (HOOK, table)), parts.now())
    return created_table


def work(parts: DispatcherParts, clock: Clock, minutes: int = 1) -> None:
    """Make all calls that are due during this time."""
    for _ in range(minutes * 6):
        make_due(parts)
        clock.go_on(seconds=10)


def why(parts: DispatcherParts) -> str | None:
    known = parts.webhooks.find(HOOK)
    assert known is not None
    return None if known.paused is None else known.paused.reason


def waiting(parts: DispatcherParts) -> int:
    return Waiting(parts.worker.client).count(HOOK)


def test_a_message_that_waits_for_its_next_attempt_is_not_pushed_out_by_a_thousand_newer_ones(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "30"})
    subscription.run(parts, HOOK, create_table(parts))
    [asked] = parts.deliveries.list(HOOK, 10).deliveries
    receiver.answer = lambda _: Reply()
    good = (Attempt(at=stamp(clock()), status=204, reason=None, ms=1),)
    for number in range(MOST_DELIVERED + 5):
        parts.deliveries.add(HOOK, with_(asked, id=f"msg_{number}", state="delivered", attempts=good, next_at=None))

    assert parts.deliveries.find(HOOK, asked.id) == asked
    assert parts.deliveries.list(HOOK, 10, state="pending").deliveries == [asked]
    clock.go_on(seconds=31)
    make_due(parts)

    assert [sent.attempt for sent in receiver.sent if sent.id == asked.id] == [1, 2]
    assert parts.deliveries.list(HOOK, 10, state="pending").deliveries == []


def test_beyond_the_bound_no_event_is_read_and_when_there_is_room_all_is_told_in_order(
    small: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(small, receiver.url, "table.created", "seat.to-move")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "120"})
    one, *others = tables(small, 6)
    play(small, one)
    make_due(small)
    bound = small.deliveries.pending(HOOK)
    assert 10 <= bound <= 11, "an append is told whole or not at all"
    assert waiting(small) > 0

    make_due(small)
    assert len(receiver.sent) == bound
    receiver.answer = lambda _: Reply()
    work(small, clock, minutes=5)

    created = {message["data"]["table"] for message in receiver.messages() if message["type"] == "table.created"}
    assert created == {one, *others}
    first = [sent.message["data"]["version"] for sent in receiver.sent if sent.attempt == 1 and sent.message["data"]["table"] == one]
    assert first == sorted(first)
    assert small.deliveries.pending(HOOK) == waiting(small) == small.schedule.count() == 0
    assert {delivery.state for delivery in small.deliveries.list(HOOK, 100).deliveries} == {"delivered"}


def test_a_table_that_waits_is_told_of_though_whoever_put_it_off_died_at_once(
    small: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "120"})
    tables(small, 10)
    make_due(small)
    table = create_table(small)
    Waiting(small.worker.client).add(HOOK, table, stamp(clock()))

    assert subscription.run(small, HOOK, table) is None  # as after its lease has expired
    receiver.answer = lambda _: Reply()
    work(small, clock, minutes=4)

    assert table in {message["data"]["table"] for message in receiver.messages()}
    assert waiting(small) == small.schedule.count() == 0


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


@pytest.mark.parametrize("what", ["its types have changed", "it was asked for again"])
def test_a_pending_delivery_is_sent_whoever_died_and_whatever_has_changed(
    parts: DispatcherParts, receiver: Receiver, clock: Clock, what: str
) -> None:
    webhook(parts, receiver.url, "table.created")
    table = create_table(parts)

    def die(*_: Any, **__: Any) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        subscription.run(replace(parts, sender=with_dead_call(parts, die)), HOOK, table)
    [kept] = parts.deliveries.list(HOOK, 10, state="pending").deliveries
    if what == "it was asked for again":  # by a web process that died before it scheduled the delivery
        parts.deliveries.change(HOOK, kept.id, lambda delivery: to_redeliver(delivery, clock()))
    parts.webhooks.change(HOOK, lambda known: known.with_types(("table.finished",), stamp(clock())))
    subscription.run(parts, HOOK, table)
    assert receiver.sent == []

    clock.go_on(minutes=1)
    make_due(parts)

    assert [(sent.id, sent.attempt) for sent in receiver.sent] == [(kept.id, 1)]
    assert parts.deliveries.pending(HOOK) == parts.schedule.count() == 0


def test_what_a_paused_webhook_is_not_sent_needs_no_room(small: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "3600"})
    tables(small, 12)
    make_due(small)
    small.webhooks.change(HOOK, lambda known: with_(known, paused=paused_for(stamp(clock()), "owner")))

    tables(small, 3)
    work(small, clock, minutes=2)

    assert len(small.deliveries.list(HOOK, 100, state="failed").deliveries) == 5
    assert (waiting(small), why(small)) == (0, "owner")


@pytest.mark.parametrize("damaged", [False, True])
def test_what_was_kept_is_sent_although_its_table_is_gone_or_damaged(
    parts: DispatcherParts, receiver: Receiver, clock: Clock, damaged: bool
) -> None:
    webhook(parts, receiver.url, "table.created")
    table = create_table(parts)

    def die(*_: Any, **__: Any) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        subscription.run(replace(parts, sender=with_dead_call(parts, die)), HOOK, table)
    [kept] = parts.deliveries.list(HOOK, 10, state="pending").deliveries
    client: Any = parts.worker.client
    for key in client.scan_iter(f"rs:*{table}:*"):
        client.delete(key)
    if damaged:
        client.xadd(f"rs:{{{table[:3]}}}:{table}:log", {"x": "y"}, id="1-0")

    parts.schedule.request(Call("lane", (HOOK, table)), clock())
    make_due(parts, {**WEBHOOKS, "lane": forgiving})
    clock.go_on(minutes=2)
    for _ in range(2):
        make_due(parts)

    assert [(sent.id, sent.attempt) for sent in receiver.sent] == [(kept.id, 1)]
    assert parts.deliveries.pending(HOOK) == parts.schedule.count() == 0


def with_dead_call(parts: DispatcherParts, die: Any) -> Any:
    """A sender that dies before its first call."""
    return replace(parts.sender, outgoing=type("Dead", (), {"post": die})())


def forgiving(parts: DispatcherParts, hook: str, table: str) -> Any:
    """Make the call as a dispatcher does: a broken log is already reported where it was found."""
    try:
        return subscription.run(parts, hook, table)
    except BrokenLog:
        return None


def test_nothing_stays_of_a_webhook_that_was_removed_while_it_was_told_something(
    small: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503)
    tables(small, 12)
    make_due(small)
    [late, *_] = small.deliveries.list(HOOK, 1).deliveries
    small.webhooks.remove(HOOK)
    small.deliveries.delete(HOOK)

    small.deliveries.add(HOOK, with_(late, attempts=()))  # by a process that does not know of the removal yet
    work(small, clock, minutes=2)

    client: Any = small.worker.client
    assert [*client.scan_iter(f"rs:*:deliveries:{HOOK}*"), *client.scan_iter(f"rs:*:waiting:{HOOK}")] == []
    assert small.schedule.count() == 0


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
