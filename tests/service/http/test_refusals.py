"""A move that the rules refuse changes nothing: no version, event, frame or die. After the end, every move is refused."""

import random
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from redis import Redis

from rules.dice import DiceSeed, SeededDice
from tests.live import Api, CreatedTable, Seated, Service
from tests.service.ahead import at_random, play_ahead
from tests.service.playing import play_until, rolled, to_move
from tests.service.wire import Stream

MOVES: Sequence[Mapping[str, Any]] = [
    {"type": "roll"},
    {"type": "reroll", "freeze": "any-two", "dice": [0]},
    {"type": "score", "card": "any-two", "dice": [0, 1]},
    {"type": "skip"},
    {"type": "freeze", "card": "any-two"},
    {"type": "reset", "card": "any-two"},
]


def test_twenty_refused_moves_leave_no_trace(api: Api, service: Service) -> None:
    created_table = api.create_table(2, options={"mode": "interactions"})
    who, decision = to_move(created_table.seated, created_table.view)
    other = created_table.seated[1 - who.seat]
    before = api.get(f"/v1/tables/{created_table.table}")
    with Stream(service.url, created_table.table, after=created_table.view["version"]) as stream:
        for seat, move, code in refused_before_the_roll(who, other, decision):
            reply = api.play(seat, move)
            assert (reply.status, reply.code) == (422 if code == "body-invalid" else 409, code), move
            now = api.get(f"/v1/tables/{created_table.table}")
            assert (now.json, now.headers["etag"]) == (before.json, before.headers["etag"])

        roll = rolled(api, who, decision)
        stream.read_version(created_table.view["version"] + 1)

        assert stream.events == roll.json["events"] == api.events(created_table.table, after=created_table.view["version"])
        assert roll.json["events"][0]["data"]["draw"] == due(service, created_table, n=1)


def refused_before_the_roll(who: Seated, other: Seated, decision: int) -> list[tuple[Seated, Mapping[str, Any], str]]:
    """Each player, a move that the rules or the schema of moves refuse, and the error code."""
    return [
        *[(other, {**move, "decision": decision}, "decision-closed") for move in MOVES],
        *[(who, {**move, "decision": decision - 1}, "decision-closed") for move in MOVES],
        (who, {**MOVES[1], "decision": decision}, "not-rolled"),
        (who, {**MOVES[2], "decision": decision}, "not-rolled"),
        (who, {**MOVES[4], "decision": decision}, "no-choice-owed"),
        (who, {**MOVES[5], "decision": decision}, "no-choice-owed"),
        (who, {"type": "cheat", "decision": decision}, "body-invalid"),
        (who, {"type": "roll", "decision": decision, "dice": [6, 6, 6, 6, 6, 6]}, "body-invalid"),
        (who, {"type": "roll", "decision": decision, "seat": other.seat}, "body-invalid"),
        (who, {"type": "roll"}, "body-invalid"),
        (who, {"type": "score", "card": "any-two", "dice": [0, 0], "decision": decision}, "body-invalid"),
    ]


def test_refused_moves_after_the_roll_leave_the_dice_alone(api: Api, service: Service) -> None:
    created_table = api.create_table(3)
    who, decision = to_move(created_table.seated, created_table.view)
    roll = rolled(api, who, decision).json
    [owed] = roll["view"]["owed"]
    refused: Mapping[str, Mapping[str, Any]] = {
        "already-rolled": {"type": "roll"},
        "card-not-in-play": {"type": "reroll", "freeze": "alike-x5", "dice": [0]},
        "no-dice": {"type": "reroll", "freeze": "any-two", "dice": []},
        "dice-do-not-fit": {"type": "score", "card": "any-two", "dice": [0, 1, 2]},
    }

    for code, move in refused.items():
        reply = api.play(who, {**move, "decision": owed["decision"]})
        assert (reply.status, reply.code) == (409, code)
    for wrong in ([6], [1.0], [-1], ["0"], [True], None):
        move = {"type": "score", "card": "odds", "dice": wrong}
        assert api.play(who, {**move, "decision": owed["decision"]}).code == "body-invalid"
    assert api.view(created_table.table) == roll["view"]

    again = api.play(who, {"type": "reroll", "freeze": "any-two", "dice": [1, 4], "decision": owed["decision"]})
    assert again.json["events"][1]["data"]["draw"] == due(service, created_table, n=2, count=2)


