"""Describes moves as JSON Schema (2020-12), for clients. `move_reader` accepts exactly what it describes."""

from collections.abc import Mapping
from typing import Any, assert_never

from events.tables.command_fields import DECISION, MOST_NUMBERS, Field, Number, Numbers, Part, Text, fields_of


def json_schema(name: str, command: type[Any]) -> dict[str, Any]:
    """The JSON Schema of the move `name` as clients post it."""
    return _object({"type": {"const": name}, **_properties(fields_of(command)), "decision": _described(DECISION)})


def _properties(of: Mapping[str, Field]) -> dict[str, Any]:
    return {name: _described(field) for name, field in of.items()}


def _described(field: Field) -> dict[str, Any]:
    match field:
        case Number(least, most, names):
            return {"type": "integer", "minimum": least, "maximum": most, **({} if names is None else {"x-names": names})}
        case Text(choices):
            return {"type": "string", "enum": list(choices)} if choices else {"type": "string"}
        case Numbers(each, apart):
            return {"type": "array", "items": _described(each), **_bounds(each, apart=apart)}
        case Part(_, within, number):
            part = _object(_properties(within))
            return part if number is None else {"oneOf": [_described(number), part]}
        case _:
            assert_never(field)


def _bounds(each: Number, *, apart: bool) -> dict[str, Any]:
    """`maxItems` is left out where there are no more different numbers than a list may have."""
    few = apart and each.most - each.least < MOST_NUMBERS
    return {**({"uniqueItems": True} if apart else {}), **({} if few else {"maxItems": MOST_NUMBERS})}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties], "additionalProperties": False}
