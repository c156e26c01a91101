"""The greedy player: it takes the best score of this turn, or a reroll with a better expected score, looking one reroll ahead."""

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
from rules.judging import Ranked

_EVERY = frozenset(DICE)

THAWED_CARD_POINTS = 2.0
"""The value, in points, of a card that a skip thaws. It is low enough that the player rarely gives up a score for it. It is high enough
that a player with one poor card left does not waste turns on that card.
"""


class Worth(NamedTuple):
    """The value of a command; greater is better.

    Compared in this order: the expected points; the number of cards left active after scoring; the expected points of a roll with the cards
    that are active right after the command. So of two equal scores, the less useful card is used.
    """

    points: float
    active: int
    outlook: float


def choose(state: State, seat: Seat, _dice: Dice) -> Command:
    """The best command by `rank`. The same state always gives the same answer; the dice are unused."""
    return rank(state, seat)[0].command


def rank(state: State, seat: Seat) -> tuple[Ranked[Command], ...]:
    """Every legal command and its expected points, best first; equal ones in the order of `legal`.

    A score counts its points. A roll or reroll counts the best score expected after it. A skip counts `THAWED_CARD_POINTS` per card. A
    choice counts the expected points of a roll with the cards active after it.
    """
    active = frozenset(state.players[seat].active)
    valued = [(command, _worth(state, active, command)) for command in legal(state, seat)]
    valued.sort(key=itemgetter(1), reverse=True)
    return tuple(Ranked(command, worth.points) for command, worth in valued)


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
            return Worth(THAWED_CARD_POINTS * len(every - active), len(every), expected(every, ()))
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
