"""The types and ranges of the fields of a game's commands, read from their type hints, for every parser of commands.

A field is an `int`, a `str`, a `Literal` of texts, a `frozenset[int]` (on the wire a list in any order without repeats) or a `tuple[int,
...]`. It may also be a frozen dataclass of such fields (an object), or an `int` or such a dataclass. The field's `metadata` may give the
`minimum` and `maximum` of its numbers, and what they name.
"""

import dataclasses
from collections.abc import Mapping
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

LARGEST_SAFE_INTEGER: Final = 2**53 - 1
"""The largest integer that every JSON reader represents exactly."""

MOST_NUMBERS: Final = 64
"""The most numbers in one field of a command. No game has as many dice or cards to choose from."""


class Number(NamedTuple):
    """A whole number from `least` to `most`. `names`: what it names in the game's picture ("die" or "card"), None for a mere number."""

    least: int
    most: int
    names: str | None = None


DECISION: Final = Number(1, LARGEST_SAFE_INTEGER)
"""The number of the decision that a move answers."""


class Text(NamedTuple):
    """A text. If `choices` is not empty, the text is one of them."""

    choices: tuple[str, ...]


class Numbers(NamedTuple):
    """At most `MOST_NUMBERS` whole numbers. `apart`: different numbers in any order; otherwise an ordered list, repeats allowed."""

    each: Number
    apart: bool


class Part(NamedTuple):
    """An object that becomes an instance of `of`. If `number` is set, such a number is accepted instead of the object."""

    of: type[Any]
    fields: "Mapping[str, Field]"
    number: Number | None


Field: TypeAlias = Number | Text | Numbers | Part


def fields_of(command: type[Any]) -> Mapping[str, Field]:
    """The type of each field of a command, or of a part of one. Raises TypeError for a field of any other type."""
    hints = get_type_hints(command)
    return {field.name: _field(hints[field.name], field.metadata) for field in dataclasses.fields(command)}


def _field(hint: Any, metadata: Mapping[str, Any]) -> Field:
    least, most = metadata.get("minimum", -LARGEST_SAFE_INTEGER), metadata.get("maximum", LARGEST_SAFE_INTEGER)
    number = Number(least, most, metadata.get("names"))
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is int:
        return number
    if hint is str or origin is Literal:
        return Text(arguments)
    if hint in {frozenset[int], tuple[int, ...]}:
        return Numbers(number, apart=origin is frozenset)
    part = arguments[-1] if origin is UnionType and arguments[:-1] == (int,) else hint
    if isinstance(part, type) and dataclasses.is_dataclass(part):
        return Part(part, fields_of(part), None if part is hint else number)
    raise TypeError(f"a command cannot have a field of type {hint}")
