"""Who is told that a player asks for advice: everybody, nobody, or there is no advice."""

import uuid
from functools import partial
from typing import Any, Final

import pytest

from tests.live import Api, CreatedTable, Reply, Seated, Service
from tests.service.tables.rematching import ask, given
from tests.service.together import at_once

REQUESTED = "table.advice-requested"
CLOCK: Final[dict[str, Any]] = {"turn_seconds": 3600, "options": {"first_seat": "creator"}}


@pytest.fixture
def timed_table(api: Api) -> CreatedTable:
    """A game of two with a clock, in which seat 0 must roll."""
    return api.create_table(2, **CLOCK)


def requests_told(api: Api, table: str, after: int = 0) -> list[tuple[int, int, Any]]:
    """The seat, the decision and the data of each announced request."""
    events = api.events(table, after=after)
    return [(event["seat"], event["decision"], event["data"]) for event in events if event["type"] == REQUESTED]


def advised(api: Api, who: Seated, mode: str = "advise", **more: Any) -> None:
    """A built-in player has advised the seat, or played its turn."""
    reply = api.ask_player(who, mode, **more)
    assert reply.status == 202, reply
    job = api.ended(reply.headers["location"], token=who.token)
    assert job["status"] == "finished", job


def refused(reply: Reply) -> tuple[int, str | None]:
    return reply.status, reply.code


def test_against_the_clock_and_each_other_everybody_is_told_before_advice_is_given(api: Api, timed_table: CreatedTable) -> None:
    before, [ada, _] = timed_table.view, timed_table.seated

    advised(api, ada)

    after = api.view(timed_table.table)
    assert before["advice"] == "announced"
    assert requests_told(api, timed_table.table) == [(0, before["owed"][0]["decision"], {})]
    assert (after["version"], after["owed"], after["state"]) == (before["version"] + 1, before["owed"], before["state"])


def test_one_request_is_told_for_each_decision_however_often_and_of_whomever_it_is_asked(api: Api, timed_table: CreatedTable) -> None:
    ada, _ = timed_table.seated
    first = timed_table.view["owed"][0]["decision"]
    for level in ("greedy", "steady", "greedy"):
        advised(api, ada, level=level, decision=first)

    second = api.play(ada, {"type": "roll", "decision": first}).json["view"]["owed"][0]["decision"]
    advised(api, ada)

    assert requests_told(api, timed_table.table) == [(0, first, {}), (0, second, {})]


def test_twenty_requests_at_once_are_told_once(there: Api, several: Service) -> None:
    table = there.create_table(2, **CLOCK)

    replies = at_once(
        several.url, [partial(Api.ask_player, who=table.seated[0], mode="advise", level=level) for level in ("greedy", "steady")] * 10
    )

    assert {reply.status for reply in replies} == {202}
    assert len(requests_told(there, table.table)) == 1


def test_requests_and_answers_of_several_seats_at_once_do_not_get_in_each_others_way(there: Api, several: Service) -> None:
    table = there.create_table(6, game="dice-cards", turn_seconds=3600)
    askers, players = table.seated[:3], table.seated[3:]
    moves = {who.seat: there.moves(who)[0] for who in players}

    asked = at_once(
        several.url,
        [
            *[partial(Api.ask_player, who=who, mode="advise") for who in askers],
            *[partial(Api.play, who=who, move=moves[who.seat]) for who in players],
        ],
    )

    assert [reply.status for reply in asked] == [202] * 3 + [201] * 3
    assert sorted(seat for seat, *_ in requests_told(there, table.table)) == [0, 1, 2]


@pytest.mark.parametrize("how", [{"level": "grandmaster"}, {"decision": 1}])
def test_a_request_that_is_refused_is_not_told(api: Api, timed_table: CreatedTable, how: dict[str, Any]) -> None:
    ada, grace = timed_table.seated

    assert api.ask_player(ada, "advise", **how).status in {409, 422}
    assert api.ask_player(grace, "advise").code == "nothing-owed"

    assert api.view(timed_table.table)["version"] == timed_table.view["version"]


