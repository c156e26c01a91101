"""Hands: which of the table's five cards are active, as a number from 0 to 31.

Bit n stands for card n of the five in the order of `CARDS`, whatever their order at the table, so that a set of five has one name.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from rules.dicy_cards.cards import CARDS, CardId
from rules.dicy_cards.setup import CARDS_EACH, Five

HANDS: Final = range(2**CARDS_EACH)
EVERY: Final = HANDS[-1]
"""The hand in which every card is active."""

SETS: Final[Sequence[Five]] = tuple(combinations((card.id for card in CARDS.values()), CARDS_EACH))
"""All 792 sets of five cards."""

_NUMBER: Final = {five: number for number, five in enumerate(SETS)}


def set_number(cards: Five) -> int:
    """The number in `SETS` of these cards, in any order."""
    return _NUMBER[in_order(cards)]


@lru_cache(maxsize=1024)
def in_order(cards: Five) -> Five:
    """The cards in the order of `CARDS`."""
    return tuple(card.id for card in CARDS.values() if card.id in cards)


def hand_of(five: Five, active: Iterable[CardId]) -> int:
    """The hand with these active cards, of a `five` in order."""
    return sum(1 << five.index(card) for card in active)


def slots(hand: int) -> Iterator[int]:
    """The numbers of the active cards."""
    return (slot for slot in range(CARDS_EACH) if hand >> slot & 1)


def after_change(hand: int, *, freeze: bool) -> tuple[int, ...]:
    """Every hand that is left after one card freezes, or thaws: the same hand if there is none to choose."""
    changed = tuple(hand ^ 1 << slot for slot in range(CARDS_EACH) if bool(hand >> slot & 1) == freeze)
    return changed or (hand,)
