"""The published document, made for clients that live longer than a version of the service (docs/api.md, "What may be added").

In answers an object may have more fields, an enum more words, a union one more member for what a client does not know. Requests stay exact.
"""

from collections.abc import Collection

from contract.naming import named
from contract.nulls import nullable
from contract.shorthand import SCHEMAS, Node, reference
from contract.trees import answered, at, reachable, rebuilt, rebuilt_answers, rebuilt_document


def published(document: Node) -> Node:
    """The published form of a document of parts, with `nullable` still in it."""
    whole = rebuilt_answers(rebuilt_document(document, _without_exact), _without_exact)
    whole["components"]["schemas"] = named(whole["components"]["schemas"])
    answers = reachable(whole, answered(whole))
    schemas = {name: _of_clients(name, schema, answers) for name, schema in whole["components"]["schemas"].items()}
    whole["components"]["schemas"] = {name: _discriminated(schema, schemas) for name, schema in schemas.items()}
    return rebuilt_document(whole, _free)


def with_null_types(document: Node) -> Node:
    """The document with null among the types, as OpenAPI 3.1 has it."""
    return pruned(rebuilt_document(document, lambda node: nullable(node, lambda target: at(document, target))))


def _without_exact(node: Node) -> Node:
    return {name: value for name, value in node.items() if name != "x-exact"}


def _free(node: Node) -> Node:
    """An object of which nothing is said is a map of anything: generators warn that they know no type for it unless that is said."""
    if node.get("type") == "object" and not node.get("properties") and "additionalProperties" not in node:
        return {**node, "additionalProperties": True}
    return node


def _of_clients(name: str, schema: Node, answers: Collection[str]) -> Node:
    if name in answers:
        return rebuilt(schema, _open)
    return rebuilt(schema, _closed)


def _open(node: Node) -> Node:
    other = node.pop("other", None)
    if other:
        keyword = "oneOf" if node.pop("apart", False) else "anyOf"
        return {**{key: value for key, value in node.items() if key != "oneOf"}, keyword: [*node["oneOf"], reference(other)]}
    if "enum" in node and node.get("type") == "string":
        rest = {key: value for key, value in node.items() if key not in {"type", "enum"}}
        return {**rest, "anyOf": [{"type": "string", "enum": node["enum"]}, {"type": "string"}]}
    return node


def _closed(node: Node) -> Node:
    if node.get("type") == "object" and "properties" in node and "additionalProperties" not in node:
        return {**node, "additionalProperties": False}
    return node


def _discriminated(schema: Node, schemas: dict[str, Node]) -> Node:
    """The schema with a discriminator, if it is a union by a field, whose values are those of its members."""
    if "by" not in schema:
        return schema
    node = dict(schema)
    field, mapping = node.pop("by"), {}
    for option in node.get("anyOf", node.get("oneOf", ())):
        name = option["$ref"].removeprefix(SCHEMAS)
        mapping[_property(schemas[name], field).get("const", name)] = option["$ref"]  # without a constant OpenAPI takes the name
    return {**node, "discriminator": {"propertyName": field, "mapping": mapping}}


def _property(schema: Node, field: str) -> Node:
    for part in (schema, *schema.get("allOf", ())):
        if field in part.get("properties", {}):
            found: Node = part["properties"][field]
            return found
    raise ValueError(f"a union by {field} has a member without it")


def pruned(document: Node) -> Node:
    """The document without the schemas that nothing uses."""
    rest = {name: value for name, value in document.items() if name != "components"}
    others = {kind: value for kind, value in document["components"].items() if kind != "schemas"}
    used = reachable(document, [rest, others])
    schemas = {name: schema for name, schema in document["components"]["schemas"].items() if name in used}
    return {**rest, "components": {**others, "schemas": schemas}}
