"""An endpoint that is gone or fails repeatedly is paused, and the missed messages are in its owner's log."""

import dataclasses
import logging

import pytest
from msgspec.structs import replace

from events.timestamps import stamp
from tests.workers.dispatching import HERE, Clock, create_table, make_due, play, webhook
from tests.workers.receiver import Receiver, Reply, Sent
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.outgoing.client import Outgoing
from workers.webhooks import subscription
from workers.webhooks.delivery import MOST_ATTEMPTS_STORED
from workers.webhooks.pausing import FAILING_AFTER
from workers.webhooks.registry import WebhookPaused
from workers.webhooks.retry import redeliver, redeliver_missed

HOOK = "whk_1"


def paused(parts: DispatcherParts) -> WebhookPaused | None:
    known = parts.webhooks.find(HOOK)
    assert known is not None
    return known.paused


def tell(parts: DispatcherParts, times: int = 1) -> None:
    """First attempts, one message each."""
    for _ in range(times):
        subscription.run(parts, HOOK, create_table(parts))


def test_410_pauses_it_for_good(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(410)

    tell(parts, 3)

    assert paused(parts) == WebhookPaused(stamp(clock()), "gone")
    assert len(receiver.sent) == 1
    last, _, first = parts.deliveries.list(HOOK, 10).deliveries
    assert [(attempt.status, attempt.reason) for attempt in first.attempts] == [(410, "status")]
    assert [(attempt.status, attempt.reason) for attempt in last.attempts] == [(None, "paused")]
    assert {first.state, last.state} == {"failed"}
    assert parts.schedule.count() == 0


def test_many_failures_pause_it_only_when_they_go_on_for_minutes(
    parts: DispatcherParts, receiver: Receiver, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(500)
    tell(parts, FAILING_AFTER + 10)
    clock.go_on(minutes=4, seconds=59)
    tell(parts)
    assert paused(parts) is None

    clock.go_on(seconds=1)
    with caplog.at_level(logging.INFO, "workers.webhooks.sending"):
        tell(parts)

    assert paused(parts) == WebhookPaused(stamp(clock()), "failing")
    assert [record.message for record in caplog.records] == ["webhook whk_1 is paused: failing"]


def test_what_fails_while_the_dispatcher_did_not_run_is_not_held_against_it(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(500)
    away = Outgoing((HERE,), away_since=lambda _: True)
    parts = dataclasses.replace(parts, sender=dataclasses.replace(parts.sender, outgoing=away))
    tell(parts, FAILING_AFTER)
    clock.go_on(minutes=10)
    tell(parts, FAILING_AFTER)

    assert paused(parts) is None


def test_few_failures_do_not_pause_it_however_long_they_go_on(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(500)

    for _ in range(FAILING_AFTER - 1):
        tell(parts)
        clock.go_on(hours=1)

    assert paused(parts) is None


def test_one_good_answer_begins_a_new_row(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(500)
    tell(parts, FAILING_AFTER - 1)
    receiver.answer = lambda _: Reply(200)
    tell(parts)
    clock.go_on(minutes=6)
    receiver.answer = lambda _: Reply(500)
    tell(parts, FAILING_AFTER - 1)

    assert paused(parts) is None


def test_retries_that_come_due_while_it_is_paused_fail(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created")
    receiver.answer = lambda _: Reply(500)
    tell(parts)
    parts.webhooks.change(HOOK, lambda known: replace(known, paused=WebhookPaused(stamp(clock()), "owner")))

    clock.go_on(seconds=6)
    make_due(parts)

    [delivery] = parts.deliveries.list(HOOK, 10).deliveries
    assert (delivery.state, delivery.attempts[-1].reason) == ("failed", "paused")
    assert len(receiver.sent) == 1
    assert parts.schedule.count() == 0


def test_who_resumes_it_hears_of_what_comes_then_and_can_have_the_rest_sent_again(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(parts, receiver.url, "table.created", "table.started")
    parts.webhooks.change(HOOK, lambda known: replace(known, paused=WebhookPaused(stamp(clock()), "owner")))
    begun = clock()
    table = create_table(parts)
    parts.schedule.request(Call("lane", (HOOK, table)), clock())
    make_due(parts)
    assert receiver.sent == []

    parts.webhooks.change(HOOK, lambda known: replace(known, paused=None))
    play(parts, table)
    tell(parts)
    fresh = len(receiver.sent)
    assert fresh == 2
    assert redeliver_missed(parts.deliveries, parts.schedule, HOOK, begun, clock()) == (2, 0)
    make_due(parts)

    assert sorted((sent.message["type"], sent.attempt) for sent in receiver.sent[fresh:]) == [("table.created", 2), ("table.started", 2)]
    assert {delivery.state for delivery in parts.deliveries.list(HOOK, 10).deliveries} == {"delivered"}


def test_a_ping_is_sent_once_also_to_a_paused_one_and_its_failure_is_held_against_nobody(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    made = webhook(parts, receiver.url)
    made = parts.webhooks.change(HOOK, lambda known: replace(known, paused=WebhookPaused(stamp(clock()), "gone"))) or made
    receiver.answer = lambda _: Reply(410 if len(receiver.sent) == 1 else 200)

    failed = parts.sender.ping(made, "a")
    delivered = parts.sender.ping(made, "b")

    assert [sent.message for sent in receiver.sent] == [
        {"type": "webhook.ping", "timestamp": stamp(clock()), "data": {"webhook": HOOK}},
    ] * 2
    assert (failed.state, [attempt.status for attempt in failed.attempts], failed.next_at) == ("failed", [410], None)
    assert (delivered.state, [attempt.reason for attempt in delivered.attempts]) == ("delivered", [None])
    assert parts.sender.ping(made, "b") == delivered, "asked again because the answer was lost"
    assert len(receiver.sent) == 2
    assert {delivery.id for delivery in parts.deliveries.list(HOOK, 10).deliveries} == {failed.id, delivered.id}
    assert parts.schedule.count() == 0


def test_what_an_old_address_answers_is_not_held_against_the_new_one(parts: DispatcherParts, receiver: Receiver) -> None:
    webhook(parts, receiver.url, "table.created")

    def move(_: Sent) -> Reply:
        parts.webhooks.change(HOOK, lambda known: replace(known, url=f"{receiver.url}/new"))
        return Reply(410)

    receiver.answer = move
    tell(parts)

    assert paused(parts) is None


def test_of_many_attempts_the_newest_are_kept_and_all_are_counted(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    made = webhook(parts, receiver.url, "table.created")
    parts.webhooks.change(HOOK, lambda known: replace(known, paused=WebhookPaused(stamp(clock()), "owner")))
    tell(parts)
    [delivery] = parts.deliveries.list(HOOK, 10).deliveries
    for _ in range(MOST_ATTEMPTS_STORED):
        clock.go_on(seconds=1)
        redeliver(parts.deliveries, parts.schedule, HOOK, delivery.id, clock())
        make_due(parts)

    parts.webhooks.change(HOOK, lambda _: made)
    redeliver(parts.deliveries, parts.schedule, HOOK, delivery.id, clock())
    make_due(parts)

    [sent] = receiver.sent
    kept = parts.deliveries.find(HOOK, delivery.id)
    assert kept is not None
    assert sent.attempt == MOST_ATTEMPTS_STORED + 2
    assert (kept.state, kept.attempts[-1].status, len(kept.attempts)) == ("delivered", 204, MOST_ATTEMPTS_STORED)
