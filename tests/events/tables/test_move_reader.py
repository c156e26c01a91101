"""Moves from clients: every move that is shown is also accepted, and the reader refuses what the routes refuse."""

from dataclasses import dataclass, field, replace
from typing import Any, Literal, assert_never

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.tables.command_fields import LARGEST_SAFE_INTEGER, MOST_NUMBERS, Field, Number, Numbers, Part, Text, fields_of
from events.tables.move_reader import NotAMove, read_move
from events.tables.presenting import present_move
from rules.game import AnyGame
from rules.registry import games
from service.http.problems import Problem
from service.tables.moves import Moves


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """An object inside a part of a command."""

    sign: Literal["+", "-"]
    left: int = field(metadata={"minimum": 0, "maximum": 2})
    dice: frozenset[int] = field(metadata={"minimum": 0, "maximum": 5})


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer:
    """A part of a command that contains an object or a number."""

    sign: Literal["+", "-"]
    right: int | Inner = field(metadata={"minimum": 0, "maximum": 2})


@dataclass(frozen=True, slots=True, kw_only=True)
class Everything:
    """A command with a field of every kind."""

    number: int
    small: int = field(metadata={"minimum": 2, "maximum": 4})
    word: str
    card: Literal["odds", "sixes"]
    dice: frozenset[int] = field(metadata={"minimum": 0, "maximum": 5})
    order: tuple[int, ...] = field(metadata={"minimum": 0})
    whole: Outer
    either: int | Outer


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """A command without fields."""


GAME: AnyGame = replace(games()["dicy-cards"], commands={"everything": Everything, "nothing": Nothing})
MOVES = Moves(GAME)
INNER = Inner(sign="-", left=2, dice=frozenset({5, 1}))
COMMAND = Everything(
    number=-7,
    small=3,
    word="ß",
    card="odds",
    dice=frozenset({5, 0}),
    order=(2, 2, 1),
    whole=Outer(sign="+", right=INNER),
    either=Outer(sign="-", right=0),
)
TOLD = present_move(GAME, COMMAND, 17)

numbers = st.integers(-2, 7) | st.sampled_from(
    [LARGEST_SAFE_INTEGER, LARGEST_SAFE_INTEGER + 1, -LARGEST_SAFE_INTEGER, -LARGEST_SAFE_INTEGER - 1, 2**64, 10**30]
)
strange = st.none() | st.booleans() | numbers | st.sampled_from([1.0, 2.5, "", "x", "odds", "1"]) | st.lists(numbers, max_size=3)
values = strange | st.dictionaries(st.sampled_from(["a", "type"]), st.integers(), max_size=1) | st.lists(strange, max_size=3)
inner = st.fixed_dictionaries(
    {"sign": st.just("+") | strange, "left": numbers | strange}, optional={"dice": st.lists(st.integers(0, 5), max_size=3), "a": numbers}
)
parts = st.fixed_dictionaries({"sign": st.just("-") | strange}, optional={"right": numbers | inner | values, "a": strange})


@st.composite
def bodies(draw: st.DrawFn) -> dict[str, Any]:
    """Moves with some changed, missing or invented fields."""
    body = dict(draw(st.sampled_from([TOLD, {"type": "nothing", "decision": 1}])))
    for name in draw(st.lists(st.sampled_from([*TOLD, "extra", ""]), max_size=3, unique=True)):
        if draw(st.booleans()):
            body[name] = draw(values | parts)
        else:
            body.pop(name, None)
    if draw(st.booleans()) and "dice" in body:
        body["dice"] = draw(st.lists(st.integers(0, 5), max_size=7))
    return body


def loaded(body: dict[str, Any]) -> Any:
    """The command that the route for moves reads; None if it refuses the move."""
    try:
        return MOVES.load(body)
    except Problem:
        return None


def heard(body: dict[str, Any]) -> Any:
    try:
        return read_move(GAME, body)
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


@given(st.data())
def test_every_move_of_every_game_is_heard_as_it_is_told(data: st.DataObject) -> None:
    for game in games().values():
        for kind, command in game.commands.items():
            move = data.draw(commands(command))
            assert read_move(game, present_move(game, move, 5)) == (move, 5), kind


def test_a_part_is_told_as_an_object() -> None:
    assert TOLD["whole"] == {"sign": "+", "right": {"sign": "-", "left": 2, "dice": [1, 5]}}
    assert read_move(GAME, TOLD) == loaded(TOLD) == (COMMAND, 17)


