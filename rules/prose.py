"""Parts of English sentences for players and programmers."""

from collections.abc import Iterable


def listed(items: Iterable[str]) -> str:
    """`A, B and C`; at least one item."""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def separated(items: Iterable[object]) -> str:
    """`A, B, C`."""
    return ", ".join(map(str, items))


def counted(number: int, one: str, many: str) -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {one if number == 1 else many}"
