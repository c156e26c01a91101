"""Every problem code is in the contract with its status, and the contract has no other codes."""

from collections import defaultdict
from collections.abc import Mapping

from rules.registry import games
from rules.table import REJECTIONS
from service.http.problem_codes import CODES, JOB_ERRORS, UNPROCESSABLE
from tests.contract.checker import document, operations, resolve, schema
from workers.jobs.outcomes import JOB_ABANDONED, JOB_FAILED, JOB_TIMED_OUT

REFUSALS = {**REJECTIONS, **{code: "" for game in games().values() for code in game.rejections}}
STATUSES = {
    **{code: 422 if code in UNPROCESSABLE else 409 for code in REFUSALS},
    **{code: kind.status for code, kind in CODES.items()},
}

ANY_OPERATION = "4XX"
"""The response to what is no HTTP, at operations that refuse nothing else. Its codes have their statuses `outside` of operations."""
BETWEEN_US = {"not-expired", "seat-not-automatic", "seat-no-bot", "advice-unannounced"}
"""Error codes of internal orders by workers: no request gets one."""


def _promised() -> Mapping[str, set[tuple[str, int]]]:
    """For each code, the operations (or `outside`) that respond with it, and with which status."""
    places = defaultdict(set)
    nodes = [(operation.id, operation.node) for operation in operations()]
    for name, node in [*nodes, ("outside", document()["x-outside-operations"])]:
        for status, response in node["responses"].items():
            for code in resolve(response).get("x-problems", ()) if status != ANY_OPERATION else ():
                places[code].add((name, int(status)))
    return places


def test_the_list_of_codes_is_that_of_service_and_rules() -> None:
    assert set(schema("ProblemCode")["enum"]) == STATUSES.keys()
    assert len(schema("ProblemCode")["enum"]) == len(STATUSES)


def test_every_code_is_promised_somewhere_and_always_with_its_own_status() -> None:
    promised = _promised()

    assert promised.keys() == STATUSES.keys() - BETWEEN_US
    for code, places in promised.items():
        assert {status for _, status in places} == {STATUSES[code]}, code


def test_a_move_is_refused_with_every_code_of_the_games_and_no_option_is() -> None:
    promised = _promised()
    of_games = {code for game in games().values() for code in game.rejections}

    for code in of_games:
        operations_with_it = {name for name, _ in promised[code]}
        assert operations_with_it == ({"createTable"} if code in UNPROCESSABLE else {"postMove"}), code


def test_a_job_fails_with_the_code_of_a_problem_or_with_one_of_its_own() -> None:
    assert set(schema("JobError")["properties"]["code"]["enum"]) == STATUSES.keys() | JOB_ERRORS.keys()
    assert JOB_ERRORS.keys() == {JOB_ABANDONED, JOB_FAILED, JOB_TIMED_OUT}
    assert not JOB_ERRORS.keys() & STATUSES.keys()


def test_an_error_status_has_no_other_body_than_a_problem() -> None:
    for operation in operations():
        for status, response in operation.node["responses"].items():
            if status >= "400" and operation.id != "getReadiness":
                assert resolve(response)["content"].keys() == {"application/problem+json"}, (operation.id, status)


def test_an_example_of_a_problem_has_title_and_status_of_its_code() -> None:
    for operation in operations():
        for status, response in operation.node["responses"].items():
            media = resolve(response).get("content", {}).get("application/problem+json", {"examples": {}})
            for code, example in media["examples"].items():
                value = example["value"]
                title = CODES[code].title if code in CODES else "The rules do not allow this"
                assert (value["code"], value["status"], value["title"]) == (code, STATUSES[code], title)
                assert status in {str(STATUSES[code]), ANY_OPERATION}
                assert value["type"] == f"/docs/problems#{code}"
