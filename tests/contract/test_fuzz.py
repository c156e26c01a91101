"""Requests generated from the contract, valid and invalid ones: to the application in this process, in `make test-all` to the real service.

Every response is checked once: what the contract promises of it by our own checks, which are the stricter ones, the rest by schemathesis.
The requests use the examples, then every boundary, then random values, the same in every run. Real tables and tokens are added, so
that requests reach the operation itself.
"""

import copy
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import hypothesis
import pytest
import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks

from tests.contract import checker
from tests.contract.fuzzed import fuzzed
from tests.contract.tables_for_requests import Tables
from tests.live import NDJSON, SSE, Api, Service
from tests.service.in_process import Application
from tests.size import ALL, at_size

SEED = 20240611
EXAMPLES = at_size(2, 6)
"""Random requests for each operation, in addition to examples and boundaries."""

contract = schemathesis.openapi.from_dict(fuzzed())
contract.config.seed = SEED
contract.config.generation.update(deterministic=True, with_security_parameters=False)

CHECKED_BY_US = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
ASKED_AGAIN = [] if ALL else [checks.ignored_auth]
"""Sends the request twice more, without and with a wrong credential. Other tests of this folder ask every operation so once."""


@pytest.fixture(scope="module")
def asked(request: pytest.FixtureRequest) -> Application | Service:
    """What the requests are sent to."""
    found: Application | Service = request.getfixturevalue("service" if ALL else "served")
    return found


@pytest.fixture(scope="module")
def api_of_module(asked: Application | Service) -> Iterator[Api]:
    with asked.api() if isinstance(asked, Application) else Api(asked.url) as api:
        yield api


@pytest.fixture(scope="module")
def tables(api_of_module: Api, asked: Application | Service) -> Callable[[str], Tables]:
    """The tables of each operation, so that requests do not depend on the order of operations."""
    made: dict[str, Tables] = {}
    return lambda operation: made.get(operation) or made.setdefault(operation, Tables(api_of_module, asked, SEED))


@contract.exclude(operation_id="watchRematch").parametrize()  # a stream that would last for minutes
@hypothesis.settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
def test_an_operation_keeps_its_promises(case: "schemathesis.Case[Any]", api_of_module: Api, tables: Callable[[str], Tables]) -> None:
    headers = _made_real(case, tables(case.operation.label))
    is_ours = case.method.lower() == case.operation.method
    answer = case.call_and_validate(
        base_url=api_of_module.url,
        headers=headers,
        session=api_of_module.http,
        allow_redirects=False,
        excluded_checks=[*CHECKED_BY_US, *ASKED_AGAIN] if is_ours else [],
    )
    if not is_ours:
        return  # another method than the operation's, to which only schemathesis knows the answer
    told = {name.lower(): values[0] for name, values in answer.headers.items()}
    checker.check(case.method, urlsplit(str(answer.request.url)).path, checker.Answer(answer.status_code, told, answer.content))


def _made_real(case: "schemathesis.Case[Any]", tables: Tables) -> dict[str, str]:
    """Put a real table into the request, unless its path is the invalid part. Returns the matching headers."""
    turn, headers = next(tables.turns), {}
    case.body = copy.deepcopy(case.body)  # an example is a part of the document that other tests read
    if isinstance(case.body, dict) and not _is_wrong(case, ParameterLocation.BODY):
        case.body.update(_with_integers(case.body))
        tables.complete(str(case.operation.definition.raw["operationId"]), case.body)
    if "Idempotency-Key" in (case.headers or {}) and not _is_wrong(case, ParameterLocation.HEADER):
        name = uuid.uuid5(uuid.NAMESPACE_URL, f"{case.operation.label} {turn}")
        headers["Idempotency-Key"] = str(uuid.UUID(bytes=name.bytes, version=4))  # it must look like a secret
    if "cursor" in case.query and case.operation.path == "/v1/tables":
        _take_cursor(case, tables)
    if case.path.startswith(("/v1/bots", "/v1/webhooks")):
        return {**headers, **_made_owned(case, tables, turn)}
    names: dict[str, str] = {}
    token: str | None = None
    if any(name in case.path for name in ("{table}", "{job}", "{export}")) and turn % 8 and not _is_wrong(case, ParameterLocation.PATH):
        body = None if _is_wrong(case, ParameterLocation.BODY) else case.body
        names, token = tables.for_operation(str(case.operation.definition.raw["operationId"]), body)
    if case.path.endswith("/events"):
        kind = [None, SSE, NDJSON, "application/json"][turn % 4]
        if case.query.get("form") == "stream":
            kind = SSE
        if kind is not None:
            headers["Accept"] = kind
        if kind == SSE:
            names, token = {"table": tables.finished.table}, tables.finished.token  # any other stream would never end
    if names:
        case.path_parameters = {**case.path_parameters, **({"seat": turn % 3} if "{seat}" in case.path else {}), **names}
    if token is not None and not _is_wrong(case, ParameterLocation.HEADER):
        headers["Authorization"] = f"Bearer {token}"
    return headers


def _take_cursor(case: "schemathesis.Case[Any]", tables: Tables) -> None:
    """Set a real cursor. If the query is the invalid part, only shorten the cursor, so that the address does not get too long."""
    if not _is_wrong(case, ParameterLocation.QUERY):
        case.query["cursor"] = tables.cursor()
    elif isinstance(case.query["cursor"], str):
        case.query["cursor"] = case.query["cursor"][:201]


def _made_owned(case: "schemathesis.Case[Any]", tables: Tables, turn: int) -> dict[str, str]:
    """The same for what an API key owns: sometimes with another key, or without any."""
    removing = case.operation.method == "delete"
    belongings = tables.belongings(new=removing or turn % 20 == 0)
    if turn % 8 and not _is_wrong(case, ParameterLocation.PATH):
        real = {name: value for name, value in belongings.names.items() if f"{{{name}}}" in case.path}
        case.path_parameters = {**case.path_parameters, **real}
    return {} if turn % 8 == 1 or _is_wrong(case, ParameterLocation.HEADER) else {"X-API-Key": belongings.owner.key}


def _with_integers(value: Any) -> Any:
    """The value with every `1.0` written as `1`: JSON Schema treats them as equal, but the service and the contract's text do not."""
    if isinstance(value, dict):
        return {name: _with_integers(member) for name, member in value.items()}
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _is_wrong(case: "schemathesis.Case[Any]", where: ParameterLocation) -> bool:
    return case.meta is not None and case.meta.is_negative_at(where)
