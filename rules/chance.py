"""Choices by chance, for built-in players."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from rules.dice import Dice

T = TypeVar("T")


def any_of(items: Sequence[T], dice: Dice) -> T:
    """One of the items, each equally likely."""
    return items[dice.roll(1, sides=len(items)).values[0] - 1]


def of_any_kind(items: Sequence[T], kind: Callable[[T], object], dice: Dice) -> list[T]:
    """All items of one kind, where each kind is equally likely, however many items it has."""
    chosen = any_of(tuple(dict.fromkeys(map(kind, items))), dice)
    return [item for item in items if kind(item) == chosen]
