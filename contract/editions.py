"""The editions of the published contract: 3.1 is the one in the repository, 3.0 and 3.2 are for generators that need them."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from contract.opening import pruned, with_null_types
from contract.shorthand import Node
from contract.trees import rebuilt_document

BEYOND_3_0: Final = frozenset(
    {
        "if",
        "then",
        "else",
        "dependentSchemas",
        "dependentRequired",
        "contains",
        "propertyNames",
        "contentMediaType",
        "contentSchema",
        "unevaluatedProperties",
    }
)
"""Keywords of JSON Schema that OpenAPI 3.0 does not have. None of them changes what a generator makes of a schema."""


def edition_3_1(document: Node) -> Node:
    return {**with_null_types(document), "openapi": "3.1.1"}


def edition_3_2(document: Node) -> Node:
    """With `itemSchema` for lines and streams, and `defaultMapping` for what a client does not know."""
    whole = rebuilt_document({**with_null_types(document), "openapi": "3.2.0"}, _with_default_mapping)
    renamed: Node = _renamed(whole, {"x-item-schema": "itemSchema"})
    return renamed


def _with_default_mapping(node: Node) -> Node:
    if "discriminator" not in node:
        return node
    mapping = {value: target for value, target in node["discriminator"]["mapping"].items() if not target.endswith(f"/{value}")}
    others = [target for value, target in node["discriminator"]["mapping"].items() if value not in mapping]
    default = {"defaultMapping": others[0]} if others else {}
    return {**node, "discriminator": {**node["discriminator"], "mapping": mapping, **default}}


def edition_3_0(document: Node) -> Node:
    """Without webhooks, which 3.0 does not have: they stand under `x-webhooks`."""
    whole = rebuilt_document({**document, "openapi": "3.0.3"}, _as_3_0)
    info = {name: value for name, value in whole["info"].items() if name != "summary"}
    info["license"] = {name: value for name, value in info["license"].items() if name != "identifier"}
    renamed: Node = _renamed(pruned({**whole, "info": info}), {"webhooks": "x-webhooks"})
    return renamed


def _as_3_0(node: Node) -> Node:
    found = {name: value for name, value in node.items() if name not in BEYOND_3_0}
    if "const" in found:
        found["enum"] = [found.pop("const")]
    if "examples" in found:
        found["example"] = found.pop("examples")[0]
    if found.get("nullable") and "enum" in found:
        found["enum"] = [*found["enum"], None]
    if "$ref" in found and len(found) > 1:
        found = {"allOf": [{"$ref": found.pop("$ref")}], **found}
    return found


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    if isinstance(node, list):
        return [_renamed(item, names) for item in node]
    if isinstance(node, dict):
        return {names.get(name, name): _renamed(value, names) for name, value in node.items()}
    return node


EDITIONS: Final[Mapping[str, Callable[[Node], Node]]] = {"3.0": edition_3_0, "3.1": edition_3_1, "3.2": edition_3_2}
