"""Recipes for golden games: how the seats play, and which end is wanted. The same recipe always gives the same game."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count
from typing import Any, Final, NamedTuple

from events.testing.golden import Golden, check_dice, finished_table, golden_game
from events.timestamps import instant
from rules.dice import Dice, DiceSeed, SeededDice
from rules.game import AnyGame, Outcome, Seat
from rules.table import Decided, create, decide
from rules.table_commands import Create, SeatRequest

NOW: Final = instant(datetime(2026, 11, 28, tzinfo=UTC))
"""Golden games have no clocks."""


class GoldenEnding(NamedTuple):
    """One way in which a game can end.

    `order(game, state, seat, mind)` returns the next command of a seat with a pending decision, or `Leave()`; `mind` are the dice for its
    random choices. `wanted(outcome, state)` returns whether a game has ended in this way.
    """

    seats: int
    options: Mapping[str, Any]
    order: Callable[[AnyGame, Any, Seat, Dice], Any]
    wanted: Callable[[Outcome, Any], bool]


def record(game: AnyGame, name: str, ending: GoldenEnding) -> Golden:
    """The first game, with secrets counted up, that has the wanted end. Never returns if there is no such game."""
    return next(golden for number in count() if (golden := _attempt(game, name, ending, number)) is not None)


def _attempt(game: AnyGame, name: str, ending: GoldenEnding, number: int) -> Golden | None:
    """A game with the secret of this number; None if it ends in another way."""
    seed = DiceSeed(f"golden-{name}", sha256(f"{game.name} {name} {number}".encode()).hexdigest())
    facts, table = whole_table(game, ending, seed)
    if table.outcome is None or not ending.wanted(table.outcome, table.play):
        return None
    return golden_game(game, name, seed.table, facts, table)


def whole_table(game: AnyGame, ending: GoldenEnding, seed: DiceSeed) -> Decided:
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


def check(game: AnyGame, golden: Golden, ending: GoldenEnding) -> None:
    """A stored game still folds to the view and result that it was stored with, ends as wanted, and its dice follow from its secret."""
    table = finished_table(game, golden)
    assert table.outcome is not None
    assert ending.wanted(table.outcome, table.play)
    check_dice(game, golden)
