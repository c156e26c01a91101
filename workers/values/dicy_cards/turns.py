"""A turn of Dicy Cards, for all hands and many situations (lanes) at once: what `rules.dicy_cards.players.turn` computes for one."""

from collections.abc import Callable
from math import factorial
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from rules.dicy_cards.players.hands import HANDS, slots
from rules.dicy_cards.players.kept import FACES, OF_SIZE, ROLLS, WITH_ONE_MORE, WITHOUT_ONE
from rules.dicy_cards.setup import CARDS_EACH

Floats: TypeAlias = npt.NDArray[np.float32]
Places: TypeAlias = npt.NDArray[np.intp]

HANDS_OF: Final = [[hand for hand in HANDS if hand.bit_count() == size] for size in range(CARDS_EACH + 1)]
"""The hands with each number of active cards."""

_AT: Final = {hand: place for hands in HANDS_OF for place, hand in enumerate(hands)}
_GROWN: Final[list[Places]] = [np.array(places, np.intp).reshape(-1, len(FACES)).T.copy() for places in WITH_ONE_MORE]
_SMALLER: Final[list[list[Places]]] = [[np.array(places, np.intp) for places in of_each_die] for of_each_die in WITHOUT_ONE]


def _chance(roll: tuple[int, ...]) -> float:
    """The chance of a roll of six dice."""
    ways = factorial(len(roll))
    for face in FACES:
        ways //= factorial(roll.count(face))
    return float(ways / len(FACES) ** len(roll))


_CHANCES: Final[Floats] = np.array([_chance(roll) for roll in ROLLS], np.float32)


def means_of_turn(scores: Callable[[list[int]], Floats], skip: Floats) -> Floats:
    """For each hand at the start of a turn (32 rows), for each lane: the value of the turn, with every decision made for the best.

    `scores(hands)` is a new array of (462 rolls, hands, lanes): the value of the best score. `skip` is the value of a skip in each lane.
    """
    means = np.empty((len(HANDS), skip.size), np.float32)
    means[0] = skip
    kept: list[Floats] = [np.broadcast_to(skip, (len(same_size), 1, skip.size)) for same_size in OF_SIZE[:-1]]
    for hands in HANDS_OF[1:]:
        rolled = np.maximum(scores(hands), skip)
        _raise_by_rerolls(rolled, hands, kept)
        means[hands] = np.tensordot(_CHANCES, rolled, axes=(0, 0))
        kept = _means(rolled)
    return means


def _raise_by_rerolls(rolled: Floats, hands: list[int], kept: list[Floats]) -> None:
    """Raise the value of each roll to that of its best reroll. `kept` are the values of kept dice, for hands with a card less."""
    best = _best_freeze(hands, kept[0])
    for of_each_die, after in zip(_SMALLER[1:-1], kept[1:], strict=True):
        fewer, best = best, _best_freeze(hands, after)
        _raise_to(best, fewer, of_each_die)
    _raise_to(rolled, best, _SMALLER[-1])


def _best_freeze(hands: list[int], after: Floats) -> Floats:
    """For each kept dice and hand, the value with the best card frozen."""
    best = np.empty((after.shape[0], len(hands), after.shape[2]), np.float32)
    for place, hand in enumerate(hands):
        smaller = [_AT[hand & ~(1 << slot)] for slot in slots(hand)]
        np.max(after[:, smaller], axis=1, out=best[:, place])
    return best


def _raise_to(values: Floats, fewer: Floats, of_each_die: list[Places]) -> None:
    picked = np.empty_like(values)
    for places in of_each_die:
        np.take(fewer, places, axis=0, out=picked, mode="clip")
        np.maximum(values, picked, out=values)


def _means(rolled: Floats) -> list[Floats]:
    """For each number of kept dice from 0 to 5, for each multiset: the mean over all rolls of the others."""
    means = [rolled]
    for of_each_face in reversed(_GROWN):
        total = means[-1].take(of_each_face[0], axis=0)
        picked = np.empty_like(total)
        for places in of_each_face[1:]:
            np.take(means[-1], places, axis=0, out=picked, mode="clip")
            total += picked
        total *= np.float32(1 / len(FACES))
        means.append(total)
    return means[:0:-1]
