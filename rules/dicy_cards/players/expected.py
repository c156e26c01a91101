"""How many points dice will bring: exact means over every roll, counted once for a set of cards and kept."""

from array import array
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement

from rules.dicy_cards.cards import CARDS, CardId, Faces
from rules.dicy_cards.guards import DICE

_FACES = range(1, 7)
_KEPT = tuple(chain.from_iterable(combinations_with_replacement(_FACES, size) for size in reversed(range(len(DICE) + 1))))
"""All dice that can be kept of a roll, faces ascending: whole rolls first, nothing kept last."""

_PLACES: Mapping[Faces, int] = {kept: place for place, kept in enumerate(_KEPT)}
_ROLLS: Mapping[Faces, int] = {kept: len(_FACES) ** (len(DICE) - len(kept)) for kept in _KEPT}
"""In how many ways the dice that are not kept can fall."""


def expected(cards: frozenset[CardId], kept: Faces) -> float:
    """The best score that one of these cards allows (0: none does), as a mean over every roll of the dice that are not kept.

    `kept` shows faces in ascending order.
    """
    return _sums(cards)[_PLACES[kept]] / _ROLLS[kept]


@lru_cache(maxsize=2048)
def _sums(cards: frozenset[CardId]) -> Sequence[int]:
    """For each of the dice kept: the best score summed over all rolls of the others, so that no rounding depends on an order.

    The cache has room for all sets of up to five cards out of twelve, in a few megabytes.
    """
    best = [_best(card) for card in cards]
    sums: dict[Faces, int] = {}
    for kept in _KEPT:
        if len(kept) == len(DICE):
            sums[kept] = max([scores[kept] for scores in best], default=0)
        else:
            sums[kept] = sum([sums[grown] for grown in _grown(kept)])
    return array("I", sums.values())


@lru_cache(maxsize=len(_KEPT))
def _grown(kept: Faces) -> tuple[Faces, ...]:
    """The same dice with one more, for each face that it may show."""
    return tuple(tuple(sorted((*kept, face))) for face in _FACES)


@lru_cache(maxsize=len(CARDS))
def _best(card: CardId) -> Mapping[Faces, int]:
    """The most points that the card allows with each roll, faces ascending; 0 where it cannot be scored."""
    return {roll: _most(card, roll) for roll in _KEPT if len(roll) == len(DICE)}


def _most(card: CardId, roll: Faces) -> int:
    _, sizes, fits, points, *_ = CARDS[card]
    return max([points(values) for size in sizes for values in _selections(roll, size) if fits(values, roll)], default=0)


@cache
def _selections(roll: Faces, size: int) -> frozenset[Faces]:
    """So many dice out of a roll, each choice once however many dice show the same."""
    return frozenset(combinations(roll, size))
