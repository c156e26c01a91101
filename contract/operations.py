"""Operations: expands their short form in the parts, and adds what follows from it: parameters of the path, codes, headers.

- `needs` or `takes`: `seat` (a seat token) or `owner` (an API key), which a request must have or may have; `takes: anything` does not check
  the query.
- `parameters`: names of components, or parameters. Those of the path are added.
- `requestBody`, `responses`: with `schema`, and `example` or `examples`, they are JSON. `headers` are names of components.
  `x-exact` of a response has the `content` that is not published.
- `x-problems`: the codes that do not follow from the rest.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from contract.names import pascal
from contract.problems import NOT_UNDERSTOOD, Problems, component_name, refusals_of_moves
from contract.shorthand import Node, expanded

VERSION: Final = "/v1/"
SECURITY: Final[Mapping[tuple[str, str], Any]] = {
    ("needs", "seat"): [{"seatToken": []}],
    ("takes", "seat"): [{}, {"seatToken": []}],
    ("needs", "owner"): [{"apiKey": []}],
    ("takes", "owner"): [{}, {"apiKey": []}],
}
CREDENTIALS: Final = {
    ("needs", "seat"): ("token-missing", "token-invalid"),
    ("takes", "seat"): ("token-invalid",),
    ("needs", "owner"): ("api-key-missing",),
}
KEYED: Final = "IdempotencyKey"
OF_BODIES: Final = ("body-unreadable", "request-timeout", "body-too-large", "media-type-unsupported", "content-encoding-unsupported")
OF_QUERIES: Final = ("parameter-invalid", "body-invalid")
INTERNAL: Final = frozenset({"documentation", "operation"})
"""The tags of pages and of what operators ask: nothing for a client of the API."""


class Operations:
    """Expands operations. `responses` are the components that they share, by name."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems
        self.responses: dict[str, Node] = {}

    def path(self, tag: str, path: str, methods: Mapping[str, Node]) -> Node:
        """The path item of a path."""
        return {method: self._operation(tag, path, method, short) for method, short in methods.items()}

    def _operation(self, tag: str, path: str, method: str, short: Node) -> Node:
        needs = next((key for key in SECURITY if short.get(key[0]) == key[1]), None)
        parameters = [*_in_path(path, short), *(_parameter(one) for one in short.get("parameters", ()))]
        answers = {status: self._answer(path, answer) for status, answer in short["responses"].items()}
        return {
            "operationId": short["operationId"],
            "tags": [tag],
            **({"x-internal": True} if tag in INTERNAL else {}),
            "summary": short["summary"],
            **({"description": short["description"]} if "description" in short else {}),
            **({"security": SECURITY[needs]} if needs else {}),
            **({"parameters": parameters} if parameters else {}),
            **({"requestBody": _body(short["requestBody"])} if "requestBody" in short else {}),
            "responses": answers | self._refusals(path, short, [*_codes(path, method, short, needs)]),
        }

    def _answer(self, path: str, short: Node) -> Node:
        headers = _headers(path) | _named(short.get("headers", ()))
        content = _content(short)
        return {
            "description": short["description"],
            "headers": {name: {"$ref": f"#/components/headers/{component}"} for name, component in headers.items()},
            **({"content": content} if content else {}),
            **({"x-exact": {"content": _content(short["x-exact"])}} if "x-exact" in short else {}),
        }

    def _refusals(self, path: str, short: Node, codes: list[str]) -> Node:
        found: Node = {}
        for status, several in self._problems.by_status(codes).items():
            name = component_name(short["operationId"], several, outside=not path.startswith(VERSION))
            self.responses[name] = self._problems.response(several, _headers(path))
            found[str(status)] = {"$ref": f"#/components/responses/{name}"}
        if not any(status.startswith("4") for status in found):
            self.responses["NotUnderstood"] = self._problems.response(NOT_UNDERSTOOD, _headers(path))
            found = {"4XX": {"$ref": "#/components/responses/NotUnderstood"}} | found
        return found


def _codes(path: str, method: str, short: Node, needs: tuple[str, str] | None) -> Iterator[str]:
    if path.startswith(VERSION):
        if method != "get":
            yield "not-replicated"
        yield "api-key-invalid"
        yield from CREDENTIALS.get(needs, ()) if needs else ()
        yield from ("rate-limited", "store-unavailable", *OF_QUERIES)
    elif short.get("takes") != "anything":
        yield from OF_QUERIES
    if "requestBody" in short:
        yield from OF_BODIES
    if KEYED in short.get("parameters", ()):
        yield "header-invalid"
    if path.startswith(VERSION) and "{table}" in path:
        yield "table-unknown"
    yield "internal-error"
    yield from short.get("x-problems", ())
    if short["operationId"] == "postMove":
        yield from refusals_of_moves()


def _headers(path: str) -> dict[str, str]:
    """The headers of every answer: name -> component."""
    limits = {"RateLimit-Policy": "RateLimit-Policy", "RateLimit": "RateLimit"} if path.startswith(VERSION) else {}
    return {"X-Request-Id": "X-Request-Id", **limits}


def _named(headers: Any) -> dict[str, str]:
    return dict(pair for header in headers for pair in (header.items() if isinstance(header, Mapping) else [(header, header)]))


def _in_path(path: str, short: Node) -> Iterator[Node]:
    own = {one["name"] for one in short.get("parameters", ()) if isinstance(one, Mapping) and one["in"] == "path"}
    for name in re.findall(r"\{(\w+)\}", path):
        if name not in own:
            yield {"$ref": f"#/components/parameters/Path{pascal(name)}"}


def _parameter(short: Any) -> Node:
    if isinstance(short, str):
        return {"$ref": f"#/components/parameters/{short}"}
    return {**short, "schema": expanded(short["schema"])}


def _body(short: Node) -> Node:
    described = {"description": short["description"]} if "description" in short else {}
    return {**described, "required": short.get("required", True), "content": _content(short)}


def _content(short: Node) -> Node:
    """The content of a body: JSON, unless the part says otherwise."""
    kinds = short.get("content", {"application/json": short} if "schema" in short else {})
    return {kind: _media(media) for kind, media in kinds.items()}


def _media(media: Any) -> Node:
    """A media type; an example alone is one of a text."""
    if isinstance(media, str):
        return {"schema": {"type": "string"}, "example": media}
    keywords = ("schema", "x-item-schema", "example", "examples")
    return {name: expanded(media[name]) if name.endswith("schema") else media[name] for name in keywords if name in media}
