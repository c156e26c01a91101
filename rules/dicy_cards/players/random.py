"""The random player."""

from collections.abc import Sequence
from typing import TypeVar, assert_never

from rules.dice import Dice
from rules.dicy_cards.cards import CardId
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Score, Skip
from rules.dicy_cards.legal import legal
from rules.dicy_cards.state import State
from rules.game import Seat

T = TypeVar("T")


def choose(state: State, seat: Seat, dice: Dice) -> Command:
    """A random legal move: first its kind, then its card, then its dice.

    If all moves were equally likely, it would nearly always be a reroll.
    """
    moves = legal(state, seat)
    kind = _any_of(_distinct([type(move) for move in moves]), dice)
    alike = [move for move in moves if type(move) is kind]
    card = _any_of(_distinct([_card(move) for move in alike]), dice)
    return _any_of([move for move in alike if _card(move) == card], dice)


def _card(move: Command) -> CardId | None:
    match move:
        case Reroll():
            return move.freeze
        case Score() | Freeze() | Reset():
            return move.card
        case Roll() | Skip():
            return None
        case _:
            assert_never(move)


def _distinct(items: Sequence[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(items))


def _any_of(items: Sequence[T], dice: Dice) -> T:
    return items[dice.roll(1, sides=len(items)).values[0] - 1]
