"""Expands the short form of schemas in the parts.

- A name is a reference: `View`. With `?`, as in `View?` or `type: integer?`, the value may be null (`nullable` until the build ends).
- The type is left out where the other keywords say it: `properties`, `items`, or `enum`, `const`, `pattern` and lengths for texts.
- An object requires all its properties, unless it has `required`.
- An integer is not negative, and not above the largest one that every JSON reader keeps exact, unless it has other bounds.
- `enum: rules.table_events.Kind`: the names that the code has.
- A union with `by: kind` has the discriminator `kind`, with the values that its members have. `other` is its member for what is added
  later, which fits what others fit, too, unless the union is `apart`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from contract.names import values
from events.tables.command_fields import LARGEST_SAFE_INTEGER

Node: TypeAlias = dict[str, Any]
Naming: TypeAlias = Callable[[str], str]
"""The full name of a schema, given its name in a part."""

SCHEMAS: Final = "#/components/schemas/"
ONE: Final = ("items", "additionalProperties", "contains", "propertyNames", "contentSchema")
SEVERAL: Final = ("oneOf", "anyOf", "allOf")
CONDITIONS: Final = ("if", "then", "else", "not", "dependentSchemas")
TEXT: Final = frozenset({"enum", "const", "pattern", "format", "minLength", "maxLength"})


def reference(name: str) -> Node:
    """A reference to a schema of the document."""
    return {"$ref": SCHEMAS + name}


def expanded(short: Any, named: Naming = lambda name: name) -> Node:
    """The schema that a short form stands for."""
    if isinstance(short, str):
        return _reference(short, named)
    node: Node = dict(short)
    extra = _reference(node.pop("$ref"), named) if "$ref" in node else {}
    if str(node.get("type", "")).endswith("?"):
        node |= {"type": node["type"][:-1], "nullable": True}
    for keyword in ONE:
        if isinstance(node.get(keyword), str | Mapping):
            node[keyword] = expanded(node[keyword], named)
    for keyword in SEVERAL:
        if keyword in node:
            node[keyword] = [expanded(option, named) for option in node[keyword]]
    for keyword in CONDITIONS:
        if keyword in node:
            node[keyword] = _condition(node[keyword], named)
    if "x-exact" in node:
        several = {name: [expanded(one, named) for one in value] for name, value in node["x-exact"].items() if name == "oneOf"}
        node["x-exact"] = several or _condition(node["x-exact"], named)
    if "properties" in node:
        node["properties"] = {name: expanded(value, named) for name, value in node["properties"].items()}
    return {**extra, **_typed(node)}


def _reference(name: str, named: Naming) -> Node:
    nullable = {"nullable": True} if name.endswith("?") else {}
    return reference(named(name.removesuffix("?"))) | nullable


def _condition(node: Any, named: Naming) -> Any:
    """A condition says only what it says: nothing is added but the full names of schemas."""
    if isinstance(node, list):
        return [_condition(item, named) for item in node]
    if not isinstance(node, Mapping):
        return node
    return {key: SCHEMAS + named(value) if key == "$ref" else _condition(value, named) for key, value in node.items()}


def _typed(node: Node) -> Node:
    if isinstance(node.get("enum"), str):
        node = {**node, "enum": values(node["enum"])}
    kind = node.get("type") or _type(node)
    typed = {"type": kind, **node} if kind else node
    if kind == "object" and "properties" in node:
        typed = {"type": kind, "required": [*node["properties"]], **node}
        if not typed["required"]:
            del typed["required"]
    if kind == "integer" and "const" not in node and "enum" not in node:
        typed = {"minimum": 0, "maximum": LARGEST_SAFE_INTEGER, **typed}
        typed = {"type": kind, **{name: value for name, value in typed.items() if name != "type"}}
    return typed


def _type(node: Node) -> str | None:
    if "properties" in node:
        return "object"
    if "items" in node:
        return "array"
    return "string" if node.keys() & TEXT else None
