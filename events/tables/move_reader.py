"""Reads moves from requests and from bots: a JSON object becomes a game's command, or all that is wrong with it is reported at once.

The schemas are derived from the command dataclasses of the games, as are their descriptions for clients (`move_schema`).
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, assert_never

from marshmallow import Schema, ValidationError, fields, validate

from events.strict_schema import Invalid, ShortList, StrictSchema, load
from events.tables.command_fields import DECISION, MOST_NUMBERS, Field, Number, Numbers, Part, Text, fields_of
from rules.game import AnyGame
from rules.prose import listed


class ReadMove(NamedTuple):
    """A command, and the number of the decision that it answers."""

    command: Any
    decision: int


def read_move(game: AnyGame, body: Mapping[str, Any]) -> ReadMove:
    """The move in a body such as `events.tables.presenting.present_move` makes: parsed JSON of any content. Raises `Invalid`."""
    kind = body.get("type")
    if not isinstance(kind, str) or kind not in game.commands:
        raise Invalid([{"field": "type", "detail": f"Must be one of: {', '.join(game.commands)}."}])
    command: Any = game.commands[kind]
    values = load(_schema(command), body)
    del values["type"]
    decision = values.pop("decision")
    return ReadMove(command(**values), decision)


class IntegerList(ShortList):
    """A list of integers that becomes a tuple; with `apart` a set, in which no integer may be repeated."""

    def __init__(self, numbers: Numbers, **settings: Any) -> None:
        super().__init__(_field(numbers.each), MOST_NUMBERS, **settings)
        self._apart = numbers.apart

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        numbers = super()._deserialize(value, attr, data, **kwargs)
        if not self._apart:
            return tuple(numbers)
        if len(set(numbers)) != len(numbers):
            raise ValidationError("Must not repeat a number.")
        return frozenset(numbers)


class Object(fields.Field[Any]):
    """An object that becomes a part of a command. If the part allows it, a number is accepted instead."""

    def __init__(self, part: Part, number: fields.Integer | None, **settings: Any) -> None:
        super().__init__(**settings)
        self._of = part.of
        self._schema = StrictSchema.from_dict(_fields(part.fields))()
        self._number = number

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if isinstance(value, dict):
            return self._of(**self._schema.load(value))
        if self._number is None:
            raise self.make_error("invalid")
        return self._number.deserialize(value, attr, data, **kwargs)


@cache
def _schema(command: type[Any]) -> Schema:
    """The schema of a move whose type is already known."""
    frame = {"type": fields.Raw(), "decision": _field(DECISION)}
    return StrictSchema.from_dict({**frame, **_fields(fields_of(command))})()


def _fields(of: Mapping[str, Field]) -> dict[str, fields.Field[Any]]:
    return {name: _field(field) for name, field in of.items()}


def _field(field: Field) -> fields.Field[Any]:
    rule = _rule(field)
    match field:
        case Number():
            return _number(field, rule)
        case Text(choices):
            return fields.String(validate=validate.OneOf(choices, error=rule) if choices else None, **_required(rule))
        case Numbers():
            return IntegerList(field, **_required(rule))
        case Part():
            return Object(field, None if field.number is None else _number(field.number, rule), **_required(rule))
        case _:
            assert_never(field)


def _number(number: Number, rule: str) -> fields.Integer:
    return fields.Integer(strict=True, validate=validate.Range(number.least, number.most, error=rule), **_required(rule))


def _required(rule: str) -> dict[str, Any]:
    """The settings of a field whose messages all say what it accepts."""
    return {"required": True, "error_messages": {"required": f"Is missing. {rule}", "null": rule, "invalid": rule}}


def _rule(field: Field) -> str:
    """What the field accepts, as a template of marshmallow, which fills braces."""
    return f"Must be {_accepted(field)}.".replace("{", "{{").replace("}", "}}")


def _accepted(field: Field) -> str:
    match field:
        case Number(least, most):
            return f"a whole number from {least} to {most}"
        case Text(choices):
            return f"one of: {', '.join(choices)}" if choices else "a text"
        case Numbers():
            return "a list of whole numbers"
        case Part(_, within, number):
            whole = f"an object with {listed(within)}"
            return whole if number is None else f"{_accepted(number)}, or {whole}"
        case _:
            assert_never(field)
