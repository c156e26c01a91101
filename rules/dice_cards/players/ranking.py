"""Sorts commands by value."""

from collections.abc import Iterable
from typing import TypeAlias

from rules.dice_cards.commands import Command

Judged: TypeAlias = Iterable[tuple[Command, float]]

EQUAL_TO_DIGITS = 9
"""Values that agree to this many decimal places are equal, because sums are not more exact."""


def best_first(judged: Judged) -> tuple[tuple[Command, float], ...]:
    """The commands by value; equal ones keep their order."""
    rounded = [(command, round(worth, EQUAL_TO_DIGITS) or 0.0) for command, worth in judged]  # 0.0, not -0.0
    return tuple(sorted(rounded, key=lambda ranked: -ranked[1]))
