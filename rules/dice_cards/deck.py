"""The deck as data: the fifty cards of this package, or those of a deployment's own file. Errors name the card and the field."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from rules.dice_cards.cards import Card, Example
from rules.dice_cards.cards import after as _after
from rules.dice_cards.cards import options as _options
from rules.dice_cards.mechanisms import MECHANISMS
from rules.dice_cards.mechanisms.mechanism import Mechanism, Writing
from rules.dice_cards.mechanisms.parameters import Parameters, WrongCard, items, whole
from rules.dice_cards.numbers import Source

Deck: TypeAlias = Mapping[int, Card]
"""The cards by number."""

CARDS = 50
"""The number of different cards of a deck; of each there are two."""

YOUNG = 9
"""The fewest cards for younger players that a deck has: so many are dealt."""

_MOST_POINTS = 99
_COLOURS: Mapping[str, Source] = {"b": "black", "r": "red", ".": "any"}


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


def _checked(place: int, given: object) -> Card:
    name = given.get("number", f"at position {place}") if isinstance(given, Mapping) else f"at position {place}"
    try:
        return card(given)
    except WrongCard as wrong:
        raise ValueError(f"deck: card {name}: {wrong}") from wrong


def card(given: object) -> Card:
    """One card. Raises `WrongCard`."""
    fields = Parameters(given, "")
    number = fields.whole("number", 1, CARDS)
    kind = fields.word("mechanism", tuple(MECHANISMS))
    board = Parameters(fields.raw("board"), "board")
    mechanism = MECHANISMS[kind](board)
    board.finish()
    made = Card(
        number=number,
        name=_words(fields, "name", 40),
        text=_words(fields, "text", 400),
        mechanism=mechanism,
        sources=_sources(fields, mechanism),
        **_score(Parameters(fields.raw("score"), "score"), mechanism),
        tickets=_tickets(fields, mechanism),
        young=fields.flag("young", default=False),
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


def _sources(fields: Parameters, mechanism: Mechanism) -> tuple[Source, ...]:
    """What each place takes: `colours` has a sign for each place, or one for all: b, r, or a point for any number."""
    given = fields.raw("colours")
    signs = "." if given is None else given
    if not isinstance(signs, str) or len(signs) not in {1, mechanism.places} or set(signs) - set(_COLOURS):
        raise WrongCard("colours", f"must be b, r and . (any), one sign or {mechanism.places} of them")
    signs *= mechanism.places // len(signs)
    return tuple("both" if mechanism.takes_two(place) else _COLOURS[sign] for place, sign in enumerate(signs))


def _score(score: Parameters, mechanism: Mechanism) -> dict[str, Any]:
    """`each` with or without `whole`, or `steps`, or `all`."""
    units = mechanism.units
    found: dict[str, Any] = {"each": (0,) * units, "steps": (), "whole": 0, "all_or_nothing": False}
    if score.has("steps"):
        found["steps"] = _steps(score, units)
    elif score.has("all"):
        found |= {"whole": score.whole("all", 1, _MOST_POINTS), "all_or_nothing": True}
    else:
        each = score.raw("each")
        many = score.wholes("each", 0, _MOST_POINTS) if isinstance(each, list | tuple) else (score.whole("each", 0, _MOST_POINTS),) * units
        if len(many) != units:
            raise WrongCard("score.each", f"must be one number, or {units}")
        found |= {"each": many, "whole": score.whole("whole", 0, _MOST_POINTS, 0)}
    score.finish()
    return found


def _steps(score: Parameters, units: int) -> tuple[tuple[int, int], ...]:
    steps = [tuple(step) for step in score.lists("steps", 0, _MOST_POINTS)]
    counts, points = [step[0] for step in steps], [step[-1] for step in steps]
    rising = counts == sorted(set(counts)) and points == sorted(set(points))
    if any(len(step) != 2 for step in steps) or not rising or not 1 <= counts[0] <= counts[-1] <= units:
        raise WrongCard("score.steps", f"must be pairs of a number done and points, both rising, with at most {units} done")
    return tuple((count, point) for count, point in zip(counts, points, strict=True))


def _tickets(fields: Parameters, mechanism: Mechanism) -> tuple[int, ...]:
    return tuple(sorted(fields.wholes("tickets", 1, mechanism.units))) if fields.has("tickets") else ()


def _example(example: Parameters) -> Example:
    writings = []
    for marks in items(example.raw("marks"), "example.marks"):
        place, number = marks if isinstance(marks, list | tuple) and len(marks) == 2 else (None, None)
        writings.append(Writing(whole(place, "example.marks", 0, 99), whole(number, "example.marks", 1, 66)))
    found = Example(writings=tuple(writings), points=example.whole("points", 0, 999), tickets=example.whole("tickets", 0, 99))
    example.finish()
    return found


def _check_example(made: Card) -> None:
    """Every mark of the example may be made after those before it. What they are worth is a test's to say."""
    marks = made.empty
    for number, writing in enumerate(made.example.writings, start=1):
        if writing not in _options(made, marks):
            raise WrongCard("example.marks", f"mark {number} ({writing.number} at place {writing.place}) may not be made")
        marks = _after(made, marks, writing)
