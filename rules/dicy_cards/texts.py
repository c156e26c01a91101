"""The catalogue: what a creator chooses from. The wording is our own, not the printed rulebook's."""

from collections.abc import Collection, Mapping
from typing import Any

from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.english import ENGLISH
from rules.dicy_cards.french import FRENCH
from rules.dicy_cards.setup import DEFAULTS
from rules.dicy_cards.words import Words
from rules.game import Language
from rules.naming import option

_WORDS: Mapping[Language, Words] = {"en": ENGLISH, "fr": FRENCH}


def catalogue(stand_ins: Collection[str], language: Language) -> Mapping[str, Any]:
    """Title, summary, options and cards in this language. The modes named in `stand_ins` do not have the printed cards."""
    words = _WORDS[language]
    return {
        "title": words.title,
        "summary": words.summary,
        "options": {
            "mode": option(words.mode, DEFAULTS["mode"], words.modes, stand_ins=stand_ins),
            "cards": option(words.cards, DEFAULTS["cards"], words.each),
            "first_seat": option(words.first_seat, DEFAULTS["first_seat"], words.first_seats),
        },
        "cards": [
            {"id": card.id, "title": words.each[card.id].title, "text": words.each[card.id].about, "stand_in": False}
            for card in CARDS.values()
        ],
    }
