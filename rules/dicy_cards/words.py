"""What the texts of one language consist of."""

from collections.abc import Mapping
from typing import NamedTuple

from rules.dicy_cards.cards import CardId
from rules.dicy_cards.setup import FirstSeat, Mode
from rules.naming import Named


class Words(NamedTuple):
    """Everything in one language; `mode`, `cards` and `first_seat` say what these options are about."""

    title: str
    summary: str
    mode: str
    cards: str
    first_seat: str
    modes: Mapping[Mode, Named]
    first_seats: Mapping[FirstSeat, Named]
    each: Mapping[CardId, Named]
    """Every card."""
