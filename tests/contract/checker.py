"""Checks responses against the exact form of the contract. An undocumented status, media type, header, field or word is a failure.

What openapi.yaml publishes is wider: clients must bear what is added later (docs/contract.md).
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs
import yaml

from contract import build, trees

FILE = Path(__file__).parents[2] / "openapi.yaml"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
OUTSIDE_THE_CONTRACT = re.compile(r"/docs/assets/[^/]+")
CONTRACT = "urn:rollstream:contract"
SAFE = 2**53 - 1
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class ContractBroken(AssertionError):
    """A response that openapi.yaml does not allow."""


class Operation(NamedTuple):
    """One operation: its id, its method, its path such as `/v1/tables/{table}`, and its node of the document."""

    id: str
    method: str
    path: str
    node: Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """The parts of a response that are checked; header names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @cached_property
    def json(self) -> Any:
        """The value of the body, read once. Raises `ContractBroken` if it is not `strict` JSON."""
        return strict(self.body)


def document() -> dict[str, Any]:
    """The exact contract."""
    return build.exact_contract()


@cache
def published() -> dict[str, Any]:
    """The contract as it is published."""
    read: dict[str, Any] = yaml.load(FILE.read_text(encoding="utf-8"), LOADER)  # noqa: S506 - a safe loader
    return read


@cache
def operations() -> tuple[Operation, ...]:
    """Every operation. Paths without parameters come first, because they take precedence."""
    paths = sorted(document()["paths"].items(), key=lambda item: "{" in item[0])
    return tuple(
        Operation(item[method]["operationId"], method.upper(), path, item[method])
        for path, item in paths
        for method in METHODS
        if method in item
    )


def resolve(node: Any) -> Any:
    """The node, or the node that its `$ref` refers to."""
    while isinstance(node, Mapping) and "$ref" in node:
        node = at(node["$ref"])
    return node


def at(pointer: str) -> Any:
    """The node at a pointer such as `#/components/schemas/View`."""
    return trees.at(document(), pointer)


def schema(name: str) -> dict[str, Any]:
    """A schema of `components`, by name."""
    found: dict[str, Any] = document()["components"]["schemas"][name]
    return found


def faults(node: Mapping[str, Any], value: Any, *, exact: bool = True) -> list[str]:
    """The errors of a value by a schema of the exact or of the published document; empty if it is valid."""
    validator = _validator(json.dumps(node), exact)
    return [f"{'/'.join(map(str, error.instance_path)) or 'all of it'}: {error.message}" for error in validator.iter_errors(value)]


@cache
def _validator(node: str, exact: bool) -> jsonschema_rs.Draft202012Validator:
    schema = json.loads(node.replace('"$ref": "#', f'"$ref": "{CONTRACT}#'))
    return jsonschema_rs.Draft202012Validator(schema, validate_formats=True, registry=_components(exact))


@cache
def _components(exact: bool) -> jsonschema_rs.Registry:
    """The components under an address of their own. A validator that had them in its schema would compile them all."""
    components = (document() if exact else published())["components"]
    return jsonschema_rs.Registry([(CONTRACT, {"components": components})], draft=jsonschema_rs.Draft202012)


def find(method: str, path: str) -> Operation | None:
    """The operation of a request, None if there is none. `HEAD` has the operation of `GET`."""
    wanted = "GET" if method == "HEAD" else method
    return next((found for found in operations() if found.method == wanted and _form(found.path).fullmatch(path)), None)


@cache
def _form(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)))


def check(method: str, path: str, answer: Answer) -> Operation | None:
    """The operation whose response is valid, None if the request has no operation. Raises `ContractBroken`."""
    operation = find(method, path)
    where = f"{method} {operation.path if operation else path} -> {answer.status}"
    if operation is None and OUTSIDE_THE_CONTRACT.fullmatch(path):
        return None
    node = operation.node if operation else document()["x-outside-operations"]
    response = resolve(node["responses"].get(str(answer.status), node["responses"].get(f"{answer.status // 100}XX")))
    if response is None:
        raise ContractBroken(f"{where}: the status is not documented: {answer.body[:300]!r}")
    try:
        _check_headers(response, answer.headers)
        _check_body(response, answer, bodiless=method == "HEAD")
        _check_caching(path, answer.headers)
    except ContractBroken as broken:
        raise ContractBroken(f"{where}: {broken}") from None
    return operation


def _check_headers(response: Mapping[str, Any], headers: Mapping[str, str]) -> None:
    for name, described in response.get("headers", {}).items():
        header = resolve(described)
        value = headers.get(name.lower())
        if value is None:
            if header.get("required"):
                raise ContractBroken(f"the header {name} is missing")
            continue
        wanted = resolve(header["schema"])
        typed = int(value) if wanted["type"] == "integer" and re.fullmatch(r"-?[0-9]+", value) else value
        if wrong := faults(wanted, typed):
            raise ContractBroken(f"the header {name}: {value!r}: {wrong[0]}")


