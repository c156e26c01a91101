"""The random player."""

from rules.chance import any_of, of_any_kind
from rules.dice import Dice
from rules.game import Seat
from rules.ice_dice.commands import Command
from rules.ice_dice.legal import legal
from rules.ice_dice.state import State


def choose(state: State, seat: Seat, dice: Dice) -> Command:
    """A random legal move: its kind first, so that a turn is not spent on rerolls."""
    return any_of(of_any_kind(legal(state, seat), type, dice), dice)
