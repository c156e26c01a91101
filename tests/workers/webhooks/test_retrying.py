"""A failed message is sent again unchanged, by the documented schedule, until it gets a good answer or has used all attempts."""

from datetime import timedelta
from email.utils import format_datetime

import pytest
from msgspec.structs import replace
from standardwebhooks import Webhook as Verifier

from events.timestamps import stamp
from tests.operation.processes import free_port
from tests.workers.dispatching import SECRET, Clock, create_table, make_due, webhook
from tests.workers.receiver import Receiver, Reply
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks.delivery import Attempt, Delivery
from workers.webhooks.retry import redeliver, redeliver_missed
from workers.webhooks.retry_times import settled

HOOK = "whk_1"
HOURS = (0, 5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24)
"""The pauses between attempts, as in docs/webhooks.md."""

DELIVERY = Delivery(id="msg_1", type="x", table=None, version=None, created_at="2026-11-28T12:00:00.000Z", body="{}")


@pytest.fixture
def failing(parts: DispatcherParts, receiver: Receiver) -> Receiver:
    receiver.answer = lambda _: Reply(503)
    webhook(parts, receiver.url, "table.created")
    return receiver


def told(parts: DispatcherParts) -> Delivery:
    """The one delivery in the log after all due calls."""
    make_due(parts)
    [delivery] = parts.deliveries.list(HOOK, 10).deliveries
    return delivery


def begin(parts: DispatcherParts) -> Delivery:
    parts.schedule.request(Call("lane", (HOOK, create_table(parts))), parts.now())
    return told(parts)


def test_it_is_sent_ten_times_within_three_days_with_the_same_id_and_bytes(parts: DispatcherParts, failing: Receiver, clock: Clock) -> None:
    begin(parts)
    for number, hours in enumerate(HOURS[1:], 1):
        clock.go_on(hours=hours, seconds=-1)
        assert len(told(parts).attempts) == number
        clock.go_on(seconds=61)
        assert len(told(parts).attempts) == number + 1
    clock.go_on(days=3)
    delivery = told(parts)

    assert (delivery.state, delivery.next_at, len(delivery.attempts)) == ("failed", None, 10)
    assert {(attempt.status, attempt.reason) for attempt in delivery.attempts} == {(503, "status")}
    assert [sent.attempt for sent in failing.sent] == [*range(1, 11)]
    assert {(sent.id, sent.body) for sent in failing.sent} == {(delivery.id, delivery.body.encode())}
    assert parts.schedule.count() == 0


def test_each_attempt_is_signed_for_its_own_moment(parts: DispatcherParts, failing: Receiver, clock: Clock) -> None:
    begin(parts)
    first = failing.sent[0].headers["webhook-timestamp"]
    assert int(first) == int(clock().timestamp())

    clock.go_on(seconds=6)
    told(parts)

    again = failing.sent[1]
    assert int(again.headers["webhook-timestamp"]) == int(first) + 6
    assert Verifier(SECRET).verify(again.body, dict(again.headers)) == again.message


def test_an_answer_ends_it(parts: DispatcherParts, failing: Receiver, clock: Clock) -> None:
    begin(parts)
    failing.answer = lambda _: Reply(200)
    clock.go_on(seconds=6)
    delivery = told(parts)

    assert (delivery.state, delivery.next_at) == ("delivered", None)
    assert [(attempt.status, attempt.reason) for attempt in delivery.attempts] == [(503, "status"), (200, None)]
    assert parts.schedule.count() == 0


@pytest.mark.parametrize(
    ("status", "reason"),
    [(199 + 1, None), (299, None), (301, "status"), (302, "status"), (400, "status"), (429, "status"), (500, "status")],
)
def test_an_answer_is_good_if_its_status_is_2xx(parts: DispatcherParts, receiver: Receiver, status: int, reason: str | None) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(status, {"Location": receiver.url})

    [attempt] = begin(parts).attempts

    assert (attempt.status, attempt.reason) == (status, reason)
    assert len(receiver.sent) == 1


def test_no_answer_at_all_has_its_reason(parts: DispatcherParts) -> None:
    webhook(parts, f"http://127.0.0.1:{free_port()}/", "table.created")
    webhook(parts, "http://10.0.0.1/", "table.created", id="whk_inside")
    table = create_table(parts)
    for hook in (HOOK, "whk_inside"):
        parts.schedule.request(Call("lane", (hook, table)), parts.now())

    [unreachable] = told(parts).attempts
    [refused] = parts.deliveries.list("whk_inside", 1).deliveries[0].attempts

    assert (unreachable.status, unreachable.reason) == (None, "unreachable")
    assert (refused.status, refused.reason) == (None, "refused")


