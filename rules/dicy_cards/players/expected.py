"""Expected points of dice: exact means over every roll, computed once per set of cards and cached."""

from array import array
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement

from rules.dicy_cards.cards import CARDS, CardId, Faces
from rules.dicy_cards.guards import DICE

_FACES = range(1, 7)
_KEPT = tuple(chain.from_iterable(combinations_with_replacement(_FACES, size) for size in reversed(range(len(DICE) + 1))))
"""All dice that can be kept of a roll, faces ascending: whole rolls first, no dice last."""

_INDEX: Mapping[Faces, int] = {kept: index for index, kept in enumerate(_KEPT)}
_ROLLS: Mapping[Faces, int] = {kept: len(_FACES) ** (len(DICE) - len(kept)) for kept in _KEPT}
"""The number of ways in which the other dice can fall."""


def expected(cards: frozenset[CardId], kept: Faces) -> float:
    """The best score with one of these cards (0: none can be scored), as a mean over every roll of the dice that are not kept.

    `kept` are faces in ascending order.
    """
    return _sums(cards)[_INDEX[kept]] / _ROLLS[kept]


@lru_cache(maxsize=2048)
def _sums(cards: frozenset[CardId]) -> Sequence[int]:
    """For each selection of kept dice: the best score, summed over all rolls of the other dice. Integer sums avoid rounding that depends on
    the order.

    The cache has room for all sets of up to five cards out of twelve, in a few megabytes.
    """
    best = [_best(card) for card in cards]
    sums: dict[Faces, int] = {}
    for kept in _KEPT:
        if len(kept) == len(DICE):
            sums[kept] = max([scores[kept] for scores in best], default=0)
        else:
            sums[kept] = sum([sums[grown] for grown in _with_one_more(kept)])
    return array("I", sums.values())


@lru_cache(maxsize=len(_KEPT))
def _with_one_more(kept: Faces) -> tuple[Faces, ...]:
    """The same dice with one more, for each of its faces."""
    return tuple(tuple(sorted((*kept, face))) for face in _FACES)


@lru_cache(maxsize=len(CARDS))
def _best(card: CardId) -> Mapping[Faces, int]:
    """The most points of the card for each roll, faces ascending; 0 if it cannot be scored."""
    return {roll: _most(card, roll) for roll in _KEPT if len(roll) == len(DICE)}


def _most(card: CardId, roll: Faces) -> int:
    _, sizes, fits, points, *_ = CARDS[card]
    return max([points(values) for size in sizes for values in _selections(roll, size) if fits(values, roll)], default=0)


@cache
def _selections(roll: Faces, size: int) -> frozenset[Faces]:
    """All selections of `size` dice from a roll. Equal dice are interchangeable."""
    return frozenset(combinations(roll, size))