def commands(command: type[Any]) -> st.SearchStrategy[Any]:
    """Commands, or parts of one, of this type."""
    return st.builds(command, **{name: taken(field) for name, field in fields_of(command).items()})


def taken(field: Field) -> st.SearchStrategy[Any]:
    """The values that a field accepts."""
    match field:
        case Number(least, most):
            return st.integers(least, most)
        case Text(choices):
            return st.sampled_from(choices) if choices else st.text()
        case Numbers(each, apart):
            return st.frozensets(taken(each), max_size=3) if apart else st.lists(taken(each), max_size=3).map(tuple)
        case Part(of, _, number):
            return commands(of) if number is None else commands(of) | taken(number)
        case _:
            assert_never(field)


@pytest.mark.parametrize(
    ("wrong", "detail"),
    [
        ({"type": "jump"}, "The move has no known type; known: everything, nothing."),
        ({"type": ["nothing"]}, "The move has no known type; known: everything, nothing."),
        ({"small": 5}, "The move everything is not as it should be: small must be at most 4."),
        ({"dice": [1, 1]}, "The move everything repeats a number in dice."),
        ({"by": "me"}, "The move everything is not as it should be: there is no field by."),
        ({"whole": 1}, "The move everything is not as it should be: whole must be an object, not a number."),
        ({"either": True}, "The move everything is not as it should be: either must be a whole number or an object, not true or false."),
        ({"whole": {"sign": "+"}}, "The move everything is not as it should be: whole.right is missing."),
        (
            {"whole": {"sign": "+", "right": {"sign": "+", "left": 3, "dice": []}}},
            "The move everything is not as it should be: whole.right.left must be at most 2.",
        ),
        (
            {"either": {"sign": "+", "right": {"sign": "+", "left": 0, "dice": [1, 1]}}},
            "The move everything repeats a number in either.right.dice.",
        ),
    ],
)
def test_the_detail_says_what_is_wrong(wrong: dict[str, Any], detail: str) -> None:
    with pytest.raises(NotAMove) as refusal:
        read_move(GAME, {**TOLD, **wrong})

    assert refusal.value.detail == str(refusal.value) == detail


def test_a_list_is_as_long_as_the_route_lets_it_be() -> None:
    longest = [0] * MOST_NUMBERS

    assert heard({**TOLD, "order": longest}) == loaded({**TOLD, "order": longest})
    assert heard({**TOLD, "order": [*longest, 0]}) is loaded({**TOLD, "order": [*longest, 0]}) is None


@pytest.mark.parametrize(
    ("wrong", "field", "detail"),
    [
        (3, "whole", "Must be an object with sign and right."),
        ({"sign": "*", "right": 1}, "whole.sign", "Must be one of: +, -."),
        ({"sign": "+"}, "whole.right", "Missing data for required field."),
        ({"sign": "+", "right": 3}, "whole.right", "Must be greater than or equal to 0 and less than or equal to 2."),
        ({"sign": "+", "right": True}, "whole.right", "Must be a whole number or an object with sign, left and dice."),
        ({"sign": "+", "right": 1.0}, "whole.right", "Must be a whole number or an object with sign, left and dice."),
        ({"sign": "+", "right": [1]}, "whole.right", "Must be a whole number or an object with sign, left and dice."),
        ({"sign": "+", "right": {"sign": "+", "left": "1", "dice": []}}, "whole.right.left", "Not a valid integer."),
        ({"sign": "+", "right": {"sign": "+", "left": {}, "dice": []}}, "whole.right.left", "Not a valid integer."),
        ({"sign": "+", "right": {"sign": "+", "left": 1, "dice": [1, 1]}}, "whole.right.dice", "Must not repeat a number."),
        ({"sign": "+", "right": 1, "by": 2}, "whole.by", "Unknown field; there are: sign, right."),
    ],
    ids=str,
)
def test_the_route_names_the_field_within_a_part_and_says_what_it_takes(wrong: Any, field: str, detail: str) -> None:
    with pytest.raises(Problem) as refusal:
        MOVES.load({**TOLD, "whole": wrong})

    assert refusal.value.extra["errors"] == [{"field": field, "detail": detail}]


def test_a_field_of_a_type_that_no_command_has_is_told() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Odd:
        names: list[str]

    with pytest.raises(TypeError, match="a command cannot have a field of type list"):
        Moves(replace(GAME, commands={"odd": Odd}))
