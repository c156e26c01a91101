"""What happens at a table is told once, whole and in order, from the moment at which the webhook was made."""

from dataclasses import replace
from typing import Any

import pytest
from standardwebhooks import Webhook as Verifier

from events.access import ApiKeys
from events.keys import PARTITIONS
from events.lineage import START
from events.moments import stamp
from events.telling import tell_event
from rules.table_view import view
from tests.workers.desks import SECRET, Clock, lay, make_due, play, webhook
from tests.workers.receiver import Receiver, Reply, Sent
from workers.dispatch.desk import Desk
from workers.dispatch.schedule import Call
from workers.webhooks import lane
from workers.webhooks.deliveries import KEPT
from workers.webhooks.reading import STEP, Cursors

HOOK = "whk_1"


def versions(receiver: Receiver) -> list[int]:
    return [message["data"]["version"] for message in receiver.messages()]


def test_every_event_of_a_table_is_told_in_order_as_a_spectator_sees_it(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url)
    table = lay(desk)
    play(desk, table, 3)

    assert lane.make(desk, HOOK, table) is None

    opened = desk.tools.tables.open(table)
    told = [message for message in receiver.messages() if message["type"] != "seat.to-move"]
    assert [message["data"]["version"] for message in told] == [*range(1, opened.table.version + 1)]
    for message, happened in zip(told, desk.tools.tables.happened(opened.codec, table, 0, opened.table.version), strict=True):
        seen = tell_event(opened, happened, None)
        assert message == {
            "type": seen["type"],
            "timestamp": stamp(clock()),
            "data": {"table": table, "game": "dicy-cards", "version": seen["version"], "event": message["data"]["event"]},
        }
        assert message["data"]["event"]["hash"] == seen["hash"]


def test_a_message_is_signed_so_that_its_receiver_can_believe_it(desk: Desk, receiver: Receiver) -> None:
    webhook(desk, receiver.url, "table.created")
    lane.make(desk, HOOK, lay(desk))

    [sent] = receiver.sent
    assert Verifier(SECRET).verify(sent.body, dict(sent.headers)) == sent.message
    assert sent.headers["content-type"] == "application/json"
    assert sent.attempt == 1


def test_your_turn_is_told_once_when_it_becomes_that_seats_turn(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url, "seat.to-move")
    table = lay(desk, "Ada", "Grace")
    seats: list[dict[str, Any]] = []
    for _ in range(12):
        opened = desk.tools.tables.open(table)
        shown = view(opened.game, table, opened.table, None)
        [owed] = shown["owed"]
        if not seats or seats[-1]["seat"] != owed["seat"]:
            told = {"table": table, "game": "dicy-cards", "version": opened.table.version, "name": ("Ada", "Grace")[owed["seat"]], **owed}
            seats.append(told)
        clock.go_on(seconds=1)
        play(desk, table)
        lane.make(desk, HOOK, table)

    messages = [message["data"] for message in receiver.messages()]
    assert messages[: len(seats)] == seats
    assert len(seats) > 2
    assert len({sent.id for sent in receiver.sent}) == len(messages)


def test_what_was_told_is_not_told_again(desk: Desk, receiver: Receiver) -> None:
    webhook(desk, receiver.url)
    table = lay(desk)
    lane.make(desk, HOOK, table)
    told = len(receiver.sent)

    lane.make(desk, HOOK, table)
    assert len(receiver.sent) == told
    Cursors(desk.tools.client).move(HOOK, table, START)  # as if the dispatcher had died before it wrote down how far it had come
    lane.make(desk, HOOK, table)
    assert len(receiver.sent) == told

    play(desk, table)
    lane.make(desk, HOOK, table)
    assert len(receiver.sent) > told
    assert versions(receiver) == sorted(versions(receiver))


def test_what_was_tried_by_a_dispatcher_that_died_is_tried_again_with_the_same_id_and_bytes(desk: Desk, receiver: Receiver) -> None:
    webhook(desk, receiver.url, "table.created")
    table = lay(desk)

    def die() -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lane.make(replace(desk, sender=replace(desk.sender, chance=die)), HOOK, table)
    lane.make(desk, HOOK, table)

    first, second = receiver.sent
    assert (first.id, first.body, second.attempt) == (second.id, second.body, 1)


