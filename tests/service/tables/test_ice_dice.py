"""Ice Dice over HTTP: the server checks calculations, a wrong one changes nothing, and a move is made once."""

import uuid
from collections.abc import Mapping
from typing import Any

import pytest

from tests.live import Api, CreatedTable, Played, Reply
from tests.service.bookkeeping import Turn, created_table, eager, played_out, rerolled_until, set_up
from tests.service.playing import eventually

SUM = {"op": "+", "left": 0, "right": 1}


def refused(api: Api, turn: Turn, move: Mapping[str, Any]) -> Reply:
    """The response to a refused move. The table and its events stay exactly the same."""
    path = f"/v1/tables/{turn.who.table}"
    before, events = api.get(path), api.events(turn.who.table)

    reply = api.play(turn.who, {"decision": turn.decision, **move})

    after = api.get(path)
    assert reply.status == 409, reply
    assert (after.json, after.headers["etag"], api.events(turn.who.table)) == (before.json, before.headers["etag"], events)
    assert api.moves(turn.who) == turn.legal
    return reply


@pytest.mark.parametrize(("chosen", "left"), [({}, 5), ({"reroll_limit": 0}, 0), ({"reroll_limit": 20}, 20), ({"reroll_limit": None}, 5)])
def test_without_a_clock_a_turn_has_so_many_rerolls(api: Api, chosen: Mapping[str, Any], left: int) -> None:
    table = created_table(api, options=chosen)

    turn = set_up(api, table)

    assert (turn.view["turn_seconds"], turn.view["options"]["reroll_limit"]) == (None, left)
    assert turn.view["state"]["rerolls_left"] == left
    assert bool(turn.moves("reroll")) == bool(left)


def test_the_clock_is_that_of_the_rules_for_what_happens_when_it_runs_out_too(api: Api) -> None:
    on_expiry = {"policy": "resign", "after": 2}

    timed = api.create_table(2, game="ice-dice", on_expiry=on_expiry)
    untimed = api.post(
        "/v1/tables", json={"game": "ice-dice", "seats": [{"kind": "human"}] * 2, "turn_seconds": None, "on_expiry": on_expiry}
    )

    assert (timed.view["turn_seconds"], timed.view["on_expiry"]) == (60, {**on_expiry, "level": None})
    assert (untimed.status, untimed.code, untimed.json["field"]) == (422, "clock-missing", "on_expiry")


def test_a_wrong_sum_is_refused_with_its_result(api: Api) -> None:
    turn = set_up(api, created_table(api))
    first, second, _ = turn.dice
    wrong = next(token for token in turn.big if token != first + second)

    reply = refused(api, turn, {"type": "shift", "token": wrong, "expression": SUM})

    assert (reply.code, reply.json["field"], reply.json["rule"]) == ("number-wrong", "expression", "I4")
    assert reply.json["detail"] == f"{first} + {second} makes {first + second}, not {wrong}."


def test_another_calculation_than_the_listed_one_is_taken_as_well(api: Api) -> None:
    table = api.create_table(2, game="ice-dice")
    turn = rerolled_until(api, table, lambda turn: sum(turn.dice[:2]) in turn.big)
    turned_round = {"op": "+", "left": 1, "right": 0}

    reply = api.play(turn.who, {"type": "shift", "token": sum(turn.dice[:2]), "expression": turned_round, "decision": turn.decision})

    assert all(move["expression"] != turned_round for move in turn.moves("shift"))
    assert reply.status == 201
    assert reply.json["events"][0]["data"]["expression"] == turned_round


def test_a_shift_sent_again_gets_the_same_answer_and_another_calculation_is_another_move(api: Api) -> None:
    table = created_table(api)
    turn = set_up(api, table)
    shift = next(move for move in turn.moves("shift") if move["expression"]["op"] == "+")
    path, key = f"/v1/tables/{table.table}/moves", {"Idempotency-Key": str(uuid.uuid4())}

    first, again = (api.post(path, token=turn.who.token, json=shift, headers=key) for _ in range(2))
    in_another_order = api.play(turn.who, {name: shift[name] for name in sorted(shift, reverse=True)})
    turned_round = {**shift["expression"], "left": shift["expression"]["right"], "right": shift["expression"]["left"]}
    other = api.play(turn.who, {**shift, "expression": turned_round})

    assert [reply.status for reply in (first, again, in_another_order)] == [201, 200, 200]
    assert first.json == again.json == in_another_order.json
    assert again.replayed
    assert (other.status, other.code, other.json["events"]) == (409, "decision-closed", first.json["events"])
    assert [event["type"] for event in api.events(table.table)].count("ice-dice.token-shifted") == 1


