"""A built-in player plays a player's turn, or only advises."""

import re
from collections.abc import Iterator
from functools import partial

import pytest
from redis import Redis

from tests.live import Api, CreatedTable, Reply, Seated, Service
from tests.service.together import at_once


@pytest.fixture
def created_table(api: Api) -> CreatedTable:
    """A game of two in which seat 0 must roll."""
    return api.create_table(2, options={"first_seat": "creator"})


@pytest.fixture
def store(service: Service) -> Iterator[Redis]:
    with Redis.from_url(service.store_url) as store:
        yield store


def advice(api: Api, who: Seated, **more: object) -> Reply:
    """The finished advice job of a seat."""
    reply = api.ask_player(who, "advise", **more)
    assert reply.status == 202, reply
    job = api.ended(reply.headers["location"], token=who.token)
    assert job["status"] == "finished", job
    return api.get(reply.headers["location"], token=who.token)


def test_my_turn_is_played_to_its_end_and_every_answer_says_who_chose_it(api: Api, created_table: CreatedTable) -> None:
    ada, grace = created_table.seated

    reply = api.ask_player(ada, "play", level="greedy")
    job = api.ended(reply.headers["location"], token=ada.token)

    events = api.events(created_table.table, after=created_table.view["version"])
    answered = dict.fromkeys(event["decision"] for event in events)
    assert (reply.status, job["task"], job["status"], job["progress"], job["error"]) == (202, "turn", "finished", 1, None)
    assert job["result"] == {"version": api.view(created_table.table)["version"], "moves": len(answered)}
    assert {event["seat"] for event in events} <= {0, None}
    assert [event["data"] for event in events if event["type"] == "table.seat-substituted"] == [
        {"level": "greedy", "cause": "asked"}
    ] * len(answered)
    assert [owed["seat"] for owed in api.view(created_table.table)["owed"]] == [1]
    assert api.moves(grace)


def test_asked_again_for_the_same_decision_it_is_the_same_job_and_the_turn_is_played_once(api: Api, created_table: CreatedTable) -> None:
    ada, grace = created_table.seated
    [owed] = created_table.view["owed"]
    first = api.ask_player(ada, "play", decision=owed["decision"])
    api.ended(first.headers["location"], token=ada.token)
    api.play(grace, api.moves(grace)[0])
    version = api.view(created_table.table)["version"]

    again = api.ask_player(ada, "play", decision=owed["decision"])

    assert (again.status, again.json["job"], again.json["status"]) == (202, first.json["job"], "finished")
    assert api.view(created_table.table)["version"] == version


def test_twenty_at_once_are_one_job(there: Api, several: Service) -> None:
    ada, _ = there.create_table(2, options={"first_seat": "creator"}).seated

    replies = at_once(several.url, [partial(Api.ask_player, who=ada, mode="advise")] * 20)

    assert {reply.status for reply in replies} == {202}
    assert len({reply.headers["location"] for reply in replies}) == 1


def test_advice_plays_nothing_and_ranks_moves_that_can_be_posted_as_they_stand(api: Api, created_table: CreatedTable) -> None:
    ada, _ = created_table.seated
    rolled = api.play(ada, api.moves(ada)[0]).json["view"]

    result = advice(api, ada).json["result"]

    points = [ranked["points"] for ranked in result["moves"]]
    legal = api.moves(ada)
    assert api.view(created_table.table)["version"] == rolled["version"]
    assert (result["decision"], result["level"], result["values"]) == (rolled["owed"][0]["decision"], "greedy", None)
    assert {ranked["chance"] for ranked in result["moves"]} == {None}
    assert points == sorted(points, reverse=True)
    assert all(ranked["move"] in legal for ranked in result["moves"])
    assert api.play(ada, result["moves"][0]["move"]).status == 201


def test_the_expert_says_the_chance_of_winning_with_its_table_of_values_and_the_reason_in_both_languages(
    api: Api, created_table: CreatedTable
) -> None:
    ada, _ = created_table.seated
    api.play(ada, api.moves(ada)[0])

    result = advice(api, ada, level="expert").json["result"]

    chances = [ranked["chance"] for ranked in result["moves"]]
    kinds = {(ranked["move"]["type"], ranked["move"].get("freeze")) for ranked in result["moves"]}
    assert re.fullmatch("[0-9a-f]{64}", result["values"])
    assert chances == sorted(chances, reverse=True)
    assert kinds >= {("skip", None), *(("reroll", card) for card in api.view(created_table.table)["state"]["cards"])}
    best = result["moves"][0]
    assert f"{round(best['chance'])}%" in best["reason"]["en"]
    assert f"{round(best['chance'])}\u202f%" in best["reason"]["fr"]


