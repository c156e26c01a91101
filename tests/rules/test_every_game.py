"""Laws that every game follows. A new folder under `rules/`, and every installed game, is tested here without any added line."""

import pytest

from rules.registry import games
from rules.testing.laws import LAWS, Law

GAMES = games()
TABLES = [(name, seats) for name, game in GAMES.items() for seats in game.seats]
"""Every game with every number of seats."""

each_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_name_of_its_folder(name: str) -> None:
    assert GAMES[name].name == name


@each_table
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_game_follows_the_law(law: Law, name: str, seats: int) -> None:
    law(GAMES[name], seats)
