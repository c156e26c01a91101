"""Parts of English sentences for player-visible texts."""

from collections.abc import Iterable


def listed(items: Iterable[str]) -> str:
    """`A, B and C`; at least one item."""
    *most, last = items
    return f"{', '.join(most)} and {last}" if most else last


def counted(number: int, one: str, many: str) -> str:
    """A number with the noun in the right form."""
    return f"{number} {one if number == 1 else many}"
