"""The catalogue: what a creator chooses from."""

from collections.abc import Collection

from rules.catalogue import Catalogue, CatalogueCard, Option
from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.setup import CARDS_EACH, DEFAULTS, FIRST_SEATS, MODES


def catalogue(stand_ins: Collection[str]) -> Catalogue:
    """Options and cards. The modes named in `stand_ins` do not have the printed cards."""
    return Catalogue(
        options={
            "mode": Option(default=DEFAULTS["mode"], values=MODES, stand_ins=stand_ins),
            "cards": Option(default=DEFAULTS["cards"], values=CARDS.keys(), picks=CARDS_EACH, used_with={"mode": "custom"}),
            "first_seat": Option(default=DEFAULTS["first_seat"], values=FIRST_SEATS),
        },
        cards=[CatalogueCard(id=card, message=f"card-{card}") for card in CARDS],
    )
