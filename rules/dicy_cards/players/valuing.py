"""Ranks the commands of a seat by the values of its turn, and chooses among the best."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple, TypeAlias, assert_never

from rules.chance import any_of
from rules.dice import Dice
from rules.dicy_cards.cards import CARDS, Faces
from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Score, Skip
from rules.dicy_cards.guards import DICE
from rules.dicy_cards.legal import legal
from rules.dicy_cards.players.hands import hand_of, in_order
from rules.dicy_cards.players.kept import PLACE
from rules.dicy_cards.players.turn import TurnPlan
from rules.dicy_cards.state import State
from rules.game import Seat


class Judgement(NamedTuple):
    """What a decision of a seat is worth, in integers of one unit: its turn, a score, and the hand that a choice leaves."""

    turn: Callable[[], TurnPlan]
    score: Callable[[int, int, int], int]
    """(slot of the card, hand left, points) -> value."""
    choice: Callable[[int], int]
    """(hand left) -> value."""


Valued: TypeAlias = Sequence[tuple[Command, int]]


def best_first(state: State, seat: Seat, judgement: Judgement) -> Valued:
    """Every legal command and its value, best first. Of equal ones rerolls, and a roll, are last: no turn continues without a benefit."""
    commands = legal(state, seat)
    valued = list(_valued(state, seat, commands, judgement)) if commands else []
    valued.sort(key=lambda known: (-known[1], _continues(known[0])))
    return valued


def any_best(valued: Valued, dice: Dice) -> Command:
    """One of the best commands, by the seat's own chance."""
    first, most = valued[0]
    equal = takewhile(lambda known: known[1] == most and _continues(known[0]) == _continues(first), valued)
    return any_of([command for command, _ in equal], dice)


def _continues(command: Command) -> bool:
    return isinstance(command, Reroll | Roll)


def _valued(state: State, seat: Seat, commands: Iterable[Command], judgement: Judgement) -> Iterable[tuple[Command, int]]:
    five = in_order(state.cards)
    hand, slot = hand_of(five, state.players[seat].active), {card: number for number, card in enumerate(five)}
    kept, faces = kept_after(state.dice or ()), state.dice or ()
    for command in commands:
        match command:
            case Reroll(freeze=card, dice=dice):
                size, place = kept[dice]
                yield command, judgement.turn().kept(hand & ~(1 << slot[card]))[size][place]
            case Score(card=card, dice=dice):
                points = CARDS[card].points(tuple(sorted([faces[position] for position in dice])))
                yield command, judgement.score(slot[card], hand & ~(1 << slot[card]), points)
            case Roll():
                yield command, judgement.turn().kept(hand)[0][0]
            case Skip():
                yield command, judgement.turn().skip
            case Freeze(card=card) | Reset(card=card):
                yield command, judgement.choice(hand ^ 1 << slot[card])
            case _:
                assert_never(command)


@lru_cache(maxsize=4096)
def kept_after(faces: Faces) -> Mapping[frozenset[int], tuple[int, int]]:
    """For each selection of dice to reroll, the number of dice kept and the place of the faces that they show."""
    kept = {}
    for chosen in range(1, 2 ** len(faces)):
        left = tuple(sorted([face for position, face in enumerate(faces) if not chosen >> position & 1]))
        kept[frozenset(position for position in DICE if chosen >> position & 1)] = (len(left), PLACE[left])
    return kept
