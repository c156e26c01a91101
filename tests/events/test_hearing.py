"""Moves that come from outside: what is told as a move is heard as one, and whatever the routes refuse is refused."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.hearing import MOST_NUMBERS, SAFE, NotAMove, hear_move
from events.telling import tell_move
from rules.game import AnyGame
from rules.registry import games
from service.moves import Moves
from service.problems import Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """A command with a field of every kind."""

    number: int
    small: int = field(metadata={"minimum": 2, "maximum": 4})
    word: str
    card: Literal["odds", "sixes"]
    dice: frozenset[int] = field(metadata={"minimum": 0, "maximum": 5})
    order: tuple[int, ...] = field(metadata={"minimum": 0})


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """A command without fields."""


GAME: AnyGame = replace(games()["dicy-cards"], commands={"everything": Everything, "nothing": Nothing})
MOVES = Moves(GAME)
COMMAND = Everything(number=-7, small=3, word="ß", card="odds", dice=frozenset({5, 0}), order=(2, 2, 1))
TOLD = tell_move(GAME, COMMAND, 17)

numbers = st.integers(-2, 7) | st.sampled_from([SAFE, SAFE + 1, -SAFE, -SAFE - 1, 2**64, 10**30])
strange = st.none() | st.booleans() | numbers | st.sampled_from([1.0, 2.5, "", "x", "odds", "1"]) | st.lists(numbers, max_size=3)
values = strange | st.dictionaries(st.sampled_from(["a", "type"]), st.integers(), max_size=1) | st.lists(strange, max_size=3)


@st.composite
def bodies(draw: st.DrawFn) -> dict[str, Any]:
    """Moves with some of their fields changed, missing or made up."""
    body = dict(draw(st.sampled_from([TOLD, {"type": "nothing", "decision": 1}])))
    for name in draw(st.lists(st.sampled_from([*TOLD, "extra", ""]), max_size=3, unique=True)):
        if draw(st.booleans()):
            body[name] = draw(values)
        else:
            body.pop(name, None)
    if draw(st.booleans()) and "dice" in body:
        body["dice"] = draw(st.lists(st.integers(0, 5), max_size=7))
    return body


def loaded(body: dict[str, Any]) -> Any:
    """What the route for moves makes of it; None if it refuses it."""
    try:
        return MOVES.load(body)
    except Problem:
        return None


def heard(body: dict[str, Any]) -> Any:
    try:
        return hear_move(GAME, body)
    except NotAMove:
        return None


@settings(max_examples=500, deadline=None)
@given(bodies())
def test_what_the_route_takes_is_heard_and_nothing_else(body: dict[str, Any]) -> None:
    complete = {"decision": 17, **body}

    assert heard(complete) == loaded(complete)


@settings(max_examples=200, deadline=None)
@given(bodies())
def test_a_decision_may_be_left_out_and_nothing_else_changes(body: dict[str, Any]) -> None:
    body.pop("decision", None)

    move = heard(body)

    taken = loaded({**body, "decision": 3})
    assert move == (None if taken is None else (taken.command, None))


def test_every_move_of_every_game_is_heard_as_it_is_told() -> None:
    for game in games().values():
        for kind, command in game.commands.items():
            move = command(**{name: frozenset({1}) if name == "dice" else "odds" for name in command.__slots__})
            assert hear_move(game, tell_move(game, move, 5)) == (move, 5), kind


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        ({"type": "jump"}, "The move has no known type; known: everything, nothing."),
        ({"type": ["nothing"]}, "The move has no known type; known: everything, nothing."),
        ({"small": 5}, "The move everything is not as it should be: small must be at most 4."),
        ({"dice": [1, 1]}, "The move everything repeats a number in dice."),
        ({"by": "me"}, "The move everything is not as it should be: there is no field by."),
    ],
)
def test_the_detail_says_what_is_wrong(wrong: dict[str, Any], detail: str) -> None:
    with pytest.raises(NotAMove) as refusal:
        hear_move(GAME, {**TOLD, **wrong})

    assert refusal.value.detail == str(refusal.value) == detail


def test_a_list_is_as_long_as_the_route_lets_it_be() -> None:
    longest = [0] * MOST_NUMBERS

    assert heard({**TOLD, "order": longest}) == loaded({**TOLD, "order": longest})
    assert heard({**TOLD, "order": [*longest, 0]}) is loaded({**TOLD, "order": [*longest, 0]}) is None
