"""The player who takes what this turn brings: the best score, or the reroll that promises more, one reroll ahead."""

from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple, assert_never

from rules.dice import Dice
from rules.dicy_cards.cards import CARDS, CardId, Faces
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Score, Skip
from rules.dicy_cards.guards import DICE
from rules.dicy_cards.legal import legal
from rules.dicy_cards.players.expected import expected
from rules.dicy_cards.state import State
from rules.game import Seat

_EVERY = frozenset(DICE)

CARD_BACK = 2.0
"""The points that a card is worth which a skip resets: little enough that hardly any score is given up for it, and enough
that a player with one poor card left does not spend turns on it."""


class Worth(NamedTuple):
    """How good a command is; the greater is the better one.

    The points expected of it; then how many cards it leaves active once the turn is scored; then the points expected of a roll
    with the cards that it leaves active at once, so that of two equal scores the card goes that is missed least.
    """

    points: float
    active: int
    outlook: float


def choose(state: State, seat: Seat, _dice: Dice) -> Command:
    """The best command by `rank`; the same state has the same answer, whatever the dice."""
    return rank(state, seat)[0][0]


def rank(state: State, seat: Seat) -> tuple[tuple[Command, float], ...]:
    """Every legal command and the points expected of it, best first; equally good ones in the order of `legal`.

    A score brings its points; a roll or a reroll the best score that it is expected to allow; a skip `CARD_BACK` for each card;
    a choice that is owed is worth what a roll is expected to allow with the cards that are active after it.
    """
    active = frozenset(state.players[seat].active)
    judged = [(command, _worth(state, active, command)) for command in legal(state, seat)]
    judged.sort(key=itemgetter(1), reverse=True)
    return tuple((command, worth.points) for command, worth in judged)


def _worth(state: State, active: frozenset[CardId], command: Command) -> Worth:
    faces = state.dice or ()
    match command:
        case Reroll(freeze=card, dice=dice):
            left = _without(active, card)
            return Worth(expected(left, _shown(faces, _EVERY - dice)), len(left) - 1, expected(left, ()))
        case Score(card=card, dice=dice):
            left = _without(active, card)
            return Worth(float(CARDS[card].points(_shown(faces, dice))), len(left), expected(left, ()))
        case Roll():
            return _of_next_roll(active)
        case Skip():
            every = frozenset(state.cards)
            return Worth(CARD_BACK * len(every - active), len(every), expected(every, ()))
        case Freeze(card=card):
            return _of_next_roll(active - {card})
        case Reset(card=card):
            return _of_next_roll(active | {card})
        case _:
            assert_never(command)


def _of_next_roll(active: frozenset[CardId]) -> Worth:
    points = expected(active, ())
    return Worth(points, len(active) - 1, points)


@lru_cache(maxsize=1024)
def _without(active: frozenset[CardId], card: CardId) -> frozenset[CardId]:
    return active - {card}


@lru_cache(maxsize=4096)
def _shown(faces: Faces, positions: frozenset[int]) -> Faces:
    """The faces at these positions, ascending."""
    return tuple(sorted([faces[position] for position in positions]))
