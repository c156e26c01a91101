"""Gives each object and each enum inside a schema a schema of its own, so that generators need not invent names: `BotTurnData`."""

from collections.abc import Iterator, Mapping
from typing import Any

from contract.names import pascal
from contract.shorthand import Node, reference


def named(schemas: Mapping[str, Node]) -> dict[str, Node]:
    """The schemas, and one for each object and enum inside them, named for where it stands."""
    found: dict[str, Node] = {}
    for name, schema in schemas.items():
        for own, value in _apart(name, schema):
            if own in found or (own in schemas and own != name):
                raise ValueError(f"two schemas would be named {own}")
            found[own] = value
    return found


def _apart(name: str, schema: Node) -> Iterator[tuple[str, Node]]:
    """The schema with references in place of what stands inside it, after what stood inside it."""
    node = dict(schema)
    for keyword, ending in (("items", "Item"), ("additionalProperties", "Value")):
        if isinstance(node.get(keyword), dict):
            node[keyword], more = _referred(name + ending, node[keyword])
            yield from more
    if "allOf" in node:
        members = []
        for member in node["allOf"]:
            *more, (_, own) = _apart(name, member)
            yield from more
            members.append(own)
        node["allOf"] = members
    if "properties" in node:
        properties = {}
        for field, value in node["properties"].items():
            properties[field], more = _referred(name + pascal(field), value)
            yield from more
        node["properties"] = properties
    yield name, node


def _referred(name: str, schema: Node) -> tuple[Node, list[tuple[str, Node]]]:
    """A reference to the schema if it needs a name, else the schema, and the schemas that it leads to."""
    if not ("enum" in schema or (schema.get("type") == "object" and "properties" in schema)):
        *more, (_, own) = _apart(name, schema)
        return own, more
    kept: dict[str, Any] = {key: schema[key] for key in ("nullable", "description") if key in schema}
    own = {key: value for key, value in schema.items() if key != "nullable"}
    return {**reference(name), **kept}, [*_apart(name, own)]
