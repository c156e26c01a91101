"""The catalogue: what a creator chooses from."""

from rules.catalogue import Catalogue, CatalogueCard, Option
from rules.dice_cards.deck import Deck
from rules.dice_cards.setup import DEALS, DEFAULTS


def catalogue(deck: Deck) -> Catalogue:
    """The deal, and the cards by number."""
    return Catalogue(
        options={"deal": Option(default=DEFAULTS["deal"], values=DEALS)},
        cards=[CatalogueCard(id=str(number), message=f"card-{number}", stand_in=card.stand_in) for number, card in deck.items()],
    )
