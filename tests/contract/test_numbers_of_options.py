"""A number that an option sets stands nowhere else in a game's part of the contract; where its value is told, its limits hold."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from contract.names import known_games
from contract.parts import part
from rules.game import AnyGame
from rules.testing.laws.numbers import set_by_options
from tests.contract.checker import resolve, schema

each_game = pytest.mark.parametrize("game", known_games().values(), ids=lambda game: game.name)


def prose(node: Any) -> Iterator[str]:
    """Every description in a part."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from [value] if name in {"about", "description", "view"} and isinstance(value, str) else prose(value)
    elif isinstance(node, list):
        for value in node:
            yield from prose(value)


@each_game
def test_no_description_says_the_number_that_an_option_sets(game: AnyGame) -> None:
    for option, number in set_by_options(game):
        for text in prose(part(f"games/{game.name}")):
            assert not re.search(rf"\b{number}\b", text), f"contract/games/{game.name}.yaml says {number}, which {option} sets: {text}"


@each_game
def test_an_event_that_tells_an_option_has_the_limits_of_the_option(game: AnyGame) -> None:
    for event in game.events:
        name = "".join(word.capitalize() for word in re.split("[.-]", event.type))
        newest = schema(name) if event.schema == 1 else schema(name)["oneOf"][-1]
        told = newest["properties"]["data"].get("properties", {})
        for option, described in game.catalogue.options.items():
            if option in told and described.numbers is not None:
                values = resolve(told[option])
                assert (values["minimum"], values["maximum"]) == (described.numbers[0], described.numbers[-1]), f"{event.type}.{option}"