def test_nothing_is_told_that_happened_before_the_webhook_was_made(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    table = lay(desk)
    while desk.tools.tables.open(table).table.version <= 2 * STEP:
        play(desk, table)
    before = desk.tools.tables.open(table).table.version
    clock.go_on(seconds=1)
    webhook(desk, receiver.url)

    lane.make(desk, HOOK, table)
    assert receiver.sent == []
    play(desk, table)
    lane.make(desk, HOOK, table)

    assert versions(receiver)[0] == before + 1


def test_a_webhook_that_has_long_heard_nothing_of_a_table_is_not_told_its_past(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url)
    table = lay(desk)
    lane.make(desk, HOOK, table)
    told = len(receiver.sent)
    clock.go_on(seconds=KEPT.total_seconds() + 1)
    desk.tools.client.delete(f"rs:{{service}}:told:{HOOK}:{table}", f"rs:{{service}}:deliveries:{HOOK}")

    play(desk, table)
    lane.make(desk, HOOK, table)

    fresh = versions(receiver)[told:]
    assert fresh
    assert min(fresh) > max(versions(receiver)[:told])


def test_a_failed_first_attempt_is_overtaken_and_the_later_one_is_marked(desk: Desk, receiver: Receiver, clock: Clock) -> None:
    webhook(desk, receiver.url, "table.created", "table.started")
    table = lay(desk)
    receiver.answer = lambda sent: Reply(500 if sent.message["type"] == "table.created" and sent.attempt == 1 else 204)

    desk.schedule.ask(Call("lane", (HOOK, table)), clock())
    make_due(desk)
    clock.go_on(seconds=6)
    make_due(desk)

    assert [(sent.message["type"], sent.attempt) for sent in receiver.sent] == [
        ("table.created", 1),
        ("table.started", 1),
        ("table.created", 2),
    ]
    assert versions(receiver)[0] == versions(receiver)[2] == 1
    assert (receiver.sent[0].id, receiver.sent[0].body) == (receiver.sent[2].id, receiver.sent[2].body)


def test_only_what_is_wanted_wakes_a_lane(desk: Desk, receiver: Receiver) -> None:
    table = lay(desk)
    webhook(desk, receiver.url, "table.finished", id="whk_end")
    webhook(desk, receiver.url, "seat.to-move", id="whk_turns")
    webhook(desk, receiver.url, id="whk_all")
    webhook(desk, receiver.url, id="whk_other", table=lay(desk))
    webhook(desk, receiver.url, id="whk_this", table=table)
    feed = desk.tools.tables.store.follow(dict.fromkeys(PARTITIONS, "0-0"), 0)
    entry = next(entry for entry in feed if entry.table == table)

    assert [call.endpoint for call in lane.called(desk, entry)] == ["whk_turns", "whk_all", "whk_this"]
    assert {str(call) for call in lane.called(desk, entry._replace(calls=()))} == {f"lane:whk_all:{table}", f"lane:whk_this:{table}"}
    assert next(iter(lane.called(desk, entry._replace(calls=(), types=("table.finished",))))).endpoint == "whk_end"
    desk.webhooks.remove("whk_all")
    assert [call.endpoint for call in lane.called(desk, entry)] == ["whk_turns", "whk_this"]


def test_a_lane_gives_others_their_turn(desk: Desk, receiver: Receiver, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lane, "SLICE", 0.0)
    webhook(desk, receiver.url)
    table = lay(desk)
    play(desk, table)

    assert lane.make(desk, HOOK, table) == clock()
    first = len(receiver.sent)
    while lane.make(desk, HOOK, table) is not None:
        pass

    assert 0 < first < len(receiver.sent)
    assert versions(receiver) == sorted(versions(receiver))


def test_what_is_gone_is_not_told(desk: Desk, receiver: Receiver) -> None:
    table = lay(desk)
    assert lane.make(desk, HOOK, table) is None

    webhook(desk, receiver.url)
    assert lane.make(desk, HOOK, "p07-" + "0" * 26) is None
    assert lane.make(desk, HOOK, "no table") is None

    def remove(_: Sent) -> Reply:
        desk.webhooks.remove(HOOK)
        desk.deliveries.forget(HOOK)
        return Reply()

    receiver.answer = remove
    assert lane.make(desk, HOOK, table) is None

    assert len(receiver.sent) == 1
    assert desk.deliveries.list(HOOK, 10).deliveries == []


def test_a_webhook_of_a_revoked_key_is_told_no_more(desk: Desk, receiver: Receiver) -> None:
    owner = webhook(desk, receiver.url).owner
    table = lay(desk)

    def revoke(_: Sent) -> Reply:
        ApiKeys(desk.tools.client).revoke(owner)
        return Reply(500)

    receiver.answer = revoke
    assert lane.make(desk, HOOK, table) is None
    make_due(desk)

    assert len(receiver.sent) == 1
