"""Every operation accepts the parameters, seats and bodies of the contract, each once, and nothing else."""

import gzip
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest

from service.http.request_checks import API_KEY_ENDPOINTS, SEAT_TOKEN_ENDPOINTS
from tests.contract.checker import Operation, operations, resolve
from tests.live import Api, Reply, Service
from tests.service.in_process import Application
from tests.service.keys import mint

UNKNOWN = "p00-" + "0" * 26
FOR_PEOPLE = {"getFrontPage", "getTablePage", "getDocs", "getProblems"}
"""Pages whose links people share, possibly with added parameters."""
FOR_PROBES = {"getHealth", "getReadiness", "getMetrics"}
"""Endpoints of load balancers and monitors, possibly with added parameters."""
IN_PATHS = {
    "{table}": UNKNOWN,
    "{game}": "dicy-cards",
    "{seat}": "0",
    "{job}": f"advise-{UNKNOWN}-0-6-greedy",
    "{export}": f"{UNKNOWN}-json",
    "{bot}": "bot_none",
    "{webhook}": "whk_none",
    "{delivery}": "msg_none",
}
GOOD = {
    "form": "json",
    "limit": "1",
    "at": "1",
    "after": "0",
    "status": "open",
    "mine": "false",
    "state": "failed",
    "game": "dicy-cards",
    "player": "Ada",
}
BODIES = (b"{}", b'{"a": 1}', b"x", b" ")
HEADERS: Sequence[dict[str, str]] = ({}, {"Content-Type": "text/plain"}, {"Content-Encoding": "gzip"})
"""Bodies and headers for an operation that takes no body."""


class Asked(NamedTuple):
    """An operation with a real path."""

    operation: Operation
    path: str

    @property
    def parameters(self) -> list[dict[str, Any]]:
        return [found for node in self.operation.node.get("parameters", []) if (found := resolve(node))["in"] == "query"]

    def needs(self, scheme: str) -> bool:
        """Whether every request must have this credential."""
        ways = self.operation.node.get("security", [{}])
        return bool(ways) and all(scheme in way for way in ways)

    @property
    def takes_body(self) -> bool:
        return "requestBody" in self.operation.node


def every(*, with_seat: bool = False) -> Sequence[Any]:
    """Every operation that rejects undocumented input; with `with_seat`, those with a seat in their path."""
    return [*_every(with_seat=with_seat)]


def _every(*, with_seat: bool) -> Iterator[Any]:
    for operation in operations():
        path = operation.path
        for name, value in IN_PATHS.items():
            path = path.replace(name, value)
        if operation.id not in FOR_PEOPLE | FOR_PROBES and ("{seat}" in operation.path or not with_seat):
            yield pytest.param(Asked(operation, path), id=operation.id)


@pytest.fixture(scope="module")
def key(served: Application) -> str:
    """An API key."""
    return mint(served, None)


Ask = Callable[..., Reply]


@pytest.fixture
def ask(api: Api, key: str) -> Ask:
    """Send a request of an operation, with the credentials that it needs: `ask(asked, "x=1", data=b"{}")`."""

    def ask(asked: Asked, query: str = "", **how: Any) -> Reply:
        path = f"{asked.path}?{query}" if query else asked.path
        who = {"Authorization": "Bearer x"} if asked.needs("seatToken") else {"X-API-Key": key} if asked.needs("apiKey") else {}
        return api.request(asked.operation.method, path, headers={**who, **how.pop("headers", {})}, **how)

    return ask


each_operation = pytest.mark.parametrize("asked", every())


def refused(reply: Reply, code: str) -> list[str]:
    """The fields that the problem names, which must have this code."""
    assert (reply.status, reply.code) == (422, code), reply
    assert all(error["detail"] for error in reply.json["errors"])
    return [error["field"] for error in reply.json["errors"]]


@each_operation
def test_a_parameter_that_there_is_not_is_named(ask: Ask, asked: Asked) -> None:
    for query in ("x=1", "x", "x=", "X=1&limit2=3", "%78=1"):
        reply = ask(asked, query)

        assert set(refused(reply, "parameter-invalid")) <= {"x", "X", "limit2"}
        assert "Unknown parameter; there are" in reply.json["detail"], query


@each_operation
def test_a_parameter_that_is_given_twice_is_named_even_if_there_is_none_of_that_name(ask: Ask, asked: Asked) -> None:
    for name in [parameter["name"] for parameter in asked.parameters] or ["x"]:
        value = GOOD.get(name, "x")
        for query in (f"{name}={value}&{name}={value}", f"{name}={value}&{name}=nonsense", f"{name}=&{name}={value}"):
            assert refused(ask(asked, query), "parameter-invalid") == [name]


