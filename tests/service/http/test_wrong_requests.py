"""Requests that are invalid before any rule applies: each gets a problem document, never HTML or a trace, and nothing changes."""

import json
from collections.abc import Mapping

import pytest
import requests
from redis import Redis

from tests.live import SSE, Api, CreatedTable, Reply, Service
from tests.service.wire import talk

WITH_BODY = ["/v1/tables", "/v1/tables/{table}/seats", "/v1/tables/{table}/start", "/v1/tables/{table}/moves"]
READ_ONLY = [
    "/v1/games",
    "/v1/games/dicy-cards",
    "/v1/tables",
    "/v1/tables/{table}",
    "/v1/tables/{table}/moves",
    "/v1/tables/{table}/events",
    "/healthz",
    "/readyz",
    "/metrics",
    "/docs",
    "/docs/problems",
    "/openapi.yaml",
    "/openapi.json",
]
WRONG: Mapping[str, tuple[bytes, Mapping[str, str], int]] = {
    "NaN": (b'{"decision": NaN}', {}, 400),
    "a number beyond all": (b'{"decision": 1e400}', {}, 400),
    "half a surrogate pair": (rb'{"name": "\ud83d"}', {}, 400),
    "a name twice": (b'{"name": "a", "name": "b"}', {}, 400),
    "half an object": (b'{"name": "a"', {}, 400),
    "UTF-16": ('{"name": "a"}'.encode("utf-16"), {"Content-Type": "application/json; charset=utf-16"}, 415),
    "a form": (b"name=a", {"Content-Type": "application/x-www-form-urlencoded"}, 415),
    "no media type": (b'{"name": "a"}', {"Content-Type": ""}, 415),
    "null": (b"null", {}, 422),
    "a list": (b"[]", {}, 422),
    "a text": (b'"x"', {}, 422),
    "NUL": (b'{"name": "\\u0000"}', {}, 422),
    "an integer that is none": (b'{"type": "roll", "decision": 1.0}', {}, 422),
    "an integer beyond 2^53": (b'{"type": "roll", "decision": 9007199254740993}', {}, 422),
    "a field of another world": (b'{"__proto__": {}, "constructor": 1}', {}, 422),
    "too much": (b'{"name": "%s"}' % (b"x" * 65_536), {}, 413),
}


@pytest.fixture(scope="module")
def created_table(service: Service) -> CreatedTable:
    with Api(service.url) as api:
        return api.create_table(1, open_seats=1)


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_body_is_the_same_problem_on_every_route_whatever_is_accepted(api: Api, created_table: CreatedTable, kind: str) -> None:
    body, headers, status = WRONG[kind]
    for path in WITH_BODY:
        for accept in ("application/json", "text/html"):
            reply = api.post(
                path.format(table=created_table.table),
                token=created_table.seated[0].token,
                data=body,
                headers={"Accept": accept, **headers},
            )

            assert reply.status == status, (path, reply)
            assert_problem(reply)
    assert api.view(created_table.table) == created_table.view


def test_what_is_wrong_is_told_with_what_would_be_right(api: Api) -> None:
    table = {"game": "dicy-cards", "seats": [{"kind": "human", "colour": "red"}], "on_failure": "skip", "on_expiry": []}

    body = api.post("/v1/tables", json=table).json["errors"]
    query = api.get("/v1/tables", params={"page": "2"}).json["errors"]
    twice = api.get("/v1/tables", params={"limit": ["1", "2"]}).json["errors"]

    assert {wrong["field"]: wrong["detail"] for wrong in body} == {
        "on_failure": 'Must be an object such as {"policy": "skip"}.',
        "on_expiry": 'Must be an object such as {"policy": "skip"}.',
        "seats.0.colour": "Unknown field; there are: name, kind, level, bot, invitation.",
    }
    assert [wrong["detail"] for wrong in query] == ["Unknown parameter; there are: game, status, player, cursor, limit."]
    assert twice == [{"field": "limit", "detail": "Must be given once."}]


