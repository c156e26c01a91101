"""Plays the golden games again: `python -m tests.golden.record`. The same code always writes the same files.

Run it when a game itself has changed, never to make a test pass: a stored game that folds differently is a fault.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from hashlib import sha256
from importlib import import_module
from itertools import count
from pkgutil import iter_modules
from typing import Any

from events.timestamps import instant
from rules.dice import DiceSeed, SeededDice
from rules.game import AnyGame
from rules.registry import games
from rules.table import Decided, create, decide
from rules.table_commands import Create, SeatRequest
from tests.golden import recipes
from tests.golden.ending import Ending
from tests.golden.files import Golden, golden_game, write

NOW = instant(datetime(2026, 11, 28, tzinfo=UTC))
"""Golden games have no clocks."""


def endings(game: str) -> Mapping[str, Ending]:
    """The game's recipes by the name of the ending. Raises ModuleNotFoundError for a game that has none."""
    module: Any = import_module(f"tests.golden.recipes.{game.replace('-', '_')}")
    found: Mapping[str, Ending] = module.ENDINGS
    return found


def record(game: AnyGame, name: str, ending: Ending) -> Golden:
    """The first game, with secrets counted up, that has the wanted end."""
    return next(golden for number in count() if (golden := attempt(game, name, ending, number)) is not None)


def attempt(game: AnyGame, name: str, ending: Ending, number: int) -> Golden | None:
    """A game with the secret of this number; None if it ends in another way."""
    seed = DiceSeed(f"golden-{name}", sha256(f"{game.name} {name} {number}".encode()).hexdigest())
    facts, table = whole_table(game, ending, seed)
    if table.outcome is None or not ending.wanted(table.outcome, table.play):
        return None
    return golden_game(game, name, seed.table, facts, table)


def whole_table(game: AnyGame, ending: Ending, seed: DiceSeed) -> Decided:
    """One table from its first event to its last."""
    order = Create(options=ending.options, seats=(SeatRequest(kind="human"),) * ending.seats, client_seed="golden")
    facts, table = create(game, order, seed, NOW)
    mind = SeededDice(seed, ("mind",), 0)
    while table.status == "playing":
        owing = game.to_move(table.play)
        seat = owing[mind.roll(1, sides=len(owing)).values[0] - 1]
        more, table = decide(game, table, seat, ending.order(game, table.play, seat, mind), seed, NOW)
        facts.extend(more)
    return Decided(facts, table)


def main() -> None:
    known = games()
    for module in iter_modules(recipes.__path__):
        game = known[module.name.replace("_", "-")]
        for name, ending in endings(game.name).items():
            golden = record(game, name, ending)
            write(golden)
            print(f"{golden.path.name}: {len(golden.events)} events")


if __name__ == "__main__":
    main()
