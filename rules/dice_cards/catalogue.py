"""The catalogue: what a creator chooses from. A table may have other cards, those with which it began."""

from collections.abc import Mapping

from rules.catalogue import Catalogue, CatalogueCard
from rules.dice_cards.deck import Deck
from rules.dice_cards.laid import cards_of
from rules.dice_cards.setup import OPTIONS
from rules.dice_cards.sheets import sheet
from rules.dice_cards.state import State
from rules.sheet import Sheet


def catalogue(deck: Deck) -> Catalogue:
    """The deal, and the cards by number, with their sheets."""
    return Catalogue(
        options=OPTIONS,
        cards=[
            CatalogueCard(id=str(number), message=f"card-{number}", stand_in=card.stand_in, sheet=sheet(card))
            for number, card in deck.items()
        ],
    )


def own_sheets(deck: Deck, state: State) -> Mapping[str, Sheet]:
    """See `Game.sheets`: the table's cards whose rules are not those of the deck."""
    own = (card for card in cards_of(state).values() if card.rules != deck[card.number].rules)
    return {str(card.number): sheet(card) for card in own}
