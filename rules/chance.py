"""Choices by chance, for built-in players."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from rules.dice import Dice

T = TypeVar("T")

_MOST_SIDES = 256
"""The most sides of a die (`Dice.roll`)."""


def any_of(items: Sequence[T], dice: Dice) -> T:
    """One of the items, each equally likely; of more items than a die has sides, to one part in a million."""
    if len(items) <= _MOST_SIDES:
        return items[dice.roll(1, sides=len(items)).values[0] - 1]
    number = 0
    for value in dice.roll(4, sides=_MOST_SIDES).values:
        number = number * _MOST_SIDES + value - 1
    return items[number * len(items) // _MOST_SIDES**4]


def of_any_kind(items: Sequence[T], kind: Callable[[T], object], dice: Dice) -> list[T]:
    """All items of one kind, where each kind is equally likely, however many items it has."""
    chosen = any_of(tuple(dict.fromkeys(map(kind, items))), dice)
    return [item for item in items if kind(item) == chosen]
