"""The random player."""

from typing import assert_never

from rules.chance import any_of, of_any_kind
from rules.dice import Dice
from rules.dicy_cards.cards import CardId
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Score, Skip
from rules.dicy_cards.legal import legal
from rules.dicy_cards.state import State
from rules.game import Seat


def choose(state: State, seat: Seat, dice: Dice) -> Command:
    """A random legal move: first its kind, then its card, then its dice.

    If all moves were equally likely, it would nearly always be a reroll.
    """
    alike = of_any_kind(legal(state, seat), type, dice)
    return any_of(of_any_kind(alike, _card, dice), dice)


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
