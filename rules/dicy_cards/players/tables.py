"""The names of the tables of values by which the expert plays: one for each set of cards and number of seats."""

import re
from typing import Final

from rules.dicy_cards.cards import CARDS, CardId
from rules.dicy_cards.players.hands import in_order
from rules.dicy_cards.setup import CARDS_EACH, Five
from rules.dicy_cards.state import State

VERSION: Final = 1
"""Increases when the tables change: those of other versions are not read."""

_LETTERS: Final = "abcdefghijkl"
"""A letter for each card, in the order of `CARDS`."""

_NAME: Final = re.compile(rf"dicy-cards-{VERSION}-([{_LETTERS}]{{{CARDS_EACH}}})-([2-4])")


def table_name(state: State) -> str:
    """The name of the table for the cards and seats of this game."""
    return named(state.cards, len(state.players))


def named(cards: Five, seats: int) -> str:
    """The name of the table for these five cards, in any order, and so many seats."""
    letters = dict(zip(CARDS, _LETTERS, strict=True))
    return f"dicy-cards-{VERSION}-{''.join(letters[card] for card in in_order(cards))}-{seats}"


def read_name(name: str) -> tuple[Five, int]:
    """The cards, in the order of `CARDS`, and the seats of a table's name. Raises ValueError for any other text."""
    read = _NAME.fullmatch(name)
    if read is None or list(read[1]) != sorted(set(read[1])):
        raise ValueError(f"no table of values has the name {name!r}")
    cards: list[CardId] = [card.id for card in CARDS.values()]
    return tuple(cards[_LETTERS.index(letter)] for letter in read[1]), int(read[2])
