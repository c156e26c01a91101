"""A whole game of Ice Dice: the events match the views, and the calculations are correct."""

from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest

from tests.live import Api, Played, Service
from tests.service.bookkeeping import played_out

State = dict[str, Any]
Event = Mapping[str, Any]

NOBODY_IS_ASKED = {"token-taken", "turn-passed", "turn-began", "game-ended"}
"""Events after which no decision is pending: they are in the middle of a move's effects, or at the end of the game."""


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    """A table created with only the game and two seats, and played to its end."""
    with Api(service.url) as api:
        return played_out(api, api.create_table(2, game="ice-dice"))


def own(events: Any) -> list[tuple[str, Event]]:
    """The game's own events, by type without the game's prefix."""
    return [(event["type"].removeprefix("ice-dice."), event) for event in events if event["type"].startswith("ice-dice.")]


def test_it_has_the_clock_of_its_rules(played: Played) -> None:
    view = played.view

    assert (view["turn_seconds"], view["on_expiry"]) == (60, {"policy": "skip", "level": None, "after": None})
    assert view["options"] == {"variant": "standard", "ties": "adults", "reroll_limit": None}
    assert any(event["type"] == "table.clock-started" for event in played.events)


def test_whoever_follows_the_events_has_the_state_of_every_version(api: Api, played: Played) -> None:
    first = next(event["version"] for name, event in own(played.events) if name == "first-seat-chosen")
    state = api.view(played.table, at=first)["state"]
    assert (state["phase"], state["dice"], state["medium"], state["shifted"]) == ("setup", None, [], None)
    asked = True

    for event in played.events[first:]:
        state, name = after(state, event), event["type"].removeprefix("ice-dice.")
        then = api.view(played.table, at=event["version"])
        if not name.startswith("table."):
            asked = name not in NOBODY_IS_ASKED and not (name == "token-set-up" and event["data"]["left"] == 0)

        assert then["state"] == state, event
        assert [owed["seat"] for owed in then["owed"]] == [state["turn"]] * asked
        assert then["fairness"]["secret"] is None or event is played.events[-1]


def after(before: State, event: Event) -> State:
    """The state after an event, by the event's own data; everything else stays unchanged."""
    state, data, seat = deepcopy(before), event["data"], event["seat"]
    match event["type"].removeprefix("ice-dice."):
        case "token-set-up":
            moved_to_the_medium_board(state, data["token"])
            state["phase"] = "setup" if data["left"] else "shift"
        case "turn-began":
            state |= {"turn": seat, "dice": None, "rerolls": 0, "shifted": None, "phase": "shift"}
        case "dice-rolled":
            assert data["dice"] == data["draw"]["values"]
            state["dice"] = data["dice"]
        case "dice-rerolled":
            for position, face in zip(data["positions"], data["draw"]["values"], strict=True):
                state["dice"][position] = face
            assert state["dice"] == data["dice"]
            state["rerolls"] += 1
        case "token-shifted":
            moved_to_the_medium_board(state, data["token"])
            state |= {"shifted": {"token": data["token"], "number": data["number"]}, "phase": "take"}
        case "token-taken":
            [taken] = [token for token in state["medium"] if token["token"] == data["token"]]
            state["medium"].remove(taken)
            state["players"][seat]["own"].append(taken)
            scored(state)
            assert [player["points"] for player in state["players"]] == data["points"]
            state["phase"] = "shift"
        case "turn-passed":
            state["phase"] = "shift"
        case "game-ended":
            state["phase"] = "over"
        case "table.clock-started" | "table.finished" | "table.seed-revealed":
            pass
        case unknown:
            raise AssertionError(unknown)
    return state


def moved_to_the_medium_board(state: State, wanted: int) -> None:
    line, place = next(
        (line, place) for line in state["lines"] for place, token in enumerate(line) if token is not None and token["token"] == wanted
    )
    state["medium"].append(line[place])
    line[place] = None
    state["last_round"] = sum(token is not None for line in state["lines"] for token in line) <= 8


def scored(state: State) -> None:
    """Points and majorities by the rule: each token 1, 1 more if no player has as many tokens of its colour, and each colour 1."""
    owned = [Counter(token["colour"] for token in player["own"]) for player in state["players"]]
    for player, mine in zip(state["players"], owned, strict=True):
        leading = {colour for colour in mine if all(other is mine or other[colour] < mine[colour] for other in owned)}
        player["majorities"] = [colour for colour in ("red", "orange", "yellow", "green", "blue", "violet") if colour in leading]
        player["points"] = sum(mine.values()) + sum(mine[colour] for colour in leading) + len(mine)
