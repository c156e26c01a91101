"""A move's schema in the contract accepts exactly what the game's command accepts, and what the reader of moves accepts."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.strict_schema import Invalid
from events.tables.move_reader import read_move
from events.tables.move_schema import json_schema
from rules.game import AnyGame
from rules.registry import games
from tests.contract.checker import faults, published, resolve, schema
from tests.made_up_moves import bodies, exact
from tests.size import at_size

MOVES = [(game.name, kind, command) for game in games().values() for kind, command in game.commands.items()]
SAID_OTHERWISE = {"description", "examples", "x-names"}


def _plain(node: Any) -> Any:
    """A schema with its references resolved and without its descriptions and names. It leaves out the type of a constant, which is
    implied.
    """
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    whole = resolve(node)
    dull = SAID_OTHERWISE | ({"type"} if "const" in whole else set())
    return {name: _plain(value) for name, value in whole.items() if name not in dull}


def _name(*parts: str) -> str:
    """The name of a schema: `ice-dice` and `move` are `IceDiceMove`."""
    return "".join(word.capitalize() for part in parts for word in part.split("-"))


def _reference(name: str) -> str:
    return f"#/components/schemas/{name}"


@pytest.mark.parametrize(("game", "kind", "command"), MOVES, ids=[f"{game}.{kind}" for game, kind, _ in MOVES])
def test_a_move_is_as_its_command(game: str, kind: str, command: type[Any]) -> None:
    promised, derived = _plain(schema(_name(game, kind))), _plain(json_schema(kind, command))

    assert {**promised, "required": sorted(promised["required"])} == {**derived, "required": sorted(derived["required"])}


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.name)
def test_the_contract_has_every_move_of_a_game_and_no_other(game: AnyGame) -> None:
    chosen = schema(_name(game.name, "move"))

    assert {option["$ref"] for option in chosen["oneOf"]} == {_reference(_name(game.name, kind)) for kind in game.commands}


def test_a_move_is_one_of_some_game() -> None:
    assert schema("Move")["oneOf"] == [{"$ref": _reference(_name(game, "move"))} for game in games()]


def test_the_published_union_has_one_member_for_each_type_and_one_for_those_to_come() -> None:
    kinds = {kind for game in games().values() for kind in game.commands}
    chosen = published()["components"]["schemas"]["Move"]

    assert chosen["discriminator"]["mapping"] == {kind: _reference(f"{_name(kind)}Move") for kind in kinds} | {
        "OtherMove": _reference("OtherMove")
    }
    assert [option["$ref"] for option in chosen["oneOf"]] == [*chosen["discriminator"]["mapping"].values()]


@pytest.mark.parametrize(
    ("game", "kind"), [(game, kind) for game in games().values() for kind in game.commands], ids=lambda one: getattr(one, "name", one)
)
@settings(deadline=None, max_examples=at_size(30, 200))
@given(data=st.data())
def test_a_move_is_read_where_the_contract_accepts_it_and_refused_where_it_does_not(data: st.DataObject, game: AnyGame, kind: str) -> None:
    body = data.draw(bodies(game, kind))

    assert _is_read(game, body) == (faults({"$ref": _reference(_name(game.name, kind))}, exact(body)) == [])


def _is_read(game: AnyGame, body: dict[str, Any]) -> bool:
    try:
        read_move(game, body)
    except Invalid:
        return False
    return True
