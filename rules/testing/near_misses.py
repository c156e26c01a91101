"""Moves that are not quite legal: well-typed moves made up by chance, and legal ones with one change."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import Field, fields, is_dataclass, replace
from random import Random
from types import UnionType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from rules.game import AnyGame
from rules.testing.plain import is_frozen

EACH: Final = 25
"""The number of made-up moves of each kind, and of changed ones."""


def near_misses(game: AnyGame, listed: Iterable[Any], mind: Random) -> Iterator[Any]:
    """Well-typed moves of every kind: some invented, some listed ones with one changed field, at any depth."""
    for command in game.commands.values():
        alike = [move for move in listed if type(move) is command]
        for _ in range(EACH):
            yield made_up(command, mind)
            if alike and fields(command):
                yield with_a_change(mind.choice(alike), mind)


def with_a_change(value: Any, mind: Random) -> Any:
    """The value with one changed field, or with a change inside that field."""
    field = mind.choice(fields(value))
    inner = getattr(value, field.name)
    if is_dataclass(inner) and mind.random() < 0.8:
        return replace(value, **{field.name: with_a_change(inner, mind)})
    return replace(value, **{field.name: made_up_field(type(value), field, mind)})


def made_up(kind: Any, mind: Random, numbers: Sequence[int] = range(-1, 8)) -> Any:
    if kind is int:
        return mind.choice((*numbers, 10**20))
    if kind is str:
        return mind.choice(("", "no-such-thing", "\u2744"))
    if get_origin(kind) is UnionType:
        return made_up(mind.choice(get_args(kind)), mind, numbers)
    if is_frozen(kind):
        return kind(**{field.name: made_up_field(kind, field, mind) for field in fields(kind)})
    if get_origin(kind) is Literal:
        return mind.choice(get_args(kind))
    return get_origin(kind)([mind.choice(numbers) for _ in range(mind.randint(0, 7))])


def made_up_field(kind: Any, field: Field[Any], mind: Random) -> Any:
    """A value for a field; its numbers are within the field's bounds, or just outside them."""
    hint, bounds = get_type_hints(kind)[field.name], field.metadata
    return made_up(hint, mind, range(bounds["minimum"] - 1, bounds["maximum"] + 2)) if bounds else made_up(hint, mind)
