"""A webhook gets the events of a table once, complete and in order, from its creation on."""

from dataclasses import replace
from typing import Any

import pytest
from standardwebhooks import Webhook as Verifier

from events.access.api_keys import ApiKeys
from events.store.keys import PARTITIONS
from events.tables.lineage import START
from events.tables.presenting import present_event
from events.timestamps import stamp
from rules.table_view import view
from tests.workers.dispatching import SECRET, Clock, create_table, make_due, play, webhook
from tests.workers.receiver import Receiver, Reply, Sent
from workers.calls.schedule import Call
from workers.dispatcher.parts import DispatcherParts
from workers.webhooks import subscription
from workers.webhooks.deliveries import SETTLED_KEPT_FOR
from workers.webhooks.reading import EVENTS_AT_ONCE, Cursors

HOOK = "whk_1"


def versions(receiver: Receiver) -> list[int]:
    return [message["data"]["version"] for message in receiver.messages()]


def test_every_event_of_a_table_is_told_in_order_as_a_spectator_sees_it(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url)
    table = create_table(parts)
    play(parts, table, 3)

    assert subscription.run(parts, HOOK, table) is None

    loaded = parts.worker.tables.open(table)
    told = [message for message in receiver.messages() if message["type"] != "seat.to-move"]
    assert len(told) < len({sent.id for sent in receiver.sent}) == len(receiver.sent), "whose turn it is is told beside the events"
    assert [message["data"]["version"] for message in told] == [*range(1, loaded.table.version + 1)]
    for message, recorded_event in zip(
        told, parts.worker.tables.recorded_events(loaded.codec, table, 0, loaded.table.version), strict=True
    ):
        seen = present_event(loaded, recorded_event, None)
        assert message == {
            "type": seen["type"],
            "timestamp": stamp(clock()),
            "data": {"table": table, "game": "dicy-cards", "version": seen["version"], "event": message["data"]["event"]},
        }
        assert message["data"]["event"]["hash"] == seen["hash"]


def test_a_message_is_signed_so_that_its_receiver_can_believe_it(parts: DispatcherParts, receiver: Receiver) -> None:
    webhook(parts, receiver.url, "table.created")
    subscription.run(parts, HOOK, create_table(parts))

    [sent] = receiver.sent
    assert Verifier(SECRET).verify(sent.body, dict(sent.headers)) == sent.message
    assert sent.headers["content-type"] == "application/json"
    assert sent.attempt == 1


def test_your_turn_is_told_once_when_it_becomes_that_seats_turn(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "seat.to-move")
    table = create_table(parts, "Ada", "Grace")
    seats: list[dict[str, Any]] = []
    for _ in range(12):
        loaded = parts.worker.tables.open(table)
        shown = view(loaded.game, table, loaded.table, None)
        [owed] = shown["owed"]
        if not seats or seats[-1]["seat"] != owed["seat"]:
            told = {"table": table, "game": "dicy-cards", "version": loaded.table.version, "name": ("Ada", "Grace")[owed["seat"]], **owed}
            seats.append(told)
        clock.go_on(seconds=1)
        play(parts, table)
        subscription.run(parts, HOOK, table)

    messages = [message["data"] for message in receiver.messages()]
    assert messages[: len(seats)] == seats
    assert len(seats) > 2
    assert len({sent.id for sent in receiver.sent}) == len(messages)


def test_what_was_told_is_not_told_again(parts: DispatcherParts, receiver: Receiver) -> None:
    webhook(parts, receiver.url)
    table = create_table(parts)
    subscription.run(parts, HOOK, table)
    told = len(receiver.sent)

    subscription.run(parts, HOOK, table)
    assert len(receiver.sent) == told
    Cursors(parts.worker.client).move(HOOK, table, START)  # as if the dispatcher had died before it stored its position
    subscription.run(parts, HOOK, table)
    assert len(receiver.sent) == told

    play(parts, table)
    subscription.run(parts, HOOK, table)
    assert len(receiver.sent) > told
    assert versions(receiver) == sorted(versions(receiver))


def test_what_was_tried_by_a_dispatcher_that_died_is_tried_again_with_the_same_id_and_bytes(
    parts: DispatcherParts, receiver: Receiver
) -> None:
    webhook(parts, receiver.url, "table.created")
    table = create_table(parts)

    def die() -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        subscription.run(replace(parts, sender=replace(parts.sender, chance=die)), HOOK, table)
    subscription.run(parts, HOOK, table)

    first, second = receiver.sent
    assert (first.id, first.body, second.attempt) == (second.id, second.body, 1)


