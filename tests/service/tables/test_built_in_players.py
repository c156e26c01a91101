"""Seats of built-in players: they answer automatically, with or without spectators, and no client can answer for them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.live import Api, CreatedTable, Seated, choose
from tests.service.playing import eventually

HUMAN = {"kind": "human"}
GREEDY = {"kind": "ai", "level": "greedy"}


def finished(api: Api, table: str) -> Mapping[str, Any]:
    """The view of the table, once it is finished."""
    eventually(lambda: api.view(table)["status"] == "finished")
    return api.view(table)


def play_on(api: Api, who: Seated, chance: random.Random) -> Mapping[str, Any]:
    """Make any legal move whenever the seat has a pending decision. Returns the final view."""
    while (view := api.view(who.table))["status"] == "playing":
        if moves := api.moves(who):
            api.play(who, choose(moves, chance))
    return view


@pytest.mark.parametrize("levels", [["greedy", "random"], ["random"] * 3, ["greedy"] * 4])
def test_a_table_of_built_in_players_plays_itself_and_nobody_gets_a_token(api: Api, levels: Sequence[str]) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "ai", "level": level} for level in levels]})

    assert (reply.status, reply.json["tokens"]) == (201, {})
    view = finished(api, reply.json["view"]["table"])
    assert [(seat["kind"], seat["level"], seat["name"]) for seat in view["seats"]] == [
        ("ai", level, f"Player {number}") for number, level in enumerate(levels, 1)
    ]
    assert view["outcome"]["winners"]
    assert view["fairness"]["secret"] is not None
    assert "table.seat-substituted" not in {event["type"] for event in api.events(view["table"])}


def test_it_starts_by_itself_even_if_it_should_wait_for_somebody_to_say_so(api: Api) -> None:
    created_table = api.create_table(0, ai=["random", "random"], auto_start=False)

    assert created_table.view["status"] == "playing"


def test_somebody_plays_against_a_built_in_player_and_is_asked_for_nothing_but_the_own_decisions(api: Api) -> None:
    created_table = api.create_table(1, ai=["greedy"], names=["Ada"])
    [ada] = created_table.seated

    view = play_on(api, ada, random.Random(3))

    turns = [event for event in api.events(created_table.table) if event["decision"] is not None and event["seat"] is not None]
    assert (view["status"], ada.seat) == ("finished", 0)
    assert {event["seat"] for event in turns} == {0, 1}
    assert "table.seat-substituted" not in {event["type"] for event in turns}


def test_it_waits_for_people_to_sit_down_before_it_plays(api: Api) -> None:
    created_table = api.create_table(0, ai=["greedy"], open_seats=1)
    assert created_table.view["status"] == "open"

    guest = api.sit(created_table.table, name="Grace")

    eventually(lambda: bool(api.moves(guest)))


def test_whoever_answers_in_the_turn_of_a_built_in_player_is_refused_and_it_plays_on_as_if_nothing_had_been_said(api: Api) -> None:
    created_table = api.create_table(1, ai=["greedy"], options={"first_seat": "creator"})
    [ada] = created_table.seated
    chance, tried = random.Random(5), 0
    while tried < 20:
        eventually(lambda: bool(api.moves(ada)) or api.view(created_table.table)["status"] == "finished")
        if not (moves := api.moves(ada)):
            break
        view = api.play(ada, choose(moves, chance)).json["view"]
        for owed in view["owed"]:
            if owed["seat"] == 1:
                tried += 1
                for move in ({"type": "roll"}, {"type": "skip"}, {"type": "freeze", "card": "odds"}):
                    reply = api.play(ada, {**move, "decision": owed["decision"]})
                    assert (reply.status, reply.code) in {(409, "decision-closed"), (409, "table-finished")}

    assert tried
    assert_nothing_is_attributed_to_the_built_in_player(api, created_table)


def assert_nothing_is_attributed_to_the_built_in_player(api: Api, created_table: CreatedTable) -> None:
    events = api.events(created_table.table)
    assert not [event for event in events if event["type"] in {"table.seat-resigned", "table.seat-substituted"}]
    assert not api.view(created_table.table)["seats"][1]["resigned"]


def test_nobody_acts_for_the_seat_of_a_built_in_player(api: Api) -> None:
    [ada] = api.create_table(1, ai=["random"]).seated
    body = {"type": "roll", "decision": 6}

    assert api.delete(f"/v1/tables/{ada.table}/seats/1", token=ada.token).code == "seat-foreign"
    assert api.post(f"/v1/tables/{ada.table}/moves", token=ada.token, json={**body, "seat": 1}).code == "body-invalid"
    assert api.post(f"/v1/tables/{ada.table}/moves", token=ada.token.replace("seat.0", "seat.1"), json=body).code == "token-invalid"
    assert api.post(f"/v1/tables/{ada.table}/seats").code == "table-started"


@pytest.mark.parametrize("level", ["grandmaster", "Greedy", " greedy", "x" * 64])
def test_a_level_that_the_game_does_not_have_lays_no_table(api: Api, level: str) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [HUMAN, {"kind": "ai", "level": level}]})

    assert (reply.status, reply.code, reply.json["field"]) == (422, "level-unknown", "seats.1.level")


@pytest.mark.parametrize(
    ("seat", "field"),
    [
        ({"kind": "ai"}, "level"),
        ({"kind": "ai", "level": ""}, "level"),
        ({"kind": "ai", "level": None}, "level"),
        ({"kind": "ai", "level": 1}, "level"),
        ({"kind": "ai", "level": "x" * 65}, "level"),
        ({"kind": "human", "level": "greedy"}, "level"),
        ({"kind": "open", "level": "greedy"}, "level"),
        ({"kind": "robot"}, "kind"),
        ({**GREEDY, "name": ""}, "name"),
        ({**GREEDY, "token": "mine"}, "token"),
    ],
    ids=str,
)
def test_a_seat_of_the_wrong_shape_is_named(api: Api, seat: Mapping[str, Any], field: str) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [HUMAN, seat]})

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [f"seats.1.{field}"]
