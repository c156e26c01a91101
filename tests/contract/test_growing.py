"""What is added within v1 fits what was published before: clients that were generated today bear it."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from tests.contract.checker import at, faults, published
from tests.contract.growing import FIELD, WORD, grown, last


def _answers() -> Iterator[tuple[str, Any, Any]]:
    """Every example of an answer in JSON: where it is, its schema, its value."""
    for path, item in published()["paths"].items():
        for method, operation in item.items():
            for status, node in operation["responses"].items():
                response = _resolved(node)
                for kind, media in response.get("content", {}).items():
                    if kind.endswith("json"):
                        for name, value in _values(media):
                            yield f"{method} {path} {status} {name}", media["schema"], value


def _values(media: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    if "example" in media:
        yield "", media["example"]
    for name, example in media.get("examples", {}).items():
        yield name, _resolved(example)["value"]


def _resolved(node: Any) -> Any:
    if "$ref" not in node:
        return node
    found = published()
    for name in node["$ref"].removeprefix("#/").split("/"):
        found = found[name]
    return found


def test_every_answer_with_everything_that_may_be_added_fits_what_was_published() -> None:
    for where, schema, value in _answers():
        assert faults(schema, grown(schema, value), exact=False) == [], where


def test_an_event_page_has_another_event_another_field_and_another_word() -> None:
    media = at("#/paths/~1v1~1tables~1{table}~1events/get/responses/200/content/application~1json")
    page = grown(media["schema"], media["examples"]["page"]["value"])

    assert page["events"][-1]["type"] == f"table.{WORD}"
    assert FIELD in page
    assert FIELD in page["events"][0]["data"]
    assert page["events"][0]["data"]["card"] == WORD
    assert faults(media["schema"], page) != []


def test_what_our_own_tests_hold_answers_against_bears_none_of_it() -> None:
    schema = {"$ref": "#/components/schemas/Problem"}
    problem = at("#/components/responses/GameUnknown/content/application~1problem+json/examples/game-unknown/value")

    assert faults(schema, problem) == []
    for added in ({**problem, FIELD: 1}, {**problem, "code": WORD}):
        assert faults(schema, added) != []
        assert faults(schema, added, exact=False) == []


@pytest.mark.parametrize("name", ["Event", "Move", "View"])
def test_a_union_takes_a_member_that_nobody_knows_yet(name: str) -> None:
    schema = {"$ref": f"#/components/schemas/{name}"}
    other = last(published()["components"]["schemas"][name]).rpartition("/")[2]
    values = {
        "OtherEvent": {
            "version": 9,
            "type": f"chess.{WORD}",
            "schema": 1,
            "seat": None,
            "at": "2026-11-28T00:00:00.000Z",
            "decision": None,
        },
        "OtherMove": {"type": WORD, "decision": 7, "square": "e4"},
        "OtherView": {
            **at("#/components/examples/TableLaid/value/view"),
            "game": "chess",
            "options": {"clock": WORD},
            "state": {"board": []},
        },
    }
    value = {**values[other], **({"data": {"to": "e4"}, "hash": "0" * 64} if other == "OtherEvent" else {})}

    assert faults(schema, value, exact=False) == []
    assert faults(schema, value) != []
