"""The catalogue: what a creator chooses from."""

from collections.abc import Collection
from dataclasses import replace

from rules.catalogue import Catalogue, CatalogueCard
from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.setup import OPTIONS


def catalogue(stand_ins: Collection[str]) -> Catalogue:
    """Options and cards. The modes named in `stand_ins` do not have the printed cards."""
    return Catalogue(
        options={**OPTIONS, "mode": replace(OPTIONS["mode"], stand_ins=stand_ins)},
        cards=[CatalogueCard(id=card, message=f"card-{card}") for card in CARDS],
    )
