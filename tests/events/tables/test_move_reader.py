"""Moves from clients: every move that is shown is also accepted; of any other, all that is wrong is reported at once."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import jsonschema_rs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.strict_schema import MOST_ERRORS, Invalid
from events.tables.command_fields import MOST_NUMBERS
from events.tables.move_reader import read_move
from events.tables.move_schema import json_schema
from events.tables.presenting import present_move
from rules.game import AnyGame
from rules.registry import games
from tests.made_up_moves import bodies, commands, exact
from tests.size import at_size


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
    card: Literal["odds", "{0}"]
    dice: frozenset[int] = field(metadata={"minimum": 0, "maximum": 5})
    order: tuple[int, ...] = field(metadata={"minimum": 0})
    whole: Outer
    either: int | Outer


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing:
    """A command without fields."""


GAME: AnyGame = replace(games()["dicy-cards"], commands={"everything": Everything, "nothing": Nothing})
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

SCHEMAS = {kind: jsonschema_rs.Draft202012Validator(json_schema(kind, command)) for kind, command in GAME.commands.items()}


def errors(body: Mapping[str, Any]) -> Mapping[str, str]:
    """What is wrong with a move, by field; empty if it is accepted."""
    try:
        read_move(GAME, body)
    except Invalid as invalid:
        return {wrong["field"]: wrong["detail"] for wrong in invalid.errors}
    return {}


@settings(max_examples=at_size(150, 2000))
@given(st.data(), st.sampled_from([*GAME.commands]))
def test_the_reader_accepts_what_the_schema_describes_and_nothing_else(data: st.DataObject, kind: str) -> None:
    body = data.draw(bodies(GAME, kind))

    assert (errors(body) == {}) == SCHEMAS[kind].is_valid(exact(body))


@given(st.data())
@settings(max_examples=at_size(30, 500))
def test_every_move_of_every_game_is_read_as_it_is_shown(data: st.DataObject) -> None:
    for game in games().values():
        for kind, command in game.commands.items():
            move = data.draw(commands(command))
            assert read_move(game, present_move(game, move, 5)) == (move, 5), kind


def test_a_part_is_shown_as_an_object() -> None:
    assert TOLD["whole"] == {"sign": "+", "right": {"sign": "-", "left": 2, "dice": [1, 5]}}
    assert read_move(GAME, TOLD) == (COMMAND, 17)


def test_all_that_is_wrong_is_reported_at_once_field_by_field_with_what_is_accepted() -> None:
    body = {
        "type": "everything",
        "number": True,
        "small": 5,
        "word": None,
        "card": "queen",
        "dice": [1, 1],
        "order": [0, -1, "2"],
        "whole": {"sign": "*", "right": {"left": 3, "dice": 4}, "by": "me"},
        "colour": "red",
    }
    with pytest.raises(Invalid) as refusal:
        read_move(GAME, body)

    assert [(wrong["field"], wrong["detail"]) for wrong in refusal.value.errors] == [
        ("card", "Must be one of: odds, {0}."),
        ("colour", "Unknown field; there are: type, decision, number, small, word, card, dice, order, whole, either."),
        ("decision", "Is missing. Must be a whole number from 1 to 9007199254740991."),
        ("dice", "Must not repeat a number."),
        ("either", "Is missing. Must be a whole number from -9007199254740991 to 9007199254740991, or an object with sign and right."),
        ("number", "Must be a whole number from -9007199254740991 to 9007199254740991."),
        ("order.1", "Must be a whole number from 0 to 9007199254740991."),
        ("order.2", "Must be a whole number from 0 to 9007199254740991."),
        ("small", "Must be a whole number from 2 to 4."),
        ("whole.by", "Unknown field; there are: sign, right."),
        ("whole.right.dice", "Must be a list of whole numbers."),
        ("whole.right.left", "Must be a whole number from 0 to 2."),
        ("whole.right.sign", "Is missing. Must be one of: +, -."),
        ("whole.sign", "Must be one of: +, -."),
        ("word", "Must be a text."),
    ]
    assert str(refusal.value).startswith("card: Must be one of: odds, {0}. colour: Unknown field; ")


@pytest.mark.parametrize("kind", ["jump", ["nothing"], None, 1, True, {}], ids=repr)
def test_a_move_of_no_known_type_is_told_the_known_ones(kind: Any) -> None:
    assert errors({**TOLD, "type": kind}) == {"type": "Must be one of: everything, nothing."}


def test_a_move_without_a_type_is_told_the_known_ones() -> None:
    assert errors({}) == {"type": "Must be one of: everything, nothing."}


@pytest.mark.parametrize("value", [None, True, 1.0, 3, 10**400, -1, float("nan"), float("inf"), "1", "", [1], []], ids=repr)
@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("whole", "Must be an object with sign and right."),
        ("right", "Must be a whole number from 0 to 2, or an object with sign, left and dice."),
    ],
)
def test_whatever_stands_in_the_place_of_an_object_is_told_what_is_accepted(name: str, accepted: str, value: Any) -> None:
    whole, path = ({"sign": "+", "right": value}, "whole.right") if name == "right" else (value, "whole")

    assert errors({**TOLD, "whole": whole}) == {path: accepted}


def test_a_list_has_at_most_as_many_numbers_as_any_game_needs() -> None:
    longest = [0] * MOST_NUMBERS

    assert errors({**TOLD, "order": longest}) == {}
    assert errors({**TOLD, "order": [*longest, "x"]}) == {"order": "Must have at most 64 items."}


def test_an_unknown_field_is_named_even_if_it_has_a_name_of_the_library() -> None:
    assert errors({**TOLD, "_schema": 1, "whole": {"sign": "+", "right": 1, "_schema": {}}}).keys() == {"_schema", "whole._schema"}


def test_no_more_wrong_fields_are_reported_than_anybody_reads() -> None:
    assert len(errors({**TOLD, **{f"field-{number}": number for number in range(1000)}})) == MOST_ERRORS


def test_a_command_with_a_field_of_another_type_is_an_error_of_the_game() -> None:
    @dataclass(frozen=True, slots=True, kw_only=True)
    class Odd:
        names: list[str]

    with pytest.raises(TypeError, match="a command cannot have a field of type list"):
        read_move(replace(GAME, commands={"odd": Odd}), {"type": "odd"})
