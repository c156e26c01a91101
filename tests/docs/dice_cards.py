"""docs/dice-cards.md and the pictures of the cards, made of the deck: `python -m tests.docs.dice_cards` writes them."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from rules.dice_cards import game
from rules.dice_cards.deck import DeckCard, stand_in
from rules.texts.catalogue import catalogue
from tests.docs.card_pictures import picture
from tests.docs.links import ROOT

PUBLISHED: Final = ROOT / "docs" / "dice-cards.md"
PICTURES: Final = ROOT / "docs" / "pictures" / "dice-cards"

HEAD: Final = """# The cards of Dice Cards

The fifty cards of the stand-in deck, with their texts in English and French. The printed cards are not public: only eight names are
theirs (the cards 1 to 8), with what is known of these cards; everything else is this project's own. The cards are data, in
[deck.toml](../rules/dice_cards/deck.toml). A deployment may have a deck of its own ([configuration.md](configuration.md)); a table is
played to its end with the cards with which it began. [proof.md](proof.md) has the rules of every mechanism.
`python -m tests.docs.dice_cards` makes this page.

Each picture shows the card empty, and filled in with an example. A cell with a grey edge takes the black die, the red die or their sum;
one with a **black** or **red** edge takes only this die; one with a **golden** edge takes both dice at once, the black one first
(`+7`: their sum is 7, `×12`: their product, `±1`: their difference, `33`: two threes, `=`: any double, `135`: two odd numbers). The page
and the files of a table draw the cards in the same way.

The `place` of a mark is counted from 0: a cell, the row, ladder, counter, pan, track or window that is filled, or for falling pieces the
column of their left edge. A card's `sheet` in the catalogue (`GET /v1/games/dice-cards`) has the cells of each place, and where they lie.
"""

FLAGS: Final[Mapping[str, str]] = {
    "all_or_nothing": "all or nothing",
    "steps": "stepped",
    "one_colour": "dice of one colour",
    "two_numbers": "both dice at once",
    "tickets": "tickets",
    "young": "for younger players",
}
"""What a card is, if this field of it is there."""


@cache
def _mechanisms() -> Mapping[int, str]:
    text = files("rules.dice_cards").joinpath("deck.toml").read_text(encoding="utf-8")
    return {card["number"]: card["mechanism"] for card in tomllib.loads(text)["cards"]}


def page() -> str:
    """The page."""
    told = {language: catalogue(game(), language)["cards"] for language in ("en", "fr")}
    return HEAD + "".join(_section(card, *(told[language][card.number - 1] for language in ("en", "fr"))) for card in stand_in().values())


def _section(card: DeckCard, english: Mapping[str, Any], french: Mapping[str, Any]) -> str:
    mechanism, flags = _mechanisms()[card.number], [said for name, said in FLAGS.items() if getattr(card, name)]
    example = f"The example is worth {_counted(card.example.points, 'point')} and {_counted(card.example.tickets, 'ticket')}."
    return (
        f"\n## {card.number}. {english['title']} · {french['title']}\n\n![Card {card.number}](pictures/dice-cards/{_name(card)})\n\n"
        f"{english['text']}\n\n*{french['text']}*\n\n`{mechanism}`{''.join(f' · {flag}' for flag in flags)}. {example}\n"
    )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _name(card: DeckCard) -> str:
    return f"{card.number:02d}.svg"


def pictures() -> Iterator[tuple[Path, str]]:
    """The path of each card's picture, and the picture."""
    for card in stand_in().values():
        yield PICTURES / _name(card), picture(card)


def main() -> None:
    PUBLISHED.write_text(page(), encoding="utf-8")
    PICTURES.mkdir(parents=True, exist_ok=True)
    for path, drawn in pictures():
        path.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