def test_nothing_is_told_that_happened_before_the_webhook_was_made(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    table = create_table(parts)
    while parts.worker.tables.open(table).table.version <= 2 * EVENTS_AT_ONCE:
        play(parts, table)
    before = parts.worker.tables.open(table).table.version
    clock.go_on(seconds=1)
    webhook(parts, receiver.url)

    subscription.run(parts, HOOK, table)
    assert receiver.sent == []
    play(parts, table)
    subscription.run(parts, HOOK, table)

    assert versions(receiver)[0] == before + 1


def test_a_webhook_that_has_long_heard_nothing_of_a_table_is_not_told_its_past(
    parts: DispatcherParts, receiver: Receiver, clock: Clock
) -> None:
    webhook(parts, receiver.url)
    table = create_table(parts)
    subscription.run(parts, HOOK, table)
    told = len(receiver.sent)
    clock.go_on(seconds=SETTLED_KEPT_FOR.total_seconds() + 1)
    parts.worker.client.delete(f"rs:{{service}}:told:{HOOK}:{table}", f"rs:{{service}}:deliveries:{HOOK}")

    play(parts, table)
    subscription.run(parts, HOOK, table)

    fresh = versions(receiver)[told:]
    assert fresh
    assert min(fresh) > max(versions(receiver)[:told])


def test_a_failed_first_attempt_is_overtaken_and_the_later_one_is_marked(parts: DispatcherParts, receiver: Receiver, clock: Clock) -> None:
    webhook(parts, receiver.url, "table.created", "table.started")
    table = create_table(parts)
    receiver.answer = lambda sent: Reply(500 if sent.message["type"] == "table.created" and sent.attempt == 1 else 204)

    parts.schedule.request(Call("lane", (HOOK, table)), clock())
    make_due(parts)
    clock.go_on(seconds=6)
    make_due(parts)

    assert [(sent.message["type"], sent.attempt) for sent in receiver.sent] == [
        ("table.created", 1),
        ("table.started", 1),
        ("table.created", 2),
    ]
    assert versions(receiver)[0] == versions(receiver)[2] == 1
    assert (receiver.sent[0].id, receiver.sent[0].body) == (receiver.sent[2].id, receiver.sent[2].body)


def test_only_what_is_wanted_wakes_a_lane(parts: DispatcherParts, receiver: Receiver) -> None:
    table = create_table(parts)
    webhook(parts, receiver.url, "table.finished", id="whk_end")
    webhook(parts, receiver.url, "seat.to-move", id="whk_turns")
    webhook(parts, receiver.url, id="whk_all")
    webhook(parts, receiver.url, id="whk_other", table=create_table(parts))
    webhook(parts, receiver.url, id="whk_this", table=table)
    feed = parts.worker.tables.store.follow(dict.fromkeys(PARTITIONS, "0-0"), 0)
    entry = next(entry for entry in feed if entry.table == table)

    assert [call.endpoint for call in subscription.wanted_calls(parts, entry)] == ["whk_turns", "whk_all", "whk_this"]
    assert {str(call) for call in subscription.wanted_calls(parts, entry._replace(calls=()))} == {
        f"lane:whk_all:{table}",
        f"lane:whk_this:{table}",
    }
    assert next(iter(subscription.wanted_calls(parts, entry._replace(calls=(), types=("table.finished",))))).endpoint == "whk_end"
    parts.webhooks.remove("whk_all")
    assert [call.endpoint for call in subscription.wanted_calls(parts, entry)] == ["whk_turns", "whk_this"]


def test_a_lane_gives_others_their_turn(parts: DispatcherParts, receiver: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subscription, "TIME_SLICE", 0.0)
    webhook(parts, receiver.url)
    table = create_table(parts)
    play(parts, table)

    assert subscription.run(parts, HOOK, table) == clock()
    first = len(receiver.sent)
    while subscription.run(parts, HOOK, table) is not None:
        pass

    assert 0 < first < len(receiver.sent)
    assert versions(receiver) == sorted(versions(receiver))


def test_what_is_gone_is_not_told(parts: DispatcherParts, receiver: Receiver) -> None:
    table = create_table(parts)
    assert subscription.run(parts, HOOK, table) is None

    webhook(parts, receiver.url)
    assert subscription.run(parts, HOOK, "p07-" + "0" * 26) is None
    assert subscription.run(parts, HOOK, "no table") is None

    def remove(_: Sent) -> Reply:
        parts.webhooks.remove(HOOK)
        parts.deliveries.delete(HOOK)
        return Reply()

    receiver.answer = remove
    assert subscription.run(parts, HOOK, table) is None

    assert len(receiver.sent) == 1
    assert parts.deliveries.list(HOOK, 10).deliveries == []


def test_a_webhook_of_a_revoked_key_is_told_no_more(parts: DispatcherParts, receiver: Receiver) -> None:
    owner = webhook(parts, receiver.url).owner
    table = create_table(parts)

    def revoke(_: Sent) -> Reply:
        ApiKeys(parts.worker.client).revoke(owner)
        return Reply(500)

    receiver.answer = revoke
    assert subscription.run(parts, HOOK, table) is None
    make_due(parts)

    assert len(receiver.sent) == 1