@pytest.mark.parametrize("date", [False, True])
def test_who_asks_to_be_left_alone_for_longer_is(parts: DispatcherParts, failing: Receiver, clock: Clock, date: bool) -> None:
    until = clock() + timedelta(seconds=120)
    failing.answer = lambda _: Reply(429, {"Retry-After": format_datetime(until, usegmt=True) if date else "120"})
    begin(parts)

    clock.go_on(seconds=118)
    assert len(told(parts).attempts) == 1
    clock.go_on(seconds=4)
    assert len(told(parts).attempts) == 2


def test_who_asks_for_ages_waits_a_day_and_who_asks_for_less_waits_as_written(
    parts: DispatcherParts, failing: Receiver, clock: Clock
) -> None:
    failing.answer = lambda _: Reply(503, {"Retry-After": "99999999" if len(failing.sent) == 1 else "0"})
    first = begin(parts)
    assert first.next_at is not None
    assert stamp(clock() + timedelta(hours=24)) <= first.next_at < stamp(clock() + timedelta(hours=24, seconds=5))

    clock.go_on(hours=24, seconds=5)
    second = told(parts)

    assert second.next_at is not None
    assert stamp(clock() + timedelta(minutes=5)) <= second.next_at < stamp(clock() + timedelta(minutes=5, seconds=5))


def test_who_asks_for_a_day_each_time_is_asked_no_more_after_four_days() -> None:
    delivery = DELIVERY

    while delivery.state == "pending":
        attempt = Attempt(at=delivery.next_at or delivery.created_at, status=503, reason="status", ms=250)
        delivery = settled(delivery, attempt, timedelta(days=1), 0.0)

    assert [attempt.at[:10] for attempt in delivery.attempts] == ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"]
    assert (delivery.state, delivery.next_at) == ("failed", None)


def test_what_fails_together_does_not_come_back_together() -> None:
    attempt = Attempt(at="2026-11-28T12:00:00.000Z", status=500, reason="status", ms=250)

    times = [settled(DELIVERY, attempt, None, chance).next_at for chance in (0.0, 0.5, 1.0)]

    assert times == ["2026-11-28T12:00:05.250Z", "2026-11-28T12:00:05.500Z", "2026-11-28T12:00:05.750Z"]


def test_a_retry_that_comes_too_early_waits_for_its_time(parts: DispatcherParts, failing: Receiver, clock: Clock) -> None:
    delivery = begin(parts)
    parts.schedule.request(Call("retry", (HOOK, delivery.id)), clock())  # as after a dispatcher that died before it stored the time

    assert len(told(parts).attempts) == 1
    clock.go_on(seconds=6)
    assert len(told(parts).attempts) == 2


def test_what_has_failed_or_was_delivered_is_sent_again_when_its_owner_wants_that(
    parts: DispatcherParts, failing: Receiver, clock: Clock
) -> None:
    delivery = begin(parts)
    failing.answer = lambda _: Reply()
    clock.go_on(seconds=6)
    assert told(parts).state == "delivered"

    failing.answer = lambda _: Reply(500)
    again = redeliver(parts.deliveries, parts.schedule, HOOK, delivery.id, clock())
    assert again is not None
    assert (again.state, again.next_at) == ("pending", stamp(clock()))
    assert len(told(parts).attempts) == 3
    clock.go_on(seconds=6)
    assert len(told(parts).attempts) == 4, "the schedule begins anew"

    assert {(sent.id, sent.body) for sent in failing.sent} == {(delivery.id, delivery.body.encode())}
    assert [sent.attempt for sent in failing.sent] == [1, 2, 3, 4]
    assert redeliver(parts.deliveries, parts.schedule, HOOK, "msg_unknown", clock()) is None


def test_all_that_failed_since_a_time_is_sent_again(parts: DispatcherParts, failing: Receiver, clock: Clock) -> None:
    failing.answer = lambda _: Reply(410)
    for _ in range(3):
        parts.schedule.request(Call("lane", (HOOK, create_table(parts))), clock())
        make_due(parts)
        clock.go_on(minutes=1)
    oldest = parts.deliveries.list(HOOK, 10).deliveries[-1]
    parts.webhooks.change(HOOK, lambda known: replace(known, paused=None))
    failing.answer = lambda _: Reply()
    failing.sent.clear()

    assert redeliver_missed(parts.deliveries, parts.schedule, HOOK, clock() - timedelta(minutes=2, seconds=30), clock()) == (2, 0)
    make_due(parts)

    states = {delivery.id: delivery.state for delivery in parts.deliveries.list(HOOK, 10).deliveries}
    assert states.pop(oldest.id) == "failed"
    assert set(states.values()) == {"delivered"}
    assert sorted(sent.id for sent in failing.sent) == sorted(states)


def test_nothing_is_retried_for_a_webhook_that_is_gone(parts: DispatcherParts, failing: Receiver, clock: Clock) -> None:
    begin(parts)
    parts.webhooks.remove(HOOK)
    parts.deliveries.delete(HOOK)

    clock.go_on(seconds=6)
    make_due(parts)

    assert len(failing.sent) == 1
    assert parts.schedule.count() == 0
    assert parts.deliveries.list(HOOK, 10).deliveries == []
