"""The random player."""

from rules.chance import any_of, of_any_kind
from rules.dice import Dice
from rules.dice_cards.commands import Command, Mark
from rules.dice_cards.legal import legal
from rules.dice_cards.state import State
from rules.game import Seat


def choose(state: State, seat: Seat, dice: Dice) -> Command:
    """A random legal move: of a roll first the card (or the strike), so that a card with many cells is not chosen more often."""
    return any_of(of_any_kind(legal(state, seat), _card, dice), dice)


def _card(move: Command) -> int:
    return move.card if isinstance(move, Mark) else 0
