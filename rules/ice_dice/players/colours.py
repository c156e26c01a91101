"""The expected final points of a colour, while tokens of it are still available."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from rules.ice_dice.events import Ties

CHANCE_STEPS = 48
"""Chances are rounded down to multiples of 1 / `CHANCE_STEPS`, so that similar positions share a cached result."""


@lru_cache(maxsize=2**14)
def expected(numbers: tuple[int, ...], free: int, chance: int, ties: Ties) -> tuple[float, ...]:
    """The points that the colour is expected to bring each seat in the end, for tokens, majority and the colour itself.

    `numbers` are the tokens of the colour that each seat has. `free` tokens belong to no seat, and each seat gets each of them with the
    probability `chance` / `CHANCE_STEPS`.
    """
    return tuple(_of_seat(seat, numbers, free, chance / CHANCE_STEPS, ties) for seat in range(len(numbers)))


def _of_seat(seat: int, numbers: tuple[int, ...], free: int, chance: float, ties: Ties) -> float:
    """The mean over the number of further tokens of the seat. Each other seat is compared separately, as if it alone could get the
    remaining ones.
    """
    others = (*numbers[:seat], *numbers[seat + 1 :])
    points = 0.0
    for more, likely in enumerate(_binomial(free, chance)):
        if own := numbers[seat] + more:
            rest = _binomial(free - more, chance / (1 - chance))
            leading = 1.0
            for other in others:
                leading *= sum(rest[: max(0, own - other + (ties == "children"))])
            points += likely * (own + own * leading + 1)
    return points


@lru_cache(maxsize=1024)
def _binomial(count: int, chance: float) -> Sequence[float]:
    """The probabilities of getting 0, 1 … `count` of `count` tokens, each with this chance."""
    return tuple(comb(count, got) * chance**got * (1 - chance) ** (count - got) for got in range(count + 1))
