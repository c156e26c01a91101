"""A move in the contract takes just what the game's command takes."""

from typing import Any

import pytest

from rules.registry import games
from service.moves import json_schema
from tests.contract.checker import resolve, schema

MOVES = [(game.name, kind, command) for game in games().values() for kind, command in game.commands.items()]
SAID_OTHERWISE = {"description", "examples"}


def _plain(node: Any) -> Any:
    """A schema with its references filled in and without its words; a constant's type goes without saying."""
    if isinstance(node, list):
        return [_plain(item) for item in node]
    if not isinstance(node, dict):
        return node
    whole = resolve(node)
    dull = SAID_OTHERWISE | ({"type"} if "const" in whole else set())
    return {name: _plain(value) for name, value in whole.items() if name not in dull}


def _in_contract(game: str, kind: str) -> dict[str, Any]:
    name = "".join(part.capitalize() for part in [*game.split("-"), *kind.split("-")])
    plain: dict[str, Any] = _plain(schema(name))
    return plain


@pytest.mark.parametrize(("game", "kind", "command"), MOVES, ids=[f"{game}.{kind}" for game, kind, _ in MOVES])
def test_a_move_is_as_its_command(game: str, kind: str, command: type[Any]) -> None:
    promised, derived = _in_contract(game, kind), json_schema(kind, command)

    assert {**promised, "required": sorted(promised["required"])} == {**derived, "required": sorted(derived["required"])}


def test_the_contract_has_every_move_and_no_other() -> None:
    kinds = {kind for _, kind, _ in MOVES}
    chosen = schema("Move")

    assert chosen["discriminator"]["mapping"].keys() == kinds
    assert {option["$ref"] for option in chosen["oneOf"]} == set(chosen["discriminator"]["mapping"].values())