def _check_caching(path: str, headers: Mapping[str, str]) -> None:
    """Every response has `Cache-Control`. Under `/v1/`, a response that is not public also has `Vary`."""
    cache_control = headers.get("cache-control")
    if cache_control is None:
        raise ContractBroken("it does not say who may keep it: Cache-Control is missing")
    if path.startswith("/v1/") and "vary" not in headers and not cache_control.startswith("public"):
        raise ContractBroken("it does not say which headers it depends on: Vary is missing")


def _check_body(response: Mapping[str, Any], answer: Answer, *, bodiless: bool) -> None:
    kinds = response.get("content", {})
    kind = media_type(answer.headers)
    if not kinds:
        if answer.body:
            raise ContractBroken(f"there should be no body, but is {answer.body[:100]!r}")
        return
    if kind not in kinds:
        raise ContractBroken(f"the media type {kind or 'none'} is not documented")
    if bodiless:
        return
    media = kinds[kind]
    if "x-item-schema" in media:
        for item in items(kind, answer.body):
            check_value(media["x-item-schema"], item)
    elif kind == "application/json" or kind.endswith("+json"):
        check_value(media["schema"], answer.json)
        _check_code(response, answer.json)
    elif kind == "application/yaml":
        check_value(media["schema"], yaml.load(answer.body, LOADER))  # noqa: S506 - a safe loader
    else:
        check_value(media["schema"], answer.body.decode())


def _check_code(response: Mapping[str, Any], value: Any) -> None:
    if "x-problems" in response and value["code"] not in response["x-problems"]:
        raise ContractBroken(f"the code {value['code']} is not documented here")


def check_value(node: Mapping[str, Any], value: Any) -> None:
    """Raises `ContractBroken` if a value does not match a schema of the document."""
    if wrong := faults(node, value):
        shown = json.dumps(value, ensure_ascii=False)
        raise ContractBroken(f"{'; '.join(wrong[:3])}\nin {shown[:2000]}")


def check_message(name: str, headers: Mapping[str, str], body: bytes) -> None:
    """Raises `ContractBroken` if an outgoing message (header names in lower case) does not match the entry `name` of `webhooks`.

    Names without an entry of their own are events of tables.
    """
    promised = document()["webhooks"]
    node = promised.get(name, promised["event"])["post"]
    for parameter in map(resolve, node["parameters"]):
        value = headers.get(parameter["name"])
        if value is None:
            raise ContractBroken(f"{name}: the header {parameter['name']} is missing")
        typed = int(value) if parameter["schema"]["type"] == "integer" and re.fullmatch(r"[0-9]+", value) else value
        check_value(parameter["schema"], typed)
    check_value(node["requestBody"]["content"][media_type(headers)]["schema"], strict(body))


def media_type(headers: Mapping[str, str]) -> str:
    """The media type of a response, without parameters."""
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def items(kind: str, body: bytes) -> Iterator[Any]:
    """The JSON values of the lines or of the frames of an event stream."""
    if kind == "application/x-ndjson":
        for line in body.splitlines():
            yield strict(line)
        return
    for frame in body.decode().split("\n\n"):
        if (item := frame_item(frame)) is not None:
            yield item


def frame_item(frame: str) -> Any:
    """The event, the reset or the rematch in a frame of a stream; None for a comment or a `retry`. An event's `id` must match the event."""
    fields = dict(line.split(": ", 1) for line in frame.splitlines() if not line.startswith(":"))
    if not fields or set(fields) == {"retry"}:
        return None
    if (kind := fields.get("event")) in {"reset", "rematch"}:
        if wrong := faults({"$ref": f"#/components/schemas/{kind.capitalize()}Frame"}, fields):
            raise ContractBroken(f"a {kind}: {wrong[0]}")
        return strict(fields["data"].encode())
    if set(fields) != {"id", "data"}:
        raise ContractBroken(f"a frame with {', '.join(fields)}")
    event = strict(fields["data"].encode())
    if fields["id"] != f"{event['version']}-{event['hash'][:8]}":
        raise ContractBroken(f"id {fields['id']} for version {event['version']}, hash {event['hash']}")
    return event


def strict(text: bytes) -> Any:
    """JSON that all readers read alike: no duplicate names, no whole number with a fraction, no number above 2^53 - 1."""
    try:
        return json.loads(text.decode(), object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_fraction, parse_int=_safe)
    except ValueError as error:
        raise ContractBroken(f"not JSON as promised: {error}: {text[:200]!r}") from None


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return members


def _refuse(text: str) -> Any:
    raise ValueError(f"the number {text}")


def _fraction(text: str) -> float:
    number = float(text)
    if number.is_integer() or abs(number) > SAFE:
        raise ValueError(f"the number {text}")
    return number


def _safe(text: str) -> int:
    number = int(text)
    if abs(number) > SAFE:
        raise ValueError(f"the number {text}")
    return number
