"""The points that each card offers for each roll."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Final

from rules.dicy_cards.cards import CARDS, CardId, Faces
from rules.dicy_cards.players.kept import ROLLS

MOST_POINTS: Final = 36
"""The most points that any card brings: six times six."""

UNLIMITED: Final = MOST_POINTS + 1
"""A limit that no card reaches."""


@lru_cache(maxsize=len(CARDS) * UNLIMITED)
def best_below(card: CardId, limit: int) -> tuple[int, ...]:
    """For each roll, the most points below `limit` for which the card can be scored; 0 if there are none."""
    return tuple(max([points for points in offered if points < limit], default=0) for offered in _offered(card))


@lru_cache(maxsize=len(CARDS) * UNLIMITED)
def for_best_below(card: CardId, limit: int) -> Callable[[Sequence[int]], Sequence[int]]:
    """Picks from values, by points from 0 to `MOST_POINTS`, that of `best_below` for each roll."""
    return itemgetter(*best_below(card, limit))


@cache
def _offered(card: CardId) -> tuple[frozenset[int], ...]:
    """For each roll, all points for which the card can be scored."""
    _, sizes, fits, points, *_ = CARDS[card]
    return tuple(frozenset(points(values) for size in sizes for values in _selections(roll, size) if fits(values, roll)) for roll in ROLLS)


@cache
def _selections(roll: Faces, size: int) -> frozenset[Faces]:
    """All selections of `size` dice from a roll. Equal dice are interchangeable."""
    return frozenset(combinations(roll, size))
