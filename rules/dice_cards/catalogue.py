"""The catalogue: what a creator chooses from."""

from rules.catalogue import Catalogue, CatalogueCard
from rules.dice_cards.deck import Deck
from rules.dice_cards.setup import OPTIONS
from rules.dice_cards.sheets import sheet


def catalogue(deck: Deck) -> Catalogue:
    """The deal, and the cards by number, with their sheets."""
    return Catalogue(
        options=OPTIONS,
        cards=[
            CatalogueCard(id=str(number), message=f"card-{number}", stand_in=card.stand_in, sheet=sheet(card))
            for number, card in deck.items()
        ],
    )
