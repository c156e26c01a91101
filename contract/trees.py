"""Walks through the schemas of a document, and changes them. Conditions (`if`, `not` …) are no schemas of values: they stay as they are."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from contract.shorthand import ONE, SCHEMAS, SEVERAL, Node

MEDIA: Final = ("schema", "x-item-schema", "itemSchema")
Change = Callable[[Node], Node]


def rebuilt(schema: Node, change: Change) -> Node:
    """The schema after a change of each schema in it, the innermost first."""
    node = dict(schema)
    for keyword in ONE:
        if isinstance(node.get(keyword), dict):
            node[keyword] = rebuilt(node[keyword], change)
    for keyword in SEVERAL:
        if keyword in node:
            node[keyword] = [rebuilt(option, change) for option in node[keyword]]
    if "properties" in node:
        node["properties"] = {name: rebuilt(value, change) for name, value in node["properties"].items()}
    return change(node)


def rebuilt_document(document: Node, change: Change) -> Node:
    """The document after a change of each schema in it."""
    found: Node = {name: value if name == "components" else _rebuilt_media(value, change) for name, value in document.items()}
    components = document["components"]
    found["components"] = {kind: _rebuilt_media(value, change) for kind, value in components.items()}
    found["components"]["schemas"] = {name: rebuilt(schema, change) for name, schema in components["schemas"].items()}
    return found


def _rebuilt_media(node: Any, change: Change) -> Any:
    """A part of the document after a change of the schemas of its media types, headers and parameters."""
    if isinstance(node, list):
        return [_rebuilt_media(item, change) for item in node]
    if not isinstance(node, dict):
        return node
    return {
        name: value
        if name in {"example", "examples", "value"}
        else rebuilt(value, change)
        if name in MEDIA and isinstance(value, dict)
        else _rebuilt_media(value, change)
        for name, value in node.items()
    }


def rebuilt_answers(document: Node, change: Change) -> Node:
    """The document after a change of each response of an operation."""
    paths = {path: {method: _answers(operation, change) for method, operation in item.items()} for path, item in document["paths"].items()}
    return {**document, "paths": paths}


def _answers(operation: Node, change: Change) -> Node:
    return {**operation, "responses": {status: change(response) for status, response in operation["responses"].items()}}


def references(node: Any) -> Iterator[str]:
    """Every reference in a part of the document."""
    if isinstance(node, Mapping):
        if isinstance(node.get("$ref"), str):
            yield node["$ref"]
        if isinstance(node.get("other"), str):
            yield SCHEMAS + node["other"]
        for name, value in node.items():
            if name == "mapping":
                yield from value.values()
            elif name not in {"example", "examples"}:
                yield from references(value)
    elif isinstance(node, list):
        for item in node:
            yield from references(item)


def reachable(document: Node, parts: Iterable[Any]) -> frozenset[str]:
    """The names of the schemas that these parts of the document use, directly or by others."""
    found: set[str] = set()
    waiting = [target for part in parts for target in references(part)]
    seen: set[str] = set()
    while waiting:
        target = waiting.pop()
        if target in seen:
            continue
        seen.add(target)
        if target.startswith(SCHEMAS):
            found.add(target.removeprefix(SCHEMAS))
        waiting += references(at(document, target))
    return frozenset(found)


def at(document: Node, pointer: str) -> Any:
    """The node at a pointer such as `#/components/schemas/View`."""
    node: Any = document
    for name in pointer.removeprefix("#/").split("/"):
        node = node[name.replace("~1", "/").replace("~0", "~")]
    return node


def answered(document: Node) -> Iterator[Any]:
    """What the service says: its responses, and its messages to bots and webhooks."""
    for item in document["paths"].values():
        for operation in item.values():
            yield from operation["responses"].values()
    for item in document["webhooks"].values():
        yield item["post"]["requestBody"]
    yield document["x-outside-operations"]
