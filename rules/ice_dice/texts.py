"""The catalogue: what a creator chooses from. The wording is our own, not the printed rulebook's."""

from collections.abc import Mapping
from typing import Any

from rules.game import Language
from rules.ice_dice.boards import STAND_IN, Board, TwoSided
from rules.ice_dice.english import ENGLISH
from rules.ice_dice.french import FRENCH
from rules.ice_dice.setup import DEFAULTS, REROLL_LIMITS
from rules.ice_dice.wording import Words
from rules.naming import option

_WORDS: Mapping[Language, Words] = {"en": ENGLISH, "fr": FRENCH}
_LIMITS = {"minimum": REROLL_LIMITS[0], "maximum": REROLL_LIMITS[-1]}


def catalogue(board: Board, language: Language) -> Mapping[str, Any]:
    """Title, summary, options and tokens in this language. The tokens of the stand-in board do not lie as the printed ones do."""
    words = _WORDS[language]
    return {
        "title": words.title,
        "summary": words.summary,
        "options": {
            "variant": option(words.variant, DEFAULTS["variant"], words.variants),
            "ties": option(words.ties, DEFAULTS["ties"], words.each_ties),
            "reroll_limit": option(words.reroll_limit, DEFAULTS["reroll_limit"], {}, numbers=_LIMITS),
        },
        "cards": sorted(
            (_card(words, token, number, stand_in=board is STAND_IN) for number, line in enumerate(board, start=1) for token in line),
            key=lambda card: int(card["id"]),
        ),
    }


def _card(words: Words, token: TwoSided, line: int, *, stand_in: bool) -> Mapping[str, Any]:
    (number, colour), (back, back_colour) = token
    text = words.each.format(line=line, colour=words.colours[colour], back=back, back_colour=words.colours[back_colour].lower())
    return {"id": str(number), "title": str(number), "text": text, "stand_in": stand_in}
