"""The random player."""

from collections.abc import Sequence
from typing import TypeVar

from rules.dice import Dice
from rules.dice_cards.commands import Command, Mark
from rules.dice_cards.deck import Deck
from rules.dice_cards.legal import legal
from rules.dice_cards.state import State
from rules.game import Seat

T = TypeVar("T")


def choose(deck: Deck, state: State, seat: Seat, dice: Dice) -> Command:
    """A random legal move: of a roll first the card (or the strike), so that a card with many cells is not chosen more often."""
    moves = legal(deck, state, seat)
    card = _any_of(tuple(dict.fromkeys(map(_card, moves))), dice)
    return _any_of([move for move in moves if _card(move) == card], dice)


def _card(move: Command) -> int:
    return move.card if isinstance(move, Mark) else 0


def _any_of(items: Sequence[T], dice: Dice) -> T:
    return items[dice.roll(1, sides=len(items)).values[0] - 1]
