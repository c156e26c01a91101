"""Cards that are changed in one place: each field of each card missing, unknown, of another type, out of range, twice, in another order."""

import copy
import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

Card: TypeAlias = Mapping[str, Any]
"""The rules of a card as JSON has them."""

STRANGE: Final[tuple[Any, ...]] = (
    *(None, True, False, -1, 0, 1, 2, 3, 6, 7, 12, 13, 24, 36, 37, 99, 100, 1000, 1.5, 10**30),
    *("", "x", ".", "b", "rr", "rows", "boxes", "cells", "double", "double 7", "double 06", "odd 3", "sum", "sum 1", "sum  7", "sum 013"),
    *("toString", "odd é", "#", "##/#.", "./#", "#/", "#x", "#######", [], [[]], [1], ["#", "#."], [[1, 0]], {}, {"each": 1}),
)
"""Values that stand in the place of any other."""


def changed(card: Card) -> Iterator[Card]:
    """The card with each possible change."""
    for path in _paths(card):
        for value in _instead_of(_at(card, path)):
            yield _with(card, path, value)
    for path in ((), *_paths(card)):
        inside = _at(card, path)
        if isinstance(inside, dict):
            yield from (_with(card, path, {name: part for name, part in inside.items() if name != left_out}) for left_out in inside)
            yield from (
                _with(card, path, {**inside, name: value}) for name in _NAMES - inside.keys() for value in (None, 1, 12, "b", [1], True)
            )


_NAMES: Final = frozenset(
    {"colours", "tickets", "young", "name", "all", "each", "steps", "whole", "lowest", "highest", "counts", "box", "lines", "lands", "step"}
    | {"least", "most", "down", "free", "forwards", "__proto__"}
)
"""Fields that cards and boards may have, and some that none has."""


def _instead_of(value: Any) -> Iterator[Any]:
    yield from STRANGE
    yield [value]
    match value:
        case bool():
            yield not value
        case int():
            yield from (value - 1, value + 1, str(value), float(value))
        case str():
            yield from (value + " ", value + "x", value[:-1], value.upper(), 2 * value)
        case [*items]:
            yield from ([*items, items[-1]], items[1:], items[:-1], items[::-1], [*items, *items], items[:1] * 40, items[:1] * 217)
            yield {str(place): item for place, item in enumerate(items)}


def _paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path to every value inside; of long lists the first and the last two items."""
    inside = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    for name, part in inside if isinstance(value, dict) or len(inside) < 4 else (inside[0], *inside[-2:]):
        yield (*path, name)
        yield from _paths(part, (*path, name))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for name in path:
        value = value[name]
    return value


def _with(card: Card, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    made = copy.deepcopy(card)
    _at(made, path[:-1])[path[-1]] = value
    return made


def text_of(card: Card) -> str:
    """The rules in the spelling that a deck has."""
    return json.dumps(card, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
