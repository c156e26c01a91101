"""What the service may add within v1 (docs/api.md), added to answers wherever it can be: fields, words of enums, codes, events."""

from collections.abc import Mapping
from typing import Any, Final

from tests.contract.checker import published

FIELD: Final = "added_later"
WORD: Final = "added-later"
OTHERS: Final = {"OtherEvent": {"type": f"table.{WORD}", "data": {FIELD: 1}}}
"""The members of unions that stand for what is added later -> what makes one of another member."""


def grown(node: Mapping[str, Any], value: Any, *, words: bool = True) -> Any:
    """A value of a published schema after everything was added to it that may be; without `words`, enums keep theirs."""
    schema = _resolved(node)
    if "discriminator" in schema and isinstance(value, dict):
        mapping, chosen = schema["discriminator"]["mapping"], value.get(schema["discriminator"]["propertyName"])
        return grown({"$ref": mapping.get(chosen, last(schema))}, value, words=words)
    if "anyOf" in schema:
        return _of_union(schema["anyOf"], value, words=words)
    if isinstance(value, list):
        items = [grown(schema.get("items", {}), item, words=words and place == 0) for place, item in enumerate(value)]
        return items + _events(schema, items)
    if isinstance(value, dict):
        return _object(schema, value, words=words)
    return value


def last(union: Mapping[str, Any]) -> str:
    """The reference to the last member of a union, which stands for what is added later."""
    found: str = union.get("anyOf", union.get("oneOf", ()))[-1]["$ref"]
    return found


def _of_union(options: list[Any], value: Any, *, words: bool) -> Any:
    kinds = [_resolved(option) for option in options]
    if isinstance(value, str):
        return WORD if words and any("enum" in kind for kind in kinds) else value
    if isinstance(value, dict):
        fitting = (kind for kind in kinds if kind.get("type") == "object" and {*kind.get("required", ())} <= value.keys())
        return grown(next(fitting, {}), value, words=words)
    return value


def _object(schema: Mapping[str, Any], value: Mapping[str, Any], *, words: bool) -> dict[str, Any]:
    properties = {
        name: node for part in (schema, *map(_resolved, schema.get("allOf", ()))) for name, node in part.get("properties", {}).items()
    }
    inside = schema.get("additionalProperties")
    if isinstance(inside, dict):  # a map, whose keys say something
        return {name: grown(inside, member, words=words) for name, member in value.items()}
    found = {name: grown(properties.get(name, {}), member, words=words) for name, member in value.items()}
    return found if inside is False else {**found, FIELD: {"of": [1]}}


def _events(schema: Mapping[str, Any], items: list[Any]) -> list[Any]:
    """One event of an unknown type after the others, as if it had happened last."""
    options = _resolved(schema.get("items", {})).get("anyOf", [])
    name = options[-1].get("$ref", "").rpartition("/")[2] if options else ""
    return [{**items[-1], **OTHERS[name]}] if name in OTHERS and items else []


def _resolved(node: Mapping[str, Any]) -> Mapping[str, Any]:
    found = node
    while "$ref" in found:
        found = published()["components"]["schemas"][found["$ref"].rpartition("/")[2]]
    return found