@each_operation
def test_a_number_is_written_without_zeros_before_it(ask: Ask, asked: Asked) -> None:
    numbers = [parameter["name"] for parameter in asked.parameters if resolve(parameter["schema"]).get("type") == "integer"]

    for name in numbers:
        for number in ("01", "00", "0001"):
            assert refused(ask(asked, f"{name}={number}"), "parameter-invalid") == [name]


@each_operation
def test_a_query_that_is_no_utf_8_is_refused(ask: Ask, asked: Asked) -> None:
    assert refused(ask(asked, "player=%ff"), "parameter-invalid") == [""]


@pytest.mark.parametrize("asked", every(with_seat=True))
@pytest.mark.parametrize("seat", ["00", "01", "%30%30", "0000000000000"])
def test_a_seat_is_written_without_zeros_before_it(ask: Ask, asked: Asked, seat: str) -> None:
    path = asked.operation.path.replace("{table}", UNKNOWN).replace("{seat}", seat)

    reply = ask(asked._replace(path=path), json={"code": "x" * 22} if asked.takes_body else None)

    assert refused(reply, "parameter-invalid") == ["seat"]


@each_operation
def test_a_body_is_refused_where_the_contract_has_none(ask: Ask, asked: Asked) -> None:
    if not asked.takes_body:
        for body, headers in product(BODIES, HEADERS):
            reply = ask(asked, data=body, headers=headers)
            assert refused(reply, "body-invalid") == [""], (body, headers)
            assert reply.json["detail"] == "This request takes no body."


@each_operation
def test_a_body_in_chunks_is_one_too_and_none_at_all_is_none(there: Api, service: Service, asked: Asked) -> None:
    if not asked.takes_body and asked.operation.method != "GET":
        who = {"Authorization": "Bearer x", "X-API-Key": mint(service, None)}
        sent, empty = (
            there.http.request(asked.operation.method, there.url + asked.path, headers=who, data=iter(parts), timeout=60)
            for parts in ([b"{}"], [])
        )

        assert (sent.status_code, sent.json()["code"]) == (422, "body-invalid")
        assert empty.status_code != 422


def test_who_asks_comes_before_what_is_asked(api: Api, served: Application) -> None:
    routes = served.flask.url_map.bind("here")
    seats, owners = frozenset[str](), frozenset[str]()
    for parameter in every():
        [asked] = parameter.values
        endpoint, _ = routes.match(asked.path, method=asked.operation.method)
        code = api.request(asked.operation.method, f"{asked.path}?x=1").code
        assert code == (
            "token-missing" if asked.needs("seatToken") else "api-key-missing" if asked.needs("apiKey") else "parameter-invalid"
        )
        seats |= frozenset({endpoint} if asked.needs("seatToken") else ())
        owners |= frozenset({endpoint} if asked.needs("apiKey") else ())

    assert (seats, owners) == (SEAT_TOKEN_ENDPOINTS, API_KEY_ENDPOINTS)


@pytest.mark.parametrize("path", ["/", f"/t/{UNKNOWN}", f"/t/{UNKNOWN}?at=3", "/docs", "/docs/problems"])
def test_a_page_for_people_opens_whatever_hangs_on_its_address(api: Api, path: str) -> None:
    for more in ("utm_source=a&utm_source=b", "x=%ff", "at=01"):
        assert api.get(f"{path}{'&' if '?' in path else '?'}{more}").status == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_a_probe_is_answered_whatever_hangs_on_its_address(api: Api, path: str) -> None:
    for more in ("x=1", "x=1&x=2", "from=%ff", "&"):
        for method in ("GET", "HEAD"):
            assert api.request(method, f"{path}?{more}").status == 200


CODINGS = ["gzip", "x-gzip", "GZIP", "deflate", "br", "zstd", "compress", "gzip, identity", "identity, gzip", "unheard-of", "*", "utf-8"]


@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("true", [True, False])
def test_a_compressed_body_is_415_whether_it_is_one_or_not(api: Api, coding: str, *, true: bool) -> None:
    body = b'{"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}'

    for path in ("/v1/tables", "/v1/commitments", f"/v1/tables/{UNKNOWN}/seats"):
        reply = api.post(path, data=gzip.compress(body) if true else body, headers={"Content-Encoding": coding})
        assert (reply.status, reply.code) == (415, "content-encoding-unsupported")
        assert reply.headers["accept-encoding"] == "identity"


@pytest.mark.parametrize("coding", ["identity", "Identity", "", "identity, identity"])
def test_a_body_as_it_is_may_say_so(api: Api, coding: str) -> None:
    assert api.post("/v1/commitments", data=b"{}", headers={"Content-Encoding": coding}).status == 201


def test_a_reservation_with_a_field_names_the_field(api: Api) -> None:
    reply = api.post("/v1/commitments", json={"a": 1})

    assert refused(reply, "body-invalid") == ["a"]
    assert reply.json["detail"] == "a: Unknown field; there are none."