def test_all_that_is_wrong_with_a_move_is_told_at_once(api: Api) -> None:
    created_table = api.create_table(2, game="ice-dice", turn_seconds=None)
    expression = {"op": "%", "left": 3, "right": {"op": "+", "left": True, "right": 1.0}}

    reply = api.play(created_table.seated[0], {"type": "shift", "token": 0, "expression": expression, "colour": "red"})

    assert (reply.status, reply.code) == (422, "body-invalid")
    part = "Must be a whole number from 0 to 2, or an object with op, left and right."
    assert {wrong["field"]: wrong["detail"] for wrong in reply.json["errors"]} == {
        "colour": "Unknown field; there are: type, decision, token, expression.",
        "decision": "Is missing. Must be a whole number from 1 to 9007199254740991.",
        "expression.left": part,
        "expression.op": "Must be one of: +, -, *, /.",
        "expression.right.left": "Must be a whole number from 0 to 2.",
        "expression.right.right": "Must be a whole number from 0 to 2.",
        "token": "Must be a whole number from 1 to 36.",
    }
    assert reply.json["detail"].endswith(f" expression.left: {part}")


def assert_problem(reply: Reply) -> None:
    assert reply.headers["content-type"] == "application/problem+json"
    assert set(reply.json) >= {"type", "title", "status", "detail", "code", "instance"}
    assert reply.json["instance"] == f"urn:uuid:{reply.headers['x-request-id']}"
    assert not any(word in reply.text for word in ("Traceback", "File \\", ".py", "<html", "werkzeug", "marshmallow"))


@pytest.mark.parametrize(
    ("framing", "body", "status"),
    [
        ("Transfer-Encoding: chunked", b"zz\r\n{}\r\n0\r\n\r\n", 400),
        ("Transfer-Encoding: chunked", b'9\r\n{"name":\r\n', 400),
        ("Transfer-Encoding: chunked", b"2\r\n{}\r\n" + b"4000\r\n%s\r\n" % (b" " * 0x4000) * 5 + b"0\r\n\r\n", 413),
        ("Content-Length: 30", b"", 400),
        ("Content-Length: 30", b"{}", 400),
    ],
    ids=["no chunk", "a chunk and no more", "chunks without an end", "a body that never comes", "half a body"],
)
def test_a_body_that_did_not_arrive_as_it_should_lets_nobody_sit_down(
    api: Api, service: Service, created_table: CreatedTable, framing: str, body: bytes, status: int
) -> None:
    head = [f"POST /v1/tables/{created_table.table}/seats HTTP/1.1", "Host: x", "Content-Type: application/json", framing, "", ""]

    answer = talk(service.url, "\r\n".join(head).encode() + body)

    assert answer.startswith(b"HTTP/1.1 %d " % status), answer
    assert b"application/problem+json" in answer
    assert api.view(created_table.table) == created_table.view


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/nowhere", 404),
        ("GET", "/page/now/js/nowhere.js", 404),
        ("GET", "/v1/tables/", 404),
        ("POST", "/v1/tables/{table}/moves/", 404),
        ("GET", "/v1/tables/{table}/secret", 404),
        ("GET", "/v1/tables/%00", 404),
        ("GET", "/v1/tables/%ff%fe", 404),
        ("GET", "/v1/tables/..%2f..%2fopenapi.yaml", 404),
        ("GET", "/docs/assets/..%2f..%2fapp.py", 404),
        ("PUT", "/v1/tables/{table}", 405),
        ("POST", "/v1/tables/{table}/events", 405),
        ("DELETE", "/healthz", 405),
        ("BREW", "/v1/games", 405),
    ],
)
def test_what_is_no_route_is_a_problem_too(service: Service, created_table: CreatedTable, method: str, path: str, status: int) -> None:
    for accept in ("*/*", "text/html"):
        answer = requests.request(method, service.url + path.format(table=created_table.table), headers={"Accept": accept}, timeout=30)

        assert answer.status_code == status
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert answer.json()["status"] == status
        assert ("Allow" in answer.headers) == (status == 405)


@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "POST", "DELETE"])
@pytest.mark.parametrize("path", ["//v1/tables", "///v1/games", "//healthz", "//", "/v1//tables", "//docs", "//t/{table}", "/v1/tables//"])
def test_a_path_with_more_slashes_is_another_path(service: Service, created_table: CreatedTable, method: str, path: str) -> None:
    head = [f"{method} {path.format(table=created_table.table)} HTTP/1.1", "Host: x", "Connection: close", "", ""]

    answer = talk(service.url, "\r\n".join(head).encode())

    assert answer.startswith(b"HTTP/1.1 404 "), answer
    assert b"application/problem+json" in answer
    assert method == "HEAD" or b'"code":"route-unknown"' in answer


ASSET = "/docs/assets/favicon-32x32.png"


