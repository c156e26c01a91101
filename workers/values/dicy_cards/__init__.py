"""Computes the values by which players of Dicy Cards play, with numpy. Outside the game's folder only this one knows its inside."""

from collections.abc import Callable, Sequence
from typing import Final

from rules.dicy_cards.players.tables import named, read_name
from rules.dicy_cards.setup import GLACIAL, STAND_INS

PLAYED_MOST: Final[Sequence[str]] = (
    *(named(GLACIAL, seats) for seats in (2, 3, 4)),
    *(named(cards, 2) for cards in STAND_INS.values()),
)
"""The names of the tables that come with the package."""


def build(name: str, progress: Callable[[float], None]) -> bytes:
    """The data of the table of this name. `progress` is called with 0.0 to 1.0. Raises ValueError for a name that no table has."""
    five, seats = read_name(name)
    from workers.values.dicy_cards.duel import table  # numpy is slow to import, and needed here only

    return table(five, seats, progress)
