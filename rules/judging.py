"""Sorts the commands that a built-in player has judged."""

from collections.abc import Callable, Iterable
from typing import TypeVar

C = TypeVar("C")

EQUAL_TO_DIGITS = 9
"""Values that agree to this many decimal places are equal, because sums are not more exact. Small differences still count: they may bring
little at once, but much later.
"""


def best_first(judged: Iterable[tuple[C, float]], last: Callable[[C], bool] = lambda _command: False) -> tuple[tuple[C, float], ...]:
    """The commands by value. Equal ones keep their order, with those that are `last` behind the others."""
    rounded = [(command, round(worth, EQUAL_TO_DIGITS) or 0.0) for command, worth in judged]  # 0.0, not -0.0
    return tuple(sorted(rounded, key=lambda ranked: (-ranked[1], last(ranked[0]))))
