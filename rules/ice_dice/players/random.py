"""The random player."""

from collections.abc import Sequence
from typing import TypeVar

from rules.dice import Dice
from rules.game import Seat
from rules.ice_dice.commands import Command
from rules.ice_dice.legal import legal
from rules.ice_dice.state import State

T = TypeVar("T")


def choose(state: State, seat: Seat, dice: Dice) -> Command:
    """A random legal move: its kind first, so that a turn is not spent on rerolls."""
    moves = legal(state, seat)
    kind = _any_of(tuple(dict.fromkeys(type(move) for move in moves)), dice)
    return _any_of([move for move in moves if type(move) is kind], dice)


def _any_of(items: Sequence[T], dice: Dice) -> T:
    return items[dice.roll(1, sides=len(items)).values[0] - 1]
