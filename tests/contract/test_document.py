"""The document itself: valid, complete, with bounded and closed schemas, and with valid examples."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator, OpenAPIV32SpecValidator

from contract import build
from events.fairness.public_keys import read_key_set
from events.fairness.receipts import Receipt
from events.proof.issuing import unsigned
from tests.contract import checker
from tests.contract.checker import Operation, at, document, faults, operations, published, resolve

NOT_OURS = {"Document", "JsonSchema", "TableFile"}
"""Schemas of documents whose fields the contract does not define."""
CLOSED_ELSEWHERE = {"#/ViewOfAnyGame"}
"""Parts of objects: the schemas built from them forbid other fields."""

each_operation = pytest.mark.parametrize("operation", operations(), ids=lambda operation: operation.id)


class Example(NamedTuple):
    """A value in the document, its location, and the schema and media type that it is an example of."""

    where: str
    schema: Mapping[str, Any]
    kind: str
    value: Any


def _nodes(node: Any, where: str = "#") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every object of the document, except those inside examples."""
    if isinstance(node, Mapping):
        yield where, node
        for name, below in node.items():
            if name not in {"example", "examples"} or where == "#/components":
                yield from _nodes(below, f"{where}/{name}")
    elif isinstance(node, list):
        for place, below in enumerate(node):
            yield from _nodes(below, f"{where}/{place}")


def _examples(document: Mapping[str, Any]) -> Iterator[Example]:
    for where, node in _nodes(document):
        kind = where.rpartition("content/")[2] if "content/" in where else ""
        schema = node.get("schema", node)
        if isinstance(schema, Mapping) and where != "#/components" and not where.startswith("#/components/examples"):
            given = node.get("examples", [])
            named = given.items() if isinstance(given, Mapping) else enumerate(given)
            for name, example in named:
                value = resolve(example)["value"] if isinstance(given, Mapping) else example
                yield Example(f"{where}: {name}", schema, kind, value)
            if "example" in node:
                yield Example(where, schema, kind, node["example"])


EXAMPLES = list(_examples(document()))


def test_the_document_is_the_one_that_the_parts_and_the_code_make() -> None:
    assert published() == build.edition("3.1"), "run `make openapi`"


@pytest.mark.parametrize(
    ("edition", "validator"), [("3.0", OpenAPIV30SpecValidator), ("3.1", OpenAPIV31SpecValidator), ("3.2", OpenAPIV32SpecValidator)]
)
def test_every_edition_is_valid(edition: str, validator: Any) -> None:
    made = build.edition(edition)

    assert made["openapi"].startswith(f"{edition}.")
    validator(made).validate()


@each_operation
def test_an_operation_is_complete(operation: Operation) -> None:
    responses = {status: resolve(response) for status, response in operation.node["responses"].items()}

    assert operation.node["summary"]
    assert operation.node["tags"][0] in {tag["name"] for tag in document()["tags"]}
    assert "500" in responses
    assert operation.id == "getFrontPage" or any(status.startswith("2") for status in responses)
    assert all(resolve(response["headers"]["X-Request-Id"])["required"] for response in responses.values())
    if operation.path.startswith("/v1/"):
        assert {"401", "429", "503"} <= responses.keys()
        assert all({"RateLimit", "RateLimit-Policy"} <= response["headers"].keys() for response in responses.values())
    if "requestBody" in operation.node:
        assert {"400", "408", "413", "415", "422"} <= responses.keys()


@each_operation
def test_every_body_has_an_example_and_every_problem_its_codes(operation: Operation) -> None:
    contents = [resolve(response).get("content", {}) for response in operation.node["responses"].values()]
    contents.append(operation.node.get("requestBody", {}).get("content", {}))

    for kind, media in ((kind, media) for content in contents for kind, media in content.items()):
        assert "example" in media or media["examples"]
        if kind == "application/problem+json":
            assert media["schema"] == {"$ref": "#/components/schemas/Problem"}


def test_every_example_holds() -> None:
    for example in EXAMPLES:
        assert faults(example.schema, example.value) == [], example.where
        for name, item in _items_in(example):
            assert faults({"$ref": f"#/components/schemas/{name}"}, item) == [], example.where


def test_every_example_is_as_published() -> None:
    for example in _examples(published()):
        assert faults(example.schema, example.value, exact=False) == [], example.where


def _items_in(example: Example) -> list[tuple[str, Any]]:
    """The JSON values in an example of lines or of a frame, each with the name of its schema."""
    if example.kind == "application/x-ndjson":
        return [("Event", item) for item in checker.items(example.kind, example.value.encode())]
    if example.kind == "text/event-stream":
        item = checker.frame_item("".join(f"{name}: {value}\n" for name, value in example.value.items()))
        return [(example.value.get("event", "event").capitalize(), item)]
    return []


def test_there_are_examples_enough() -> None:
    assert len(EXAMPLES) > 100


def test_every_object_that_is_sent_or_answered_lists_all_its_fields() -> None:
    open_ones = {
        where
        for where, node in _nodes(document()["components"]["schemas"])
        if node.get("type") == "object" and "properties" in node and not node.keys() & {"additionalProperties", "unevaluatedProperties"}
    }

    assert {where for where in open_ones if "/allOf/" not in where} == CLOSED_ELSEWHERE
    assert {name for name, node in document()["components"]["schemas"].items() if node.get("additionalProperties") is True} == NOT_OURS


@pytest.mark.parametrize("whole", [document(), published()], ids=["exact", "published"])
def test_every_integer_has_bounds_that_every_reader_keeps_exact(whole: Mapping[str, Any]) -> None:
    for where, node in _nodes(whole):
        if "dependentSchemas" not in where and "integer" in _types(node):
            assert "const" in node or (node["minimum"] >= 0 and node["maximum"] <= checker.SAFE), where


def _types(node: Mapping[str, Any]) -> list[str]:
    kind = node.get("type", [])
    return kind if isinstance(kind, list) else [kind]


def test_no_address_is_named_but_our_own_and_those_that_nobody_has() -> None:
    text = checker.FILE.read_text(encoding="utf-8")

    assert set(re.findall(r"https?://[a-z0-9.-]+", text)) == {"https://app.example", "https://bots.example"}


def test_the_receipts_in_the_examples_are_signed_with_the_key_in_the_examples() -> None:
    keys = at("#/paths/~1.well-known~1jwks.json/get/responses/200/content/application~1jwk-set+json/example")
    receipts = at("#/paths/~1v1~1tables~1{table}~1receipts/get/responses/200/content/application~1json/examples/finished/value")
    known = read_key_set(json.dumps(keys).encode())

    for receipt in (*receipts.values(), at("#/components/examples/TableLaid/value/receipt")):
        assert unsigned(Receipt(**receipt), known) is None
