"""The cards of a table, made of the texts that it keeps from its first event on: what it began with decides, whatever the deck is now."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

from rules.dice_cards.card_rules import CARDS, YOUNG, card_of
from rules.dice_cards.cards import Card
from rules.dice_cards.state import State

Cards: TypeAlias = Mapping[int, Card]
"""The cards of a table by number: the whole deck while cards are chosen, then those that somebody has kept."""

_REMEMBERED = 2**9


def cards_of(state: State) -> Cards:
    """The cards that are in play. Raises ValueError if the table keeps what are no cards, which no build has written."""
    return _cards(state.deck)


def whole_deck(texts: tuple[str, ...]) -> Cards:
    """The cards of a whole deck, from the first on. Raises ValueError unless the texts are one."""
    cards = _cards(texts)
    if len(texts) != CARDS or tuple(cards) != tuple(range(1, CARDS + 1)):
        raise ValueError(f"a deck has the cards 1 to {CARDS}, in this order")
    if sum(card.young for card in cards.values()) < YOUNG:
        raise ValueError(f"at least {YOUNG} cards of a deck are for younger players")
    return cards


@lru_cache(_REMEMBERED)
def _cards(texts: tuple[str, ...]) -> Cards:
    return {card.number: card for card in map(card_of, texts)}
