"""Pieces of English sentences, for whatever is told to people."""

from collections.abc import Iterable


def listed(items: Iterable[str]) -> str:
    """`A, B and C`; there is at least one item."""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, one: str, many: str) -> str:
    """A number with the word for so many."""
    return f"{number} {one if number == 1 else many}"
