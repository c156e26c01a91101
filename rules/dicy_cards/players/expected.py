"""Expected points of dice: exact means over every roll, computed once per set of cards and cached."""

from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from rules.dicy_cards.cards import CardId, Faces
from rules.dicy_cards.guards import DICE
from rules.dicy_cards.players.kept import FACES, PLACE, ROLLS, WITH_ONE_MORE
from rules.dicy_cards.players.offers import UNLIMITED, best_below

_ROLLS: Final[Sequence[int]] = [len(FACES) ** rerolled for rerolled in reversed(range(len(DICE) + 1))]
"""For each number of kept dice, the number of ways in which the others can fall."""


def expected(cards: frozenset[CardId], kept: Faces) -> float:
    """The best score with one of these cards (0: none can be scored), as a mean over every roll of the dice that are not kept.

    `kept` are faces in ascending order.
    """
    return _sums(cards)[len(kept)][PLACE[kept]] / _ROLLS[len(kept)]


@lru_cache(maxsize=2048)
def _sums(cards: frozenset[CardId]) -> tuple[Sequence[int], ...]:
    """For each selection of kept dice, by size: the best score, summed over all rolls of the other dice. Integer sums avoid rounding that
    depends on the order.

    The cache has room for all sets of up to five cards out of twelve, in a few megabytes.
    """
    nothing = [0] * len(ROLLS)
    sums = [array("I", map(max, nothing, nothing, *(best_below(card, UNLIMITED) for card in cards)))]
    for places in reversed(WITH_ONE_MORE):
        grown = [sums[0][place] for place in places]
        sums.insert(0, array("I", map(sum, zip(*[iter(grown)] * len(FACES), strict=True))))
    return tuple(sums)
