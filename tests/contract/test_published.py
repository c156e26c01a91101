"""What is published has nothing that generators of clients are known to stumble over."""

import json
import subprocess
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any

import pytest

from tests.contract.checker import published
from tests.events.proof.second import NODE

PUBLISHED = published()
SCHEMAS: Mapping[str, Any] = PUBLISHED["components"]["schemas"]
NULL = {"type": "null"}


def _nodes(node: Any, where: str = "#") -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(node, dict):
        yield where, node
        for name, below in node.items():
            if name not in {"example", "examples", "mapping"}:
                yield from _nodes(below, f"{where}/{name}")
    elif isinstance(node, list):
        for place, below in enumerate(node):
            yield from _nodes(below, f"{where}/{place}")


def _target(node: Mapping[str, Any]) -> Mapping[str, Any]:
    return SCHEMAS[node["$ref"].rpartition("/")[2]] if "$ref" in node else node


def _at(where: str) -> Any:
    """The node of a schema at a path that `_nodes` gives."""
    node: Any = SCHEMAS
    for name in where.split("/")[1:]:
        node = node[int(name)] if isinstance(node, list) else node[name]
    return node


def _unions() -> Iterator[Any]:
    for where, node in _nodes(SCHEMAS):
        if "anyOf" in node or "oneOf" in node:
            yield pytest.param(node, id=where.removeprefix("#/"))


def test_operations_and_messages_have_no_tag_in_common() -> None:
    operations = {tag for item in PUBLISHED["paths"].values() for operation in item.values() for tag in operation["tags"]}
    messages = {tag for item in PUBLISHED["webhooks"].values() for tag in item["post"]["tags"]}

    assert operations & messages == set()
    assert operations | messages == {tag["name"] for tag in PUBLISHED["tags"]}


def test_null_stands_alone_only_beside_a_reference() -> None:
    for where, node in _nodes(SCHEMAS):
        if node == NULL:
            parent, _, place = where.rpartition("/")
            assert (parent.rpartition("/")[2], place) == ("anyOf", "1"), where
            assert "$ref" in _at(parent)[0], where


def test_what_extends_a_schema_stands_in_the_second_entry() -> None:
    extending = [(where, node) for where, node in _nodes(SCHEMAS) if "allOf" in node]

    assert extending
    for where, node in extending:
        assert "properties" not in node, where
        assert [("$ref" in part, _target(part)["type"]) for part in node["allOf"]] == [(True, "object"), (False, "object")], where


def test_every_problem_is_the_same_schema_and_its_codes_are_told_in_words() -> None:
    for name, response in PUBLISHED["components"]["responses"].items():
        [media] = response["content"].values()
        assert media["schema"] == {"$ref": "#/components/schemas/Problem"}, name
        assert media["examples"].keys() == set(response["x-problems"])
        assert all(f"`{code}`: " in response["description"] for code in response["x-problems"]), name


@pytest.mark.parametrize("union", [*_unions()])
def test_no_two_members_of_a_union_can_be_confused(union: Mapping[str, Any]) -> None:
    members = [_target(option) for option in union.get("anyOf", union.get("oneOf", ()))]
    if "discriminator" in union:
        targets = [*union["discriminator"]["mapping"].values()]
        assert len(targets) == len({*targets}) == len(members)
        assert all("anyOf" not in member and "oneOf" not in member for member in members)
        return
    for earlier, later in combinations(members, 2):
        if earlier.get("type") == later.get("type") == "object":
            lacking = set(earlier["required"]) - later["properties"].keys()
            told_apart = [
                name for name, value in earlier["properties"].items() if "const" in value and later["properties"].get(name) != value
            ]
            assert lacking or told_apart, "an earlier member has what a later one lacks, or another constant"


def test_a_schema_shares_its_name_with_no_parameter_and_no_response() -> None:
    names = [name for kind in ("schemas", "parameters", "responses") for name in PUBLISHED["components"][kind]]

    assert len(names) == len({*names})


def test_objects_and_enums_inside_others_have_a_name() -> None:
    for name, schema in SCHEMAS.items():
        for where, node in _nodes(schema):
            if where.rpartition("/")[0].endswith("/properties") or where.endswith("/items"):
                assert "properties" not in node, f"{name}{where}"
                assert "enum" not in node, f"{name}{where}"


def test_pages_and_what_operators_ask_are_marked_as_no_part_of_a_client() -> None:
    internal = {path for path, item in PUBLISHED["paths"].items() for operation in item.values() if operation.get("x-internal")}

    assert internal == {path for path in PUBLISHED["paths"] if not path.startswith("/v1/")} - {"/.well-known/jwks.json"}


def test_no_operation_has_two_credentials_at_once() -> None:
    for item in PUBLISHED["paths"].values():
        for operation in item.values():
            assert all(len(way) <= 1 for way in operation.get("security", PUBLISHED["security"])), operation["operationId"]


def test_patterns_are_read_by_engines_with_and_without_unicode() -> None:
    patterns = [node["pattern"] for _, node in _nodes(PUBLISHED) if isinstance(node.get("pattern"), str)]
    program = "for (const p of JSON.parse(process.argv[1])) { new RegExp(p); new RegExp(p, 'u'); }"

    assert len(patterns) > 20
    subprocess.run([NODE, "-e", program, json.dumps(patterns)], check=True, timeout=60)


def test_ids_and_cursors_have_a_pattern() -> None:
    named = {name: schema for name, schema in SCHEMAS.items() if name.endswith("Id") and schema.get("type") == "string"}

    assert {"Cursor", "BotId", "WebhookId", "DeliveryId", "TableId", "JobId", "ExportId"} <= named.keys() | {"Cursor"}
    assert all("pattern" in schema for schema in (*named.values(), SCHEMAS["Cursor"]))
