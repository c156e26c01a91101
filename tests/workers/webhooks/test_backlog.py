"""Nothing pending is dropped: an endpoint that fails is owed a bounded number of copies, and for the rest the tables' logs."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace as with_

from events import orders
from events.errors import BrokenLog
from events.limits import Limits
from events.moments import stamp
from tests.workers.desks import WEBHOOKS, Clock, lay, make_due, play, webhook
from tests.workers.receiver import Receiver, Reply
from workers.dispatch.desk import Desk
from workers.dispatch.schedule import Call
from workers.webhooks import backlog, lane
from workers.webhooks.deliveries import MOST_DELIVERED
from workers.webhooks.delivery import Attempt, asked_again
from workers.webhooks.registry import Webhook
from workers.webhooks.registry import paused as paused_for
from workers.webhooks.retry import redeliver_missed
from workers.webhooks.waiting import Waiting

HOOK = "whk_1"
PENDING = 10


@pytest.fixture
def small(desk: Desk) -> Desk:
    """A desk where two tables may wait, and so few deliveries may be pending."""
    return replace(desk, tools=replace(desk.tools, limits=Limits(webhook_pending=PENDING, webhook_waiting=2)))


def tables(desk: Desk, count: int) -> list[str]:
    """Tables that a webhook is to be told of."""
    laid = [lay(desk) for _ in range(count)]
    for table in laid:
        desk.schedule.ask(Call("lane", (HOOK, table)), desk.now())
    return laid


def work(desk: Desk, clock: Clock, minutes: int = 1) -> None:
    """What dispatchers do in this time."""
    for _ in range(minutes * 6):
        make_due(desk)
        clock.go_on(seconds=10)


def why(desk: Desk) -> str | None:
    known = desk.webhooks.find(HOOK)
    assert known is not None
    return None if known.paused is None else known.paused.reason


def waiting(desk: Desk) -> int:
    return Waiting(desk.tools.client).count(HOOK)


def test_a_message_that_waits_for_its_next_attempt_is_not_pushed_out_by_a_thousand_newer_ones(
    desk: Desk, receiver: Receiver, clock: Clock
) -> None:
    webhook(desk, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "30"})
    lane.make(desk, HOOK, lay(desk))
    [asked] = desk.deliveries.list(HOOK, 10).deliveries
    receiver.answer = lambda _: Reply()
    good = (Attempt(at=stamp(clock()), status=204, reason=None, ms=1),)
    for number in range(MOST_DELIVERED + 5):
        desk.deliveries.add(HOOK, with_(asked, id=f"msg_{number}", state="delivered", attempts=good, next_at=None))

    assert desk.deliveries.find(HOOK, asked.id) == asked
    assert desk.deliveries.list(HOOK, 10, state="pending").deliveries == [asked]
    clock.go_on(seconds=31)
    make_due(desk)

    assert [sent.attempt for sent in receiver.sent if sent.id == asked.id] == [1, 2]
    assert desk.deliveries.list(HOOK, 10, state="pending").deliveries == []


def test_beyond_the_bound_no_event_is_read_and_when_there_is_room_all_is_told_in_order(
    small: Desk, receiver: Receiver, clock: Clock
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


def test_a_table_that_waits_is_told_of_though_whoever_put_it_off_died_at_once(small: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "120"})
    tables(small, 10)
    make_due(small)
    table = lay(small)
    Waiting(small.tools.client).add(HOOK, table, stamp(clock()))

    assert lane.make(small, HOOK, table) is None  # as when its lease was over
    receiver.answer = lambda _: Reply()
    work(small, clock, minutes=4)

    assert table in {message["data"]["table"] for message in receiver.messages()}
    assert waiting(small) == small.schedule.count() == 0


def test_a_webhook_that_too_many_tables_wait_for_is_paused_and_says_so(small: Desk, receiver: Receiver, clock: Clock) -> None:
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


def test_a_webhook_that_is_told_of_what_happened_long_ago_is_paused(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url, "table.created", "seat.to-move")
    table, other = lay(desk), lay(desk)
    lane.make(desk, HOOK, table)
    told = len(receiver.sent)
    play(desk, table, 4)
    clock.go_on(hours=desk.tools.limits.webhook_behind, seconds=-1)
    lane.make(desk, HOOK, other)
    assert why(desk) is None

    clock.go_on(seconds=2)
    lane.make(desk, HOOK, table)

    assert why(desk) == "behind"
    assert len(receiver.sent) == told + 2, "those of the other table"
    assert desk.deliveries.list(HOOK, 1).deliveries[0].attempts[-1].reason == "paused"


def test_a_table_that_has_waited_too_long_pauses_its_webhook(small: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "86400"})
    tables(small, 11)
    make_due(small)
    assert waiting(small) == 1

    clock.go_on(hours=small.tools.limits.webhook_behind - 1)
    backlog.make(small, HOOK, backlog.LANES)
    assert why(small) is None
    clock.go_on(hours=2)
    backlog.make(small, HOOK, backlog.LANES)

    assert why(small) == "behind"


def test_a_table_that_waited_for_a_type_that_is_not_wanted_any_more_pauses_no_webhook(
    small: Desk, receiver: Receiver, clock: Clock
) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "86400"})
    tables(small, 11)
    make_due(small)
    clock.go_on(hours=small.tools.limits.webhook_behind - 1)
    small.webhooks.change(HOOK, lambda known: known.telling(("table.finished",), stamp(clock())))

    clock.go_on(hours=2)
    backlog.make(small, HOOK, backlog.LANES)

    assert why(small) is None
    clock.go_on(hours=small.tools.limits.webhook_behind)
    play(small, lay(small))
    backlog.make(small, HOOK, backlog.LANES)
    assert why(small) is None


def test_what_is_not_to_be_told_makes_no_webhook_late_however_old_it_is(small: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.finished")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "86400"})
    long = lay(small)
    clock.go_on(hours=small.tools.limits.webhook_behind + 4)
    for table in tables(small, PENDING):
        small.tools.handler.execute(orders.close(table))
    make_due(small)
    assert small.deliveries.pending(HOOK) == PENDING

    small.tools.handler.execute(orders.close(long))
    ended = stamp(clock())
    small.schedule.ask(Call("lane", (HOOK, long)), small.now())
    work(small, clock, minutes=2)

    assert (why(small), Waiting(small.tools.client).since(HOOK)) == (None, ended)


def test_who_resumes_it_at_once_is_not_paused_again_for_what_waited_before(small: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "3600"})
    tables(small, 18)
    make_due(small)
    clock.go_on(seconds=61)
    backlog.make(small, HOOK, backlog.LANES)
    assert (why(small), waiting(small)) == ("behind", 8)

    resume(small, clock)
    receiver.answer = lambda _: Reply()
    redeliver_missed(small.deliveries, small.schedule, HOOK, clock.time - timedelta(hours=1), clock(), PENDING)
    work(small, clock, minutes=5)

    assert (why(small), waiting(small)) == (None, 0)
    assert len({message["data"]["table"] for message in receiver.messages()}) == 18


def test_what_nobody_has_read_before_it_is_resumed_is_sent_or_in_the_log_as_skipped_by_its_age(
    desk: Desk, receiver: Receiver, clock: Clock
) -> None:
    webhook(desk, receiver.url, "table.created", "seat.to-move")
    old, young = lay(desk), lay(desk)
    for each in (old, young):
        lane.make(desk, HOOK, each)
    told = len(receiver.sent)
    play(desk, old, 4)
    clock.go_on(hours=desk.tools.limits.webhook_behind, seconds=1)
    play(desk, young, 4)
    desk.sender.pause(webhook_of(desk), "behind")
    resume(desk, clock)

    for each in (old, young):
        lane.make(desk, HOOK, each)

    assert why(desk) is None
    assert {message["data"]["table"] for message in receiver.messages()[told:]} == {young}
    failed = desk.deliveries.list(HOOK, 100, state="failed").deliveries
    assert failed
    assert {(one.table, one.attempts[-1].reason) for one in failed} == {(old, "skipped")}
    play(desk, old, 4)
    clock.go_on(hours=desk.tools.limits.webhook_behind, seconds=1)
    lane.make(desk, HOOK, old)
    assert why(desk) == "behind", "what happened since counts"


def test_an_owner_skips_what_happened_before_a_time_without_any_pause(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url, "table.created", "table.started")
    table = lay(desk)
    clock.go_on(seconds=1)
    desk.webhooks.change(HOOK, lambda known: with_(known, skip_before=stamp(clock())))
    later = lay(desk)

    for each in (table, later):
        lane.make(desk, HOOK, each)

    assert [message["data"]["table"] for message in receiver.messages()] == [later, later]
    skipped = desk.deliveries.list(HOOK, 100, state="failed").deliveries
    assert [(one.table, one.attempts[-1].reason) for one in skipped] == [(table, "skipped")] * 2
    assert redeliver_missed(desk.deliveries, desk.schedule, HOOK, clock() - timedelta(hours=1), clock()) == (2, 0)
    make_due(desk)
    assert {one.state for one in desk.deliveries.list(HOOK, 100).deliveries} == {"delivered"}


def resume(desk: Desk, clock: Clock) -> None:
    """As its owner does."""
    desk.webhooks.change(HOOK, lambda known: with_(known, paused=None, resumed_at=stamp(clock())))


def webhook_of(desk: Desk) -> Webhook:
    known = desk.webhooks.find(HOOK)
    assert known is not None
    return known


@pytest.mark.parametrize("what", ["its types have changed", "it was asked for again"])
def test_a_pending_delivery_is_sent_whoever_died_and_whatever_has_changed(desk: Desk, receiver: Receiver, clock: Clock, what: str) -> None:
    webhook(desk, receiver.url, "table.created")
    table = lay(desk)

    def die(*_: Any, **__: Any) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lane.make(replace(desk, sender=with_dead_call(desk, die)), HOOK, table)
    [kept] = desk.deliveries.list(HOOK, 10, state="pending").deliveries
    if what == "it was asked for again":  # by a web process that died before it had said so to anybody
        desk.deliveries.change(HOOK, kept.id, lambda delivery: asked_again(delivery, clock()))
    desk.webhooks.change(HOOK, lambda known: known.telling(("table.finished",), stamp(clock())))
    lane.make(desk, HOOK, table)
    assert receiver.sent == []

    clock.go_on(minutes=1)
    make_due(desk)

    assert [(sent.id, sent.attempt) for sent in receiver.sent] == [(kept.id, 1)]
    assert desk.deliveries.pending(HOOK) == desk.schedule.count() == 0


def test_what_a_paused_webhook_is_not_sent_needs_no_room(small: Desk, receiver: Receiver, clock: Clock) -> None:
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
def test_what_was_kept_is_sent_although_its_table_is_gone_or_damaged(desk: Desk, receiver: Receiver, clock: Clock, damaged: bool) -> None:
    webhook(desk, receiver.url, "table.created")
    table = lay(desk)

    def die(*_: Any, **__: Any) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lane.make(replace(desk, sender=with_dead_call(desk, die)), HOOK, table)
    [kept] = desk.deliveries.list(HOOK, 10, state="pending").deliveries
    client: Any = desk.tools.client
    for key in client.scan_iter(f"rs:*{table}:*"):
        client.delete(key)
    if damaged:
        client.xadd(f"rs:{{{table[:3]}}}:{table}:log", {"x": "y"}, id="1-0")

    desk.schedule.ask(Call("lane", (HOOK, table)), clock())
    make_due(desk, {**WEBHOOKS, "lane": forgiving})
    clock.go_on(minutes=2)
    for _ in range(2):
        make_due(desk)

    assert [(sent.id, sent.attempt) for sent in receiver.sent] == [(kept.id, 1)]
    assert desk.deliveries.pending(HOOK) == desk.schedule.count() == 0


def with_dead_call(desk: Desk, die: Any) -> Any:
    """A sender that dies before it has called anybody."""
    return replace(desk.sender, outgoing=type("Dead", (), {"post": die})())


def forgiving(desk: Desk, hook: str, table: str) -> Any:
    """A lane as a dispatcher makes it: that the log is broken was said where it was found."""
    try:
        return lane.make(desk, hook, table)
    except BrokenLog:
        return None


def test_nothing_stays_of_a_webhook_that_was_removed_while_it_was_told_something(small: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(small, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503)
    tables(small, 12)
    make_due(small)
    [late, *_] = small.deliveries.list(HOOK, 1).deliveries
    small.webhooks.remove(HOOK)
    small.deliveries.forget(HOOK)

    small.deliveries.add(HOOK, with_(late, attempts=()))  # by a process that does not know yet
    work(small, clock, minutes=2)

    client: Any = small.tools.client
    assert [*client.scan_iter(f"rs:*:deliveries:{HOOK}*"), *client.scan_iter(f"rs:*:waiting:{HOOK}")] == []
    assert small.schedule.count() == 0


def test_an_endpoint_that_asks_for_a_day_each_time_is_tried_for_four_days(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(503, {"Retry-After": "864000"})
    lane.make(desk, HOOK, lay(desk))
    begun = clock()

    for _ in range(24 * 12):
        clock.go_on(hours=1)
        make_due(desk)

    [delivery] = desk.deliveries.list(HOOK, 10).deliveries
    assert (delivery.state, delivery.attempts[-1].reason) == ("failed", "status")
    assert begun + timedelta(days=2) < begun + timedelta(hours=24 * (len(delivery.attempts) - 1)) <= begun + timedelta(days=4)
    assert desk.schedule.count() == 0


def test_older_builds_read_the_record_of_a_webhook_that_is_behind(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url)
    desk.webhooks.change(HOOK, lambda known: with_(known, paused=paused_for(stamp(clock()), "behind")))

    client: Any = desk.tools.client
    kept: Mapping[str, Any] = msgspec.json.decode(client.hget("rs:{service}:webhooks", HOOK))

    assert kept["paused"]["why"] in {"owner", "failing", "gone"}
    assert why(desk) == "behind"
