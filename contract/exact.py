"""The exact document, against which our own tests hold every answer: no other fields, no other words of an enum, no other members."""

from typing import Any

from contract.nulls import nullable
from contract.shorthand import SCHEMAS, Node
from contract.trees import at, rebuilt_answers, rebuilt_document


def exact(document: Node) -> Node:
    """The exact form of a document of parts."""
    whole = rebuilt_answers(rebuilt_document(document, _replaced), _replaced)
    extended = {target.removeprefix(SCHEMAS) for target in _extended(whole["components"]["schemas"])}
    for name, schema in whole["components"]["schemas"].items():
        if name in extended:
            schema["x-open"] = True
    closed = rebuilt_document(whole, _closed)
    return rebuilt_document(closed, lambda node: nullable(node, lambda target: at(closed, target)))


def _replaced(node: Node) -> Node:
    """What is exact of a schema or a response, instead of what is published of it or, if it is no schema by itself, beside that."""
    found: Any = node.get("x-exact", {})
    if not found.keys() & {"type", "oneOf"}:
        found = node | found
    return {name: value for name, value in found.items() if name not in {"other", "by", "x-exact"}}


def _extended(node: Any) -> set[str]:
    """The schemas that others extend."""
    if isinstance(node, list):
        return {target for item in node for target in _extended(item)}
    if not isinstance(node, dict):
        return set()
    own = {member["$ref"] for member in node.get("allOf", ()) if "$ref" in member}
    return own.union(*(_extended(value) for name, value in node.items() if name not in {"example", "examples"}))


def _closed(node: Node) -> Node:
    """Members of `allOf` stay open; the schema that they make up is closed."""
    if node.pop("x-open", False):
        return node
    if "allOf" in node:
        members = [{name: value for name, value in member.items() if name != "additionalProperties"} for member in node["allOf"]]
        return {**node, "allOf": members, "unevaluatedProperties": False}
    if node.get("type") == "object" and "properties" in node and "additionalProperties" not in node:
        return {**node, "additionalProperties": False}
    return node
