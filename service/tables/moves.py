"""Reads moves from JSON and describes them as JSON Schema. Both derive from the games' command dataclasses."""

from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

from marshmallow import Schema, ValidationError, fields, validate

from events.tables.command_fields import LARGEST_SAFE_INTEGER, MOST_NUMBERS, Field, Number, Numbers, Part, Text, fields_of
from rules.game import AnyGame
from rules.prose import listed
from service.http.fields import ShortList, StrictSchema, load, whole
from service.http.problems import Problem


class RequestedMove(NamedTuple):
    """A command, and the number of the decision that it answers."""

    command: Any
    decision: int


class Moves:
    """The moves of one game."""

    def __init__(self, game: AnyGame) -> None:
        self._commands = game.commands
        self._schemas = {name: _schema(name, command) for name, command in game.commands.items()}

    def load(self, body: dict[str, Any]) -> RequestedMove:
        """The move in a request's body. Raises the problem `body-invalid`."""
        kind = body.get("type")
        if not isinstance(kind, str) or kind not in self._schemas:
            known = ", ".join(self._schemas)
            wrong = {"field": "type", "detail": f"Must be one of: {known}."}
            raise Problem("body-invalid", f"The move has no known type; known: {known}.", errors=[wrong])
        values = load(self._schemas[kind], body)
        decision = values.pop("decision")
        del values["type"]
        return RequestedMove(self._commands[kind](**values), decision)


class IntegerSet(ShortList):
    """A list of distinct integers whose order has no meaning."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        numbers = super()._deserialize(value, attr, data, **kwargs)
        if len(set(numbers)) != len(numbers):
            raise ValidationError("Must not repeat a number.")
        return frozenset(numbers)


class IntegerRow(ShortList):
    """A list of integers whose order matters."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        return tuple(super()._deserialize(value, attr, data, **kwargs))


class Object(fields.Field[Any]):
    """An object that becomes a part of a command. If the part allows it, a number is accepted instead."""

    def __init__(self, part: Part) -> None:
        super().__init__(required=True)
        self._of = part.of
        self._schema = StrictSchema.from_dict(_fields(part.fields))()
        self._number = None if part.number is None else _number(part.number)
        self._accepted = f"{'an' if part.number is None else 'a whole number or an'} object with {listed(part.fields)}"

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if isinstance(value, dict):
            return self._of(**self._schema.load(value))
        if self._number is None or not isinstance(value, int) or isinstance(value, bool):
            raise ValidationError(f"Must be {self._accepted}.")
        return self._number.deserialize(value, attr, data, **kwargs)


def json_schema(name: str, command: type[Any]) -> dict[str, Any]:
    """The JSON Schema (2020-12) of the move `name` as clients post it."""
    properties = {name: _described(field) for name, field in fields_of(command).items()}
    return _described_object({"type": {"const": name}, **properties, "decision": _described(Number(1, LARGEST_SAFE_INTEGER))})


def _schema(name: str, command: type[Any]) -> Schema:
    frame: dict[str, Any] = {
        "type": fields.String(required=True, validate=validate.Equal(name)),
        "decision": _number(Number(1, LARGEST_SAFE_INTEGER)),
    }
    return StrictSchema.from_dict({**frame, **_fields(fields_of(command))})()


def _fields(of: Mapping[str, Field]) -> dict[str, fields.Field[Any]]:
    return {name: _field(field) for name, field in of.items()}


def _field(field: Field) -> fields.Field[Any]:
    match field:
        case Number():
            return _number(field)
        case Text(choices):
            return fields.String(required=True, validate=validate.OneOf(choices) if choices else None)
        case Numbers(each, apart):
            return (IntegerSet if apart else IntegerRow)(_number(each), MOST_NUMBERS, required=True)
        case Part():
            return Object(field)
        case _:
            assert_never(field)


def _number(number: Number) -> fields.Integer:
    return whole(number.least, number.most, required=True)


def _described(field: Field) -> dict[str, Any]:
    match field:
        case Number(least, most):
            return {"type": "integer", "minimum": least, "maximum": most}
        case Text(choices):
            return {"type": "string", "enum": list(choices)} if choices else {"type": "string"}
        case Numbers(each, apart):
            return {"type": "array", "items": _described(each), **({"uniqueItems": True} if apart else {})}
        case Part(_, of, number):
            part = _described_object({name: _described(inner) for name, inner in of.items()})
            return part if number is None else {"oneOf": [_described(number), part]}
        case _:
            assert_never(field)


def _described_object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}
