"""The rules of a card as text: one line of JSON, without the card's words. A table keeps its cards so (ADR 58)."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.dice_cards.cards import Card
from rules.dice_cards.mechanisms import MECHANISMS
from rules.dice_cards.mechanisms.mechanism import Mechanism
from rules.dice_cards.mechanisms.parameters import Parameters, WrongCard
from rules.dice_cards.numbers import Source

CARDS = 50
"""The number of different cards of a deck; of each there are two."""

YOUNG = 9
"""The fewest cards for younger players that a deck has: so many are dealt."""

MEMBERS = ("board", "colours", "mechanism", "number", "score", "tickets", "young")
"""The fields of a card that are its rules. Those that have their usual value may be missing."""

_LONGEST = 1500
"""The most characters of a card's rules, whose lists are short."""

_MOST_POINTS = 99
_COLOURS: Mapping[str, Source] = {"b": "black", "r": "red", ".": "any"}
_REMEMBERED = 2**10


def rules_of(given: Mapping[str, Any]) -> str:
    """The text of a card as a deck has it."""
    members = {name: given[name] for name in MEMBERS if name in given}
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


@lru_cache(_REMEMBERED)
def card_of(text: str) -> Card:
    """The card with these rules. Raises ValueError for a text that is none (`WrongCard`: with the field that is wrong)."""
    given = _parsed(text)
    fields = Parameters(given, "")
    card = Card(rules=text, **read_rules(fields))
    fields.finish()
    if text != rules_of(given) or None in given.values():
        raise ValueError("a card's rules are written as a deck writes them")
    return card


def _parsed(text: str) -> Any:
    if len(text) > _LONGEST:
        raise WrongCard("board", f"must be shorter: a card's rules have at most {_LONGEST} characters, these {len(text)}")
    try:
        return json.loads(text)
    except RecursionError as error:
        raise ValueError("a card's rules have no lists that deep") from error


def read_rules(fields: Parameters) -> dict[str, Any]:
    """The fields of `Card`, read from those of a deck. Raises `WrongCard`."""
    number = fields.whole("number", 1, CARDS)
    kind = fields.word("mechanism", tuple(MECHANISMS))
    board = Parameters(fields.raw("board"), "board")
    mechanism = MECHANISMS[kind](board)
    board.finish()
    return {
        "number": number,
        "mechanism": mechanism,
        "sources": _sources(fields, mechanism),
        **_score(Parameters(fields.raw("score"), "score"), mechanism),
        "tickets": _tickets(fields, mechanism),
        "young": fields.flag("young", default=False),
    }


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
