"""Laws that every game follows. A new folder under `rules/`, and every installed game, is tested here without any added line."""

import pytest

from rules.registry import games
from rules.testing.laws import LAWS, Law
from tests.rules.hash_seeds import told_alike
from tests.size import at_size

GAMES = games()
TABLES = [
    (name, seats) for name, game in GAMES.items() for seats in dict.fromkeys((*game.seats[: at_size(2, len(game.seats))], game.seats[-1]))
]
"""Every game with the fewest seats, one more, and the most; in `make test-all` with every number of seats."""

each_table = pytest.mark.parametrize(("name", "seats"), TABLES, ids=[f"{name}-{seats}" for name, seats in TABLES])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_the_name_of_its_folder(name: str) -> None:
    assert GAMES[name].name == name


@each_table
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_every_game_follows_the_law(law: Law, name: str, seats: int) -> None:
    law(GAMES[name], seats)


def test_every_process_judges_alike() -> None:
    """Sets have another order with another hash seed; what players think of moves, and its order, must not depend on it."""
    program = """
from rules.registry import games
from rules.testing.walks import sampled
for game in games().values():
    for rank in (player.rank for player in game.players.values() if player.rank is not None):
        for step in sampled(game, 3)[::6]:
            for move, *worth in rank(step.state, step.seat):
                parts = [getattr(move, name) for name in move.__slots__]
                print(type(move), [sorted(part) if isinstance(part, frozenset) else part for part in parts], worth)
"""

    assert len(told_alike(program).splitlines()) > 400
