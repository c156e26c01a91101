"""Sorts commands by value."""

from collections.abc import Iterable
from typing import TypeAlias

from rules.ice_dice.commands import Command, Reroll

Judged: TypeAlias = Iterable[tuple[Command, float]]

EQUAL_TO_DIGITS = 9
"""Values that agree to this many decimal places are equal, because sums are not more exact. Small differences still count: leaving another
seat the hardest numbers brings little at once, but much later.
"""


def best_first(judged: Judged) -> tuple[tuple[Command, float], ...]:
    """The commands by value. Equal ones keep their order, with rerolls last, so that no turn continues without a benefit."""
    rounded = [(command, round(worth, EQUAL_TO_DIGITS) or 0.0) for command, worth in judged]  # 0.0, not -0.0
    return tuple(sorted(rounded, key=lambda ranked: (-ranked[1], isinstance(ranked[0], Reroll))))