@pytest.mark.parametrize("range", ["bytes=0-99", "bytes=5-", "bytes=-5", "Bytes=3-3", "bytes=0-999999"])
def test_a_part_of_a_file_is_sent(service: Service, range: str) -> None:
    whole = requests.get(service.url + ASSET, timeout=30).content

    answer = requests.get(service.url + ASSET, headers={"Range": range}, timeout=30)

    first, _, last = range.partition("=")[2].partition("-")
    wanted = whole[-int(last) :] if not first else whole[int(first) : int(last) + 1 if last else None]
    assert (answer.status_code, answer.content) == (206, wanted)
    assert answer.headers["Content-Range"].endswith(f"/{len(whole)}")


@pytest.mark.parametrize("range", ["bytes=99999999-", "bytes=99999999-999999999"])
def test_a_part_behind_the_end_is_416_and_told_where_that_is(service: Service, range: str) -> None:
    whole = requests.get(service.url + ASSET, timeout=30).content

    answer = requests.get(service.url + ASSET, headers={"Range": range}, timeout=30)

    assert (answer.status_code, answer.json()["code"]) == (416, "range-not-satisfiable")
    assert answer.headers["Content-Range"] == f"bytes */{len(whole)}"


NO_RANGES = [
    "",
    "x",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=-0",
    "bytes=x-y",
    "bytes=5-3",
    "lines=0-9",
    "bytes=0-1,4-5",
    "bytes=0-1, x",
    "-5",
]


@pytest.mark.parametrize("range", NO_RANGES)
def test_a_range_that_is_none_and_several_are_ignored(service: Service, range: str) -> None:
    whole = requests.get(service.url + ASSET, timeout=30)

    for method in ("GET", "HEAD"):
        answer = requests.request(method, service.url + ASSET, headers={"Range": range}, timeout=30)
        assert (answer.status_code, answer.headers["Content-Length"]) == (200, whole.headers["Content-Length"])
        assert answer.content == (whole.content if method == "GET" else b"")


def test_a_range_is_for_get_only_and_for_files_only(service: Service) -> None:
    head = requests.head(service.url + ASSET, headers={"Range": "bytes=99999999-"}, timeout=30)
    page = requests.get(f"{service.url}/docs", headers={"Range": "bytes=99999999-"}, timeout=30)

    assert (head.status_code, page.status_code) == (200, 200)


@pytest.mark.parametrize("path", READ_ONLY)
def test_head_is_get_without_the_body_and_options_tells_the_methods(
    api: Api, service: Service, created_table: CreatedTable, path: str
) -> None:
    where, token = path.format(table=created_table.table), created_table.seated[0].token
    got, head = api.get(where, token=token), api.request("HEAD", where, token=token)
    options = requests.options(service.url + where, timeout=30)

    assert (head.status, head.text) == (got.status, "")
    for header in ("content-type", "etag", "vary", "cache-control"):
        assert head.headers.get(header) == got.headers.get(header)
    assert options.status_code == 200
    assert {"GET", "HEAD", "OPTIONS"} <= set(options.headers["Allow"].split(", "))


def test_a_head_of_a_stream_ends_at_once_and_holds_nothing(api: Api, created_table: CreatedTable) -> None:
    over = api.create_table(2)
    api.leave(over.seated[0])
    for path in (f"/v1/tables/{created_table.table}/events", f"/v1/tables/{over.table}/rematch") * 3:
        reply = api.request("HEAD", path, headers={"Accept": SSE}, token=created_table.seated[0].token if "events" in path else None)

        assert (reply.status, reply.text) == (200, "")
    assert not api.view(created_table.table)["seats"][0]["connected"]


def test_what_nobody_foresaw_is_told_without_its_trace_and_only_where_it_is(there: Api, several: Service) -> None:
    created_table = there.create_table(2)
    with Redis.from_url(several.store_url) as store:
        current = store.dump("rs:{lobby}:current")
        store.delete("rs:{lobby}:current")
        store.rpush("rs:{lobby}:current", "secret-marker")
        try:
            for accept in ("application/json", "text/html", SSE):
                reply = there.get("/v1/tables", headers={"Accept": accept})
                assert (reply.status, reply.code) == (500, "internal-error")
                assert_problem(reply)
                assert "secret-marker" not in reply.text
        finally:
            store.delete("rs:{lobby}:current")
            if current:
                store.restore("rs:{lobby}:current", 0, current)

    assert there.view(created_table.table) == created_table.view
    [error, *_] = [json.loads(line) for line in several.log().splitlines() if '"error":"ResponseError"' in line]
    assert "WRONGTYPE" in error["exception"]