def test_nobody_else_can_read_advice(api: Api, created_table: CreatedTable) -> None:
    ada, grace = created_table.seated
    location = api.ask_player(ada, "advise").headers["location"]
    elsewhere = api.create_table(2).seated[0]

    assert [(reply.status, reply.code) for reply in (api.get(location), api.get(location, token=grace.token))] == [
        (401, "token-missing"),
        (403, "seat-foreign"),
    ]
    assert api.get(location, token=elsewhere.token).code == "token-invalid"
    assert api.get(location, token="seat.0.2." + "A" * 43).code == "token-invalid"


def test_nobody_else_learns_whether_somebody_has_asked(api: Api, created_table: CreatedTable) -> None:
    ada, grace = created_table.seated
    asked = api.ask_player(ada, "advise").headers["location"]
    never = asked.replace("advise-", "turn-")

    for token in (None, grace.token, "seat.0.2." + "A" * 43):
        seen, unseen = (api.get(location, token=token) for location in (asked, never))
        assert (seen.status, seen.code, seen.json["detail"]) == (unseen.status, unseen.code, unseen.json["detail"])
    assert (api.get(asked, token=ada.token).status, api.get(never, token=ada.token).code) == (200, "job-unknown")


def test_nobody_asks_for_another_seat(api: Api, created_table: CreatedTable) -> None:
    ada, grace = created_table.seated
    path, version = f"/v1/tables/{created_table.table}/ai-turns", created_table.view["version"]

    assert api.post(path, json={"mode": "play"}).code == "token-missing"
    assert api.post(path, token=grace.token, json={"mode": "play", "seat": 0}).code == "body-invalid"
    assert api.post(path, token=ada.token.replace("seat.0", "seat.1"), json={"mode": "play"}).code == "token-invalid"
    assert api.view(created_table.table)["version"] == version


def test_only_a_seat_that_owes_a_decision_is_played_for_and_only_for_that_one(api: Api, created_table: CreatedTable) -> None:
    _, grace = created_table.seated
    [owed] = created_table.view["owed"]

    nothing, foreign = api.ask_player(grace, "play"), api.ask_player(grace, "advise", decision=owed["decision"])

    assert (nothing.status, nothing.code) == (409, "nothing-owed")
    assert (foreign.status, foreign.code, foreign.json["owed"]) == (409, "decision-closed", created_table.view["owed"])


def test_before_the_start_and_after_the_end_nothing_is_played(api: Api) -> None:
    [ada] = api.create_table(1, open_seats=1).seated
    assert api.ask_player(ada, "play").code == "table-not-started"

    grace = api.sit(ada.table)
    api.leave(grace)

    assert api.ask_player(ada, "play").code == "table-finished"
    assert api.ask_player(grace, "advise").code == "table-finished"


@pytest.mark.parametrize(("mode", "level"), [("play", "grandmaster"), ("advise", "grandmaster"), ("advise", "random")])
def test_a_level_that_is_none_or_has_no_opinion_is_refused(api: Api, created_table: CreatedTable, mode: str, level: str) -> None:
    reply = api.ask_player(created_table.seated[0], mode, level=level)

    assert (reply.status, reply.code, reply.json["field"]) == (422, "level-unknown", "level")


def test_what_is_not_known_any_more_says_so_and_can_be_asked_for_again(api: Api, created_table: CreatedTable, store: Redis) -> None:
    ada, _ = created_table.seated
    before = advice(api, ada).json
    store.delete(f"rq:job:{before['job']}")

    gone = api.get(f"/v1/jobs/{before['job']}", token=ada.token)
    again = advice(api, ada).json

    assert (gone.status, gone.code) == (404, "job-unknown")
    assert again == before


def test_a_decision_that_has_been_answered_is_not_advised_on(api: Api, created_table: CreatedTable) -> None:
    ada, _ = created_table.seated
    [owed] = created_table.view["owed"]
    api.play(ada, api.moves(ada)[0])

    reply = api.ask_player(ada, "advise", decision=owed["decision"])

    assert (reply.status, reply.code) == (409, "decision-closed")
    assert reply.json["events"] == api.events(created_table.table, after=owed["decision"])


@pytest.mark.parametrize("job", ["x", "play-p00-x-1", "turn", "advise-p99-" + "0" * 26 + "-0-1-greedy", "%00", "%2e%2e%5c", "x" * 300])
def test_an_id_that_is_none_is_404(api: Api, job: str) -> None:
    assert api.get(f"/v1/jobs/{job}").status == 404
