"""The deck as data: the fifty cards of this package, or those of a deployment's own file. Errors name the card and the field."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from rules.dice_cards.card_rules import CARDS, YOUNG, card_of, read_rules, rules_of
from rules.dice_cards.cards import Card
from rules.dice_cards.cards import after as _after
from rules.dice_cards.cards import options as _options
from rules.dice_cards.mechanisms.mechanism import Writing
from rules.dice_cards.mechanisms.parameters import Parameters, WrongCard, items, whole
from rules.game import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A card with some marks, made in this order, and what they are worth."""

    writings: tuple[Writing, ...]
    points: int
    tickets: int


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DeckCard(Card):
    """A card with its words. `stand_in`: it takes the place of a printed one, which is not public."""

    name: Mapping[Language, str]
    text: Mapping[Language, str]
    stand_in: bool
    example: Example


Deck: TypeAlias = Mapping[int, DeckCard]
"""The cards by number."""


@cache
def stand_in() -> Deck:
    """The deck of this package."""
    text = files(__package__).joinpath("deck.toml").read_text(encoding="utf-8")
    return deck(tomllib.loads(text))


def deck(given: object) -> Deck:
    """The cards of a parsed file: `{cards: [CARD, …]}`, as in `deck.toml`. Raises ValueError for anything else."""
    if not isinstance(given, Mapping) or set(given) != {"cards"} or not isinstance(given["cards"], list | tuple):
        raise ValueError("deck: {cards: […]} is needed, and nothing else")
    cards = [_checked(place, card) for place, card in enumerate(given["cards"], start=1)]
    numbers = [card.number for card in cards]
    missing = sorted(set(range(1, CARDS + 1)) - set(numbers))
    if missing or len(numbers) != CARDS:
        listed = ", ".join(map(str, missing)) or "none"
        raise ValueError(f"deck: {len(cards)} cards; each number from 1 to {CARDS} is on one, missing: {listed}")
    if sum(card.young for card in cards) < YOUNG:
        raise ValueError(f"deck: at least {YOUNG} cards are for younger players (young: true)")
    return {card.number: card for card in sorted(cards, key=lambda card: card.number)}


def _checked(place: int, given: object) -> DeckCard:
    name = given.get("number", f"at position {place}") if isinstance(given, Mapping) else f"at position {place}"
    try:
        return card(given)
    except WrongCard as wrong:
        raise ValueError(f"deck: card {name}: {wrong}") from wrong


def card(given: object) -> DeckCard:
    """One card. Raises `WrongCard`."""
    fields = Parameters(given, "")
    rules = read_rules(fields)
    text = rules_of(fields.given)
    card_of(text)  # what a deck has, a table can read
    made = DeckCard(
        rules=text,
        **rules,
        name=_words(fields, "name", 40),
        text=_words(fields, "text", 400),
        stand_in=fields.flag("stand_in", default=False),
        example=_example(Parameters(fields.raw("example"), "example")),
    )
    fields.finish()
    _check_example(made)
    return made


def _words(fields: Parameters, name: str, longest: int) -> dict[Any, str]:
    words = Parameters(fields.raw(name), name)
    found = {language: words.text(language, longest) for language in ("en", "fr")}
    words.finish()
    return found


def _example(example: Parameters) -> Example:
    writings = []
    for marks in items(example.raw("marks"), "example.marks"):
        place, number = marks if isinstance(marks, list | tuple) and len(marks) == 2 else (None, None)
        writings.append(Writing(whole(place, "example.marks", 0, 99), whole(number, "example.marks", 1, 66)))
    found = Example(writings=tuple(writings), points=example.whole("points", 0, 999), tickets=example.whole("tickets", 0, 99))
    example.finish()
    return found


def _check_example(made: DeckCard) -> None:
    """Every mark of the example may be made after those before it. What they are worth is a test's to say."""
    marks = made.empty
    for number, writing in enumerate(made.example.writings, start=1):
        if writing not in _options(made, marks):
            raise WrongCard("example.marks", f"mark {number} ({writing.number} at place {writing.place}) may not be made")
        marks = _after(made, marks, writing)
