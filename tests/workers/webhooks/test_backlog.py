"""No pending delivery is dropped: a failing endpoint has a bounded number of copies; all other events stay in the tables' logs."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as with_

from events.errors import BrokenLog
from events.timestamps import stamp
from tests.workers.dispatching import WEBHOOKS, Clock, create_table, make_due, play, webhook
from tests.workers.receiver import Receiver, Reply
from tests.workers.webhooks.backlogs import HOOK, tables, waiting, why, work
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import subscription
from workers.webhooks.deliveries import MOST_DELIVERED
from workers.webhooks.delivery import Attempt, to_redeliver
from workers.webhooks.registry import paused as paused_for
from workers.webhooks.waiting import Waiting


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
