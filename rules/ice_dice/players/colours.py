"""What a colour will bring in the end, while tokens of it are still to be had."""

from collections.abc import Sequence
from functools import lru_cache
from math import comb

from rules.ice_dice.events import Ties

PARTS = 48
"""Chances are counted in so many parts, so that positions that are nearly alike are reckoned once."""


@lru_cache(maxsize=2**14)
def expected(numbers: tuple[int, ...], free: int, chance: int, ties: Ties) -> tuple[float, ...]:
    """The points that the colour is expected to bring each seat in the end, for tokens, majority and the colour itself.

    `numbers` are the tokens of it that each seat has; `free` ones are nobody's, and each seat gets each of them with the chance
    `chance` / `PARTS`.
    """
    return tuple(_of_seat(seat, numbers, free, chance / PARTS, ties) for seat in range(len(numbers)))


def _of_seat(seat: int, numbers: tuple[int, ...], free: int, chance: float, ties: Ties) -> float:
    """The mean over how many more the seat gets. Of the others each is judged by itself, as if it alone were after the rest."""
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
    """How likely 0, 1 … `count` of so many tokens are got, each with this chance."""
    return tuple(comb(count, got) * chance**got * (1 - chance) ** (count - got) for got in range(count + 1))
