"""Moves for property tests: well-formed ones, and bodies that nearly are."""

from typing import Any, assert_never

from hypothesis import strategies as st

from events.tables.command_fields import LARGEST_SAFE_INTEGER, Field, Number, Numbers, Part, Text, fields_of
from events.tables.presenting import present_move
from rules.game import AnyGame

NUMBERS = st.integers(-2, 7) | st.sampled_from(
    [LARGEST_SAFE_INTEGER, LARGEST_SAFE_INTEGER + 1, -LARGEST_SAFE_INTEGER, -LARGEST_SAFE_INTEGER - 1, 2**64, 10**30]
)
PLAIN = st.none() | st.booleans() | NUMBERS | st.sampled_from([0.0, 1.0, 2.5, float("nan"), float("inf"), "", "x", "odds", "+", "1"])
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "op", "type"]), inner), max_leaves=4
)


def commands(command: type[Any]) -> st.SearchStrategy[Any]:
    """Commands, or parts of one, of this type."""
    return st.builds(command, **{name: _accepted(field) for name, field in fields_of(command).items()})


def _accepted(field: Field) -> st.SearchStrategy[Any]:
    match field:
        case Number(least, most):
            return st.integers(least, most)
        case Text(choices):
            return st.sampled_from(choices) if choices else st.text()
        case Numbers(each, apart):
            return st.frozensets(_accepted(each), max_size=3) if apart else st.lists(_accepted(each), max_size=3).map(tuple)
        case Part(of, _, number):
            return commands(of) if number is None else commands(of) | _accepted(number)
        case _:
            assert_never(field)


@st.composite
def bodies(draw: st.DrawFn, game: AnyGame, kind: str) -> dict[str, Any]:
    """Moves of one kind as clients post them, with up to three changes at any depth."""
    body: dict[str, Any] = present_move(game, draw(commands(game.commands[kind])), draw(st.integers(1, LARGEST_SAFE_INTEGER)))
    for _ in range(draw(st.integers(0, 3))):
        body = draw(_changed(body))
    return {**body, "type": kind}


@st.composite
def _changed(draw: st.DrawFn, value: Any) -> Any:
    """The object or list with one member changed, left out or added."""
    places = [*value] if isinstance(value, dict) else [*range(len(value))]
    if not places or draw(st.integers(0, 4)) == 0:
        return {**value, draw(st.sampled_from(["extra", "", "op"])): draw(VALUES)} if isinstance(value, dict) else [*value, draw(VALUES)]
    place = draw(st.sampled_from(places))
    inner, copy = value[place], value.copy()
    if isinstance(inner, dict | list) and draw(st.booleans()):
        copy[place] = draw(_changed(inner))
    elif draw(st.booleans()):
        copy[place] = draw(VALUES)
    else:
        del copy[place]
    return copy


def exact(value: Any) -> Any:
    """The body for JSON Schema, which takes 1.0 for an integer: the contract does not, so no number with a fraction stays one."""
    match value:
        case dict():
            return {name: exact(inner) for name, inner in value.items()}
        case list():
            return [exact(inner) for inner in value]
        case float():
            return None
        case _:
            return value
