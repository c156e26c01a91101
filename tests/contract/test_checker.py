"""The checker itself: it finds a response that differs from the contract in one point."""

import json
from collections.abc import Mapping
from typing import Any

import pytest

from tests.contract import checker
from tests.contract.checker import Answer, ContractBroken

LIMITS = {"ratelimit": '"default";r=9;t=60', "ratelimit-policy": '"default";q=10;w=60', "cache-control": "no-store", "vary": "X-API-Key"}
HEADERS = {"x-request-id": "1", "content-type": "application/json", **LIMITS}
LOBBY: Mapping[str, Any] = {"tables": [], "next": None}
EVENT = checker.published()["components"]["schemas"]["TableSeatTaken"]["examples"][0]


def _lobby(*, status: int = 200, headers: Mapping[str, str] = HEADERS, body: bytes | None = None, **fields: Any) -> Answer:
    return Answer(status, headers, json.dumps({**LOBBY, **fields}).encode() if body is None else body)


def _check(answer: Answer, path: str = "/v1/tables", method: str = "GET") -> str | None:
    operation = checker.check(method, path, answer)
    return operation.id if operation else None


def test_an_answer_as_promised_is_one_of_its_operation() -> None:
    assert _check(_lobby()) == "listTables"


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (_lobby(status=418), "status is not documented"),
        (_lobby(headers={**HEADERS, "content-type": "text/html"}), "media type text/html"),
        (_lobby(headers={"content-type": "application/json", **LIMITS}), "X-Request-Id is missing"),
        (_lobby(headers={**HEADERS, "ratelimit": "9"}), "header RateLimit"),
        (_lobby(headers={name: value for name, value in HEADERS.items() if name != "cache-control"}), "Cache-Control is missing"),
        (_lobby(headers={name: value for name, value in HEADERS.items() if name != "vary"}), "Vary is missing"),
        (_lobby(more=1), "more"),
        (_lobby(next=7), "next"),
        (_lobby(body=b'{"tables": []}'), "next"),
        (_lobby(body=b'{"tables": [], "next": null, "next": null}'), "stands twice"),
        (_lobby(body=b'{"tables": NaN, "next": null}'), "NaN"),
        (_lobby(body=b'{"tables": [9007199254740992], "next": null}'), "9007199254740992"),
        (_lobby(body=b'{"tables": [1.0], "next": null}'), "1.0"),
        (_lobby(body=b'{"tables": [1e2], "next": null}'), "1e2"),
        (_lobby(body=b"<html>"), "not JSON"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_an_answer_that_differs_is_told(answer: Answer, why: str) -> None:
    with pytest.raises(ContractBroken, match=why):
        _check(answer)


@pytest.mark.parametrize("change", [{"type": "table.unheard-of"}, {"seat": None}, {"at": "2026-03-14 15:09"}, {"extra": 1}, {"data": {}}])
def test_an_event_that_differs_is_told_in_pages_lines_and_frames(change: Mapping[str, Any]) -> None:
    wrong = {**EVENT, **change}
    kinds = {
        "application/json": json.dumps({"events": [wrong], "next": None}),
        "application/x-ndjson": json.dumps(wrong) + "\n",
        "text/event-stream": f"retry: 1000\n\nid: {wrong['version']}-{wrong['hash'][:8]}\ndata: {json.dumps(wrong)}\n\n",
    }

    for kind, body in kinds.items():
        headers = {**HEADERS, "content-type": kind, "vary": "Accept, Authorization", "cache-control": "no-store"}
        answer = Answer(200, headers, body.encode())
        with pytest.raises(ContractBroken):
            _check(answer, "/v1/tables/p00-x/events")


def test_a_fraction_is_told_where_a_whole_number_is_promised_and_nowhere_else() -> None:
    assert checker.strict(b'{"progress": 0.5}') == {"progress": 0.5}
    assert checker.faults(checker.schema("Progress"), 0.5) == []
    assert checker.faults(checker.schema("Version"), 1.5) != []


@pytest.mark.parametrize("id", ["9", "9-00000000", str(EVENT["version"]), f"{EVENT['version']}-00000000"])
def test_a_frame_whose_id_is_not_its_own_is_told(id: str) -> None:
    with pytest.raises(ContractBroken, match=f"id {id} for"):
        checker.frame_item(f"id: {id}\ndata: {json.dumps(EVENT)}\n")


@pytest.mark.parametrize("fields", [{"id": "9"}, {"event": "reset!"}, {"data": '{"reason": "ahead"}', "retry": "1"}])
def test_a_reset_that_differs_is_told(fields: Mapping[str, str]) -> None:
    right = {"event": "reset", "id": "9-00000000", "data": '{"reason": "ahead", "version": 9, "detail": "…"}'}
    assert checker.frame_item(_frame(right)) == {"reason": "ahead", "version": 9, "detail": "…"}

    with pytest.raises(ContractBroken):
        checker.frame_item(_frame({**right, **fields}))


def _frame(fields: Mapping[str, str]) -> str:
    return "".join(f"{name}: {value}\n" for name, value in fields.items())


def test_a_code_that_the_operation_does_not_name_is_told() -> None:
    problem = checker.at("#/components/responses/GameUnknown")["content"]["application/problem+json"]["examples"]["game-unknown"]["value"]
    headers = {**HEADERS, "content-type": "application/problem+json"}

    assert _check(Answer(404, headers, json.dumps(problem).encode()), "/v1/games/chess") == "getGame"
    with pytest.raises(ContractBroken, match="code"):
        _check(Answer(404, headers, json.dumps(problem).encode()), "/v1/tables/p00-x")


def test_requests_that_are_no_operation_have_their_own_answers() -> None:
    outside = checker.document()["x-outside-operations"]["responses"]
    for status, path, method in [("404", "/nowhere", "GET"), ("405", "/v1/games", "DELETE")]:
        [example] = outside[status]["content"]["application/problem+json"]["examples"].values()
        headers = {
            "x-request-id": "1",
            "content-type": "application/problem+json",
            "allow": "GET",
            "cache-control": "no-store",
            "vary": "Authorization, X-API-Key",
        }
        body = json.dumps(example["value"]).encode()

        assert _check(Answer(int(status), headers, body), path, method) is None
        with pytest.raises(ContractBroken):
            _check(Answer(200, HEADERS, b"{}"), path, method)