def test_a_clock_that_runs_out_after_the_shift_leaves_it_and_ends_the_turn(api: Api) -> None:
    table = api.create_table(2, game="ice-dice", turn_seconds=1)

    shifted = in_time(api, table)
    eventually(lambda: any(event["type"] == "ice-dice.turn-passed" for event in since(api, shifted)))

    types = [event["type"] for event in since(api, shifted)]
    token = shifted["view"]["state"]["shifted"]["token"]
    then = api.view(table.table, at=shifted["view"]["version"] + len(types[: types.index("ice-dice.turn-began") + 1]))
    assert types[:3] == ["table.decision-expired", "ice-dice.turn-passed", "ice-dice.turn-began"]
    assert (then["state"]["turn"], then["state"]["shifted"]) == (1 - shifted["view"]["state"]["turn"], None)
    assert token in [lying["token"] for lying in then["state"]["medium"]]
    api.leave(table.seated[0])


def in_time(api: Api, table: CreatedTable) -> Mapping[str, Any]:
    """The response to the first shift that a seat makes before its clock runs out."""
    while True:
        [owed] = api.view(table.table)["owed"]
        who = table.seated[owed["seat"]]
        legal = api.moves(who)
        if not legal:  # the clock ran out first
            continue
        reply = api.play(who, eager(legal))
        if reply.status == 201 and reply.json["events"][0]["type"] == "ice-dice.token-shifted":
            answer: Mapping[str, Any] = reply.json
            return answer


def since(api: Api, answer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [*api.events(answer["view"]["table"], after=answer["view"]["version"])]


@pytest.mark.parametrize("level", ["greedy", "expert"])
def test_advice_ranks_moves_that_can_be_posted_as_they_stand(api: Api, level: str) -> None:
    turn = set_up(api, created_table(api))

    job = api.ask_player(turn.who, "advise", level=level)
    result = api.ended(job.headers["location"], token=turn.who.token)["result"]

    points = [ranked["points"] for ranked in result["moves"]]
    assert points == sorted(points, reverse=True)
    assert all(ranked["move"] in turn.legal for ranked in result["moves"])
    assert api.play(turn.who, result["moves"][0]["move"]).status == 201


def test_built_in_players_of_every_level_play_a_game_among_themselves(api: Api) -> None:
    table = api.create_table(0, game="ice-dice", ai=["random", "greedy", "expert"])

    eventually(lambda: api.view(table.table)["status"] == "finished", 120)

    assert api.view(table.table)["outcome"]["reason"] in {"eight-left", "stalemate"}


@pytest.fixture(scope="module")
def played(request: pytest.FixtureRequest) -> Played:
    """A game with the clock of its rules."""
    with Api(request.getfixturevalue("service").url) as api:
        return played_out(api, api.create_table(2, game="ice-dice"))


def test_a_fork_of_a_table_without_a_limit_of_rerolls_needs_a_clock(api: Api, played: Played) -> None:
    path = f"/v1/tables/{played.table}/fork"

    without = api.post(path, json={"at": 30, "turn_seconds": None})
    by_rule, longer = api.fork(played.table, 30), api.fork(played.table, 30, turn_seconds=600)

    assert (without.status, without.code, without.json["field"]) == (409, "fork-clock", "turn_seconds")
    assert (by_rule.view["turn_seconds"], longer.view["turn_seconds"]) == (60, 600)
    assert by_rule.view["options"] == longer.view["options"] == played.view["options"]


def test_a_fork_of_a_table_with_a_limit_of_rerolls_may_have_a_clock_or_none(api: Api) -> None:
    limited = played_out(api, api.create_table(2, game="ice-dice", options={"reroll_limit": 3}))

    for seconds in (None, 600):
        fork = api.fork(limited.table, 30, turn_seconds=seconds)
        assert (fork.view["turn_seconds"], fork.view["options"]["reroll_limit"]) == (seconds, 3)