@pytest.mark.parametrize("wanted", [{"turn_seconds": 3600, "advice": "private"}, {}])
def test_where_advice_is_private_nobody_is_told(api: Api, wanted: dict[str, Any]) -> None:
    table = api.create_table(2, **{**CLOCK, "turn_seconds": None, **wanted})

    advised(api, table.seated[0])

    assert (table.view["advice"], api.view(table.table)["version"]) == ("private", table.view["version"])


@pytest.mark.parametrize("mode", ["advise", "play"])
def test_where_advice_is_off_it_is_refused_as_is_a_played_turn_and_nothing_changes(api: Api, mode: str) -> None:
    table = api.create_table(2, **CLOCK, advice="off")

    reply = api.ask_player(table.seated[0], mode)

    assert refused(reply) == (409, "advice-off")
    assert api.view(table.table) == {**table.view, "seats": api.view(table.table)["seats"]}


def test_where_answers_are_hidden_a_turn_that_is_played_on_request_is_told_as_a_request_for_advice(api: Api) -> None:
    table = api.create_table(2, game="dice-cards", turn_seconds=3600)
    owed = {owed["seat"]: owed["decision"] for owed in table.view["owed"]}

    advised(api, table.seated[0], "play")

    events = [event for event in api.events(table.table, after=table.view["version"]) if event["seat"] == 0]
    told = [event["decision"] for event in events if event["type"] == REQUESTED]
    answered = [event["decision"] for event in events if event["type"].startswith("dice-cards.")]
    assert told[0] == owed[0]
    assert told == list(dict.fromkeys(answered))
    assert [event["type"] for event in events if event["type"].startswith("table.")] == [REQUESTED] * len(told)


def test_a_hidden_answer_after_advice_looks_like_any_other(api: Api) -> None:
    """What others see of an answer is its seat and that it was given, whether its player has asked before or not."""
    table = api.create_table(2, game="dice-cards", turn_seconds=3600)
    ada, grace = table.seated
    advised(api, ada)

    after = api.view(table.table)["version"]
    for who in (ada, grace):
        assert api.play(who, api.moves(who)[0]).status == 201

    seen = [(event["type"], event["data"]) for event in api.events(table.table, after=after)[:2]]
    assert seen[0] == seen[1]


@pytest.mark.parametrize("advice", ["announced", "private", "off"])
def test_a_rematch_keeps_the_rule(api: Api, advice: str) -> None:
    table = api.create_table(2, **CLOCK, advice=advice)
    api.leave(table.seated[0])

    rematch = given(ask(api, table.seated[1]))

    assert api.view(rematch.table)["advice"] == advice


def test_a_fork_keeps_the_rule_unless_it_says_otherwise(api: Api) -> None:
    table = api.create_table(2, **CLOCK, advice="off")
    for mover in (0, 1):
        api.play(table.seated[mover], {"type": "skip", "decision": api.view(table.table)["owed"][0]["decision"]})
    at = api.view(table.table)["version"]
    api.leave(table.seated[0])

    same, other = api.fork(table.table, at), api.fork(table.table, at, advice="announced")

    assert (same.view["advice"], other.view["advice"]) == ("off", "announced")


@pytest.mark.parametrize("wrong", ["sometimes", "", None, True, 1])
def test_another_rule_is_refused_with_its_field(api: Api, wrong: Any) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "human"}] * 2, "advice": wrong})

    assert refused(reply) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == ["advice"]


def test_a_creation_repeated_with_its_key_has_the_same_rule(api: Api) -> None:
    key = str(uuid.uuid4())
    body = {"game": "dicy-cards", "seats": [{"kind": "human"}] * 2, "advice": "off"}

    first, again = (api.post("/v1/tables", json=body, headers={"Idempotency-Key": key}) for _ in range(2))
    other = api.post("/v1/tables", json={**body, "advice": "private"}, headers={"Idempotency-Key": key})

    assert (again.replayed, again.json) == (True, first.json)
    assert refused(other) == (409, "idempotency-key-reused")
