"""What the fields of a game's commands take, read once from their types, for all who turn JSON into commands.

A field is an `int`, a `str`, a `Literal` of texts, a `frozenset[int]` (a list on the wire, in any order, without repeats), a
`tuple[int, ...]`, a frozen dataclass of such fields (an object), or an `int` or such a dataclass; `metadata` of the field may give the
`minimum` and `maximum` of its numbers.
"""

import dataclasses
from collections.abc import Mapping
from types import UnionType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

SAFE: Final = 2**53 - 1
"""The largest integer that every JSON reader keeps exact."""

MOST_NUMBERS: Final = 64
"""Numbers in one field of a command: more than any game has dice or cards to choose from."""


class Number(NamedTuple):
    """A whole number within its range."""

    least: int
    most: int


class Text(NamedTuple):
    """A text, one of `choices` if there are any."""

    choices: tuple[str, ...]


class Numbers(NamedTuple):
    """At most `MOST_NUMBERS` whole numbers: different ones in any order (`apart`), or a row."""

    each: Number
    apart: bool


class Part(NamedTuple):
    """An object that becomes an instance of `of`; a number may stand in its place if `number` says which."""

    of: type[Any]
    fields: "Mapping[str, Field]"
    number: Number | None


Field: TypeAlias = Number | Text | Numbers | Part


def fields_of(command: type[Any]) -> Mapping[str, Field]:
    """What each field of a command, or of a part of one, takes. Raises TypeError for a field of any other type."""
    hints = get_type_hints(command)
    return {field.name: _field(hints[field.name], field.metadata) for field in dataclasses.fields(command)}


def _field(hint: Any, metadata: Mapping[str, Any]) -> Field:
    number = Number(metadata.get("minimum", -SAFE), metadata.get("maximum", SAFE))
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
