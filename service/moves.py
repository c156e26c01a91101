"""Moves between JSON and commands. The schemas are derived from the games' command dataclasses: a new game needs none.

A command's field is an `int`, a `str`, a `Literal` of texts, a `frozenset[int]` (a list on the wire, in any order, without
repeats) or a `tuple[int, ...]`; `metadata` of the field may give the `minimum` and `maximum` of its numbers.
"""

import dataclasses
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

from marshmallow import Schema, ValidationError, fields, validate

from events.hearing import MOST_NUMBERS, SAFE
from rules.game import AnyGame
from service.problems import Problem
from service.schemas import ShortList, StrictSchema, load, whole


class Move(NamedTuple):
    """A command and the decision that it answers."""

    command: Any
    decision: int


class Moves:
    """The moves of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._commands = game.commands
        self._schemas = {name: _schema(name, command) for name, command in game.commands.items()}

    def load(self, body: dict[str, Any]) -> Move:
        """The move in a body. Raises the problem `body-invalid`."""
        kind = body.get("type")
        if not isinstance(kind, str) or kind not in self._schemas:
            known = ", ".join(self._schemas)
            wrong = {"field": "type", "detail": f"Must be one of: {known}."}
            raise Problem("body-invalid", f"The move has no known type; known: {known}.", errors=[wrong])
        values = load(self._schemas[kind], body)
        decision = values.pop("decision")
        del values["type"]
        return Move(self._commands[kind](**values), decision)


class IntegerSet(ShortList):
    """A list of integers, each at most once, whose order means nothing."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        numbers = super()._deserialize(value, attr, data, **kwargs)
        if len(set(numbers)) != len(numbers):
            raise ValidationError("Must not repeat a number.")
        return frozenset(numbers)


class IntegerRow(ShortList):
    """A list of integers whose order matters."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


def json_schema(name: str, command: type[Any]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the move `name`, as it is posted."""
    hints = get_type_hints(command)
    properties = {field.name: _described(hints[field.name], field.metadata) for field in dataclasses.fields(command)}
    return {
        "type": "object",
        "properties": {"type": {"const": name}, **properties, "decision": {"type": "integer", "minimum": 1, "maximum": SAFE}},
        "required": ["type", *properties, "decision"],
        "additionalProperties": False,
    }


def _schema(name: str, command: type[Any]) -> Schema:
    hints = get_type_hints(command)
    move = {field.name: _field(hints[field.name], field.metadata) for field in dataclasses.fields(command)}
    frame: dict[str, Any] = {"type": fields.String(required=True, validate=validate.Equal(name)), "decision": whole(1, SAFE, required=True)}
    return StrictSchema.from_dict({**frame, **move})()


def _field(hint: Any, metadata: Mapping[str, Any]) -> fields.Field[Any]:
    number = whole(metadata.get("minimum", -SAFE), metadata.get("maximum", SAFE), required=True)
    if hint is int:
        return number
    if hint is str:
        return fields.String(required=True)
    if get_origin(hint) is Literal:
        return fields.String(required=True, validate=validate.OneOf(get_args(hint)))
    kind = IntegerSet if get_origin(hint) is frozenset else IntegerRow
    return kind(number, MOST_NUMBERS, required=True)


def _described(hint: Any, metadata: Mapping[str, Any]) -> dict[str, Any]:
    number = {"type": "integer", "minimum": metadata.get("minimum", -SAFE), "maximum": metadata.get("maximum", SAFE)}
    if hint is int:
        return number
    if hint is str:
        return {"type": "string"}
    if get_origin(hint) is Literal:
        return {"type": "string", "enum": list(get_args(hint))}
    return {"type": "array", "items": number, **({"uniqueItems": True} if get_origin(hint) is frozenset else {})}
