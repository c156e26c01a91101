"""The catalogue: what a creator chooses from."""

from rules.catalogue import Catalogue, CatalogueCard
from rules.dice_cards.deck import Deck
from rules.dice_cards.setup import OPTIONS


def catalogue(deck: Deck) -> Catalogue:
    """The deal, and the cards by number."""
    return Catalogue(
        options=OPTIONS,
        cards=[CatalogueCard(id=str(number), message=f"card-{number}", stand_in=card.stand_in) for number, card in deck.items()],
    )