def due(service: Service, created_table: CreatedTable, *, n: int, count: int = 6) -> Mapping[str, Any]:
    """The draw with this number, derived from the table's secret."""
    with Redis.from_url(service.store_url) as store:
        secret = store.get(f"rs:{{{created_table.table[:3]}}}:{created_table.table}:secret")
    assert isinstance(secret, bytes)
    draw = SeededDice(DiceSeed(created_table.table, secret.decode()), (), n).roll(count)
    return {"n": draw.n, "kind": draw.kind, "of": draw.of, "values": list(draw.values)}


def test_a_seat_cannot_answer_what_another_owes(api: Api) -> None:
    created_table = api.create_table(4, options={"mode": "interactions"})
    chance = random.Random(9)
    for phase in ("roll", "play", "choice"):
        view = play_until(api, created_table.seated, api.view(created_table.table), chance, partial(is_in, phase))
        owing = {owed["seat"]: owed["decision"] for owed in view["owed"]}
        answer = api.moves(created_table.seated[next(iter(owing))])[-1]

        for who in created_table.seated:
            if who.seat not in owing:
                reply = api.play(who, answer)
                assert (reply.status, reply.code) == (409, "decision-closed")
                assert api.get(f"/v1/tables/{created_table.table}/moves", token=who.token).json == {
                    "decision": None,
                    "moves": [],
                    "next": None,
                }
        assert api.view(created_table.table) == view


def is_in(phase: str, view: Mapping[str, Any]) -> bool:
    return bool(view["state"]["phase"] == phase)


def test_before_the_start_nobody_plays(api: Api) -> None:
    created_table = api.create_table(2, open_seats=1)

    for who in created_table.seated:
        for move in MOVES:
            reply = api.play(who, {**move, "decision": 1})
            assert (reply.status, reply.code) == (409, "table-not-started")
        assert api.start(who).code == "seats-open"
        assert api.get(f"/v1/tables/{created_table.table}/moves", token=who.token).json == {"decision": None, "moves": [], "next": None}
    assert api.view(created_table.table) == created_table.view


def played_out(api: Api, service: Service) -> CreatedTable:
    created_table = api.create_table(2)
    play_ahead(service, created_table.table, at_random(4))
    return created_table


def resigned(api: Api, _: Service) -> CreatedTable:
    created_table = api.create_table(3)
    rolled(api, *to_move(created_table.seated, created_table.view))
    for who in created_table.seated[1:]:
        api.leave(who)
    return created_table


def abandoned(api: Api, _: Service) -> CreatedTable:
    created_table = api.create_table(1, open_seats=1)
    api.leave(created_table.seated[0])
    return created_table


@pytest.mark.parametrize(("ended", "reason"), [(played_out, "hundred"), (resigned, "resignation"), (abandoned, "abandoned")])
def test_nothing_happens_after_the_end(api: Api, service: Service, ended: Any, reason: str) -> None:
    created_table = ended(api, service)
    end = api.get(f"/v1/tables/{created_table.table}")
    events = api.events(created_table.table)
    assert (end.json["status"], end.json["outcome"]["reason"], end.json["owed"]) == ("finished", reason, [])

    still_seated = [who for who in created_table.seated if end.json["seats"][who.seat]["kind"] == "human"]
    for who in still_seated:
        for move in MOVES:
            for decision in (1, end.json["version"]):
                reply = api.play(who, {**move, "decision": decision})
                assert (reply.status, reply.code) == (409, "table-finished"), (move, decision)
        assert api.start(who).code == "table-finished"
        assert api.leave(who).code == "table-finished" or end.json["seats"][who.seat]["resigned"]
        assert api.get(f"/v1/tables/{created_table.table}/moves", token=who.token).json == {"decision": None, "moves": [], "next": None}
    assert api.post(f"/v1/tables/{created_table.table}/seats").code == "table-finished"

    now = api.get(f"/v1/tables/{created_table.table}")
    assert (now.json, now.headers["etag"]) == (end.json, end.headers["etag"])
    assert api.events(created_table.table) == events
    assert [event["type"] for event in events[-2:]] == ["table.finished", "table.seed-revealed"]
