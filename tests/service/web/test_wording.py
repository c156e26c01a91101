"""The wording for players: typography, and one word for each thing, in the texts of the page and of the catalogue of games."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from rules.registry import games
from rules.texts.catalogue import catalogue
from tests.service.web.test_page_texts import DICTIONARIES, texts

NARROW = "\N{NARROW NO-BREAK SPACE}"
UNSPACED = {
    "an apostrophe of a typewriter": r"'",
    "a space before an ellipsis": r"\s…",
    "three dots for an ellipsis": r"\.\.\.",
}
FRENCH = {
    "a sign without its narrow space": rf"(?<!{NARROW})[;:!?»]",
    "a quotation that begins without its narrow space": rf"«(?!{NARROW})",
    "a no-break space that is not narrow": "\N{NO-BREAK SPACE}",
}
NOT_ENGLISH = (
    *(
        "set up a",
        "lay",
        "laid",
        "host",
        "sit down",
        "sits down",
        "stand up",
        "free seat",
        "begin",
        "begins",
        "began",
        "evening",
        "roll again",
    ),
    *("get back", "gets back", "take back", "taken back", "passed over", "reckon", "reach into", "done for it", "by chance", "built-in"),
    *(
        "stands? in",
        "look on",
        "take with you",
        "go on",
        "goes on",
        "true copy",
        "promised?",
        "promises",
        "time is up",
        "hands over",
        "sum",
    ),
    *("somebody", "whoever", "everybody", "anybody", "not any more"),
)
"""Words that the glossary excludes, as whole words. "Nobody" is allowed, because it names no actor."""
NOT_FRENCH = (
    *(
        "mettre la table",
        "préparez une table",
        "préparer une table",
        "hôte",
        "s’asseoir",
        "s’assied",
        "asseyez-vous",
        "récupérez",
        "récupère",
    ),
    *(
        "récupérer",
        "marquez une carte",
        "glisser",
        "glissez",
        "bouger",
        "finir",
        "finit",
        "finie",
        "intégré",
        "emporter",
        "horloge",
        "éliminé",
    ),
    *("rejouer", "inscrit"),
)
OF_DICE_CARDS = {"sum", "inscrit"}
"""Words that say what is done in Dice Cards: dice are summed, and on inscrit a number."""
SUMS = re.compile(r"\b(?:their|the|[Dd]ifferent) sum\b")
"""Cards of Dicy Cards may mention sums, because they add dice. Calculations of Ice Dice may not."""
PLACES = re.compile(r"\{\w+(?::([^}]*))?\}")
"""`{name}`, or `{n:one|many}`, whose words count."""


def _spoken(text: str) -> str:
    return PLACES.sub(lambda place: (place[1] or "").replace("|", " "), text)


def _catalogued(value: Any, path: str) -> Iterator[tuple[str, str]]:
    match value:
        case str() if path.rpartition(".")[2] in {"title", "summary", "about", "text"}:
            yield path, value
        case Mapping():
            for key, inner in value.items():
                yield from _catalogued(inner, f"{path}.{key}")
        case Sequence() if not isinstance(value, str):
            for place, inner in enumerate(value):
                yield from _catalogued(inner, f"{path}.{place}")
        case _:
            pass


def _said(language: Any) -> Mapping[str, str]:
    """Every text that players of this language see, by its key or path."""
    page = {f"{whose}: {key}": _spoken(text) for whose in DICTIONARIES for key, text in texts(whose, language).items()}
    return page | {path: text for name, game in games().items() for path, text in _catalogued(catalogue(game, language), name)}


def _breaking(patterns: Mapping[str, str], said: Mapping[str, str]) -> list[tuple[str, str, str]]:
    return [(fault, key, text) for key, text in said.items() for fault, pattern in patterns.items() if re.search(pattern, text)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_apostrophes_and_ellipses_are_typographic(language: str) -> None:
    assert _breaking(UNSPACED, _said(language)) == []


def test_french_signs_have_their_narrow_spaces() -> None:
    assert _breaking(FRENCH, _said("fr")) == []


@pytest.mark.parametrize(("language", "words"), [("en", NOT_ENGLISH), ("fr", NOT_FRENCH)])
def test_no_word_is_used_that_the_glossary_does_not_write(language: str, words: Sequence[str]) -> None:
    said = {key: SUMS.sub("", text) for key, text in _said(language).items()}
    wrong = _breaking({word: rf"(?i)(?<![\w-]){word}(?![\w-])" for word in words}, said)

    assert [one for one in wrong if not (one[0] in OF_DICE_CARDS and one[1].startswith("dice-cards"))] == []
