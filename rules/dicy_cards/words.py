"""The texts of the game in one language."""

from collections.abc import Mapping
from typing import NamedTuple

from rules.dicy_cards.cards import CardId
from rules.dicy_cards.setup import FirstSeat, Mode
from rules.naming import Named


class Words(NamedTuple):
    """All texts. `mode`, `cards` and `first_seat` describe these options."""

    title: str
    summary: str
    mode: str
    cards: str
    first_seat: str
    modes: Mapping[Mode, Named]
    first_seats: Mapping[FirstSeat, Named]
    each: Mapping[CardId, Named]
    """The texts of every card."""
