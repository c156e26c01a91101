"""Values that may be null (`nullable`), as OpenAPI 3.1 and 3.2 say it. Null stands alone only beside a reference, which generators know."""

from collections.abc import Callable
from typing import Final

from contract.shorthand import Node

SCALARS: Final = frozenset({"string", "integer", "number", "boolean"})
NULL: Final[Node] = {"type": "null"}


def nullable(node: Node, target_of: Callable[[str], Node]) -> Node:
    """The schema without the keyword `nullable`, given the schemas that references lead to."""
    node = dict(node)
    if not node.pop("nullable", False):
        return node
    if "$ref" in node:
        return _reference(node, target_of(node["$ref"]))
    if "type" in node:
        words = {"enum": [*node["enum"], None]} if "enum" in node else {}
        return {**node, "type": [node["type"], "null"], **words}
    keyword = "anyOf" if "anyOf" in node else "oneOf"
    return {**node, keyword: [*node[keyword], NULL]}


def _reference(node: Node, target: Node) -> Node:
    """A text or number is repeated with null among its types; for an object or a closed enum null is an alternative. An open enum becomes
    a text, because a generated class for its words takes no null (java).
    """
    own = {name: value for name, value in node.items() if name != "$ref"}
    if target.get("type") in SCALARS and "enum" not in target:
        return {**target, "type": [target["type"], "null"], **own}
    words = [word for option in target.get("anyOf", ()) for word in option.get("enum", ())]
    if words:
        known = f"One of {', '.join(f'`{word}`' for word in words)}, or a newer one."
        return {"type": ["string", "null"], "description": f"{own.get('description', target.get('description', ''))} {known}".strip()}
    return {"anyOf": [{"$ref": node["$ref"]}, NULL], **own}
