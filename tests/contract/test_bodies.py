"""Invalid input of every kind: a problem that names the fault, the same on every route, and no change."""

import json

import pytest

from tests.contract.bodies import World, each_route, laid, send
from tests.live import SSE, Api
from tests.service.in_process import Application

UNREADABLE = {
    "nothing": b"",
    "half an object": b'{"a": 1',
    "two objects": b"{}{}",
    "NaN": b'{"a": NaN}',
    "Infinity": b'{"a": Infinity}',
    "minus Infinity": b'{"a": [{"b": -Infinity}]}',
    "a number beyond all": b'{"a": 1e400}',
    "a number of thousands of digits": b'{"a": ' + b"9" * 5000 + b"}",
    "a name twice": b'{"name": "Ada", "name": "Ada"}',
    "a name twice, deep down": b'{"a": [{"b": {"c": 1, "c": 2}}]}',
    "half a surrogate pair": rb'{"name": "\ud800"}',
    "the other half": rb'{"name": "a\udfff"}',
    "half a surrogate pair as a name": rb'{"\ud83d": 1}',
    "no UTF-8": b'{"name": "\xff"}',
    "UTF-16": '{"name": "Ada"}'.encode("utf-16"),
    "a byte order mark": b'\xef\xbb\xbf{"name": "Ada"}',
    "depth": b'{"a": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "a single quote": b"{'a': 1}",
    "HTML": b"<html></html>",
}
NO_OBJECTS = {"null": b"null", "a list": b"[]", "a text": b'"x"', "a number": b"1", "true": b"true"}


@each_route
def test_what_is_no_json_is_400(api: Api, world: World, name: str) -> None:
    route, before = world.routes[name], world.stored()

    for kind, body in UNREADABLE.items():
        if body or not route.may_be_empty:
            reply = send(api, route, body)
            assert (reply.status, reply.code) == (400, "body-unreadable"), kind

    assert world.stored() == before


@each_route
def test_json_that_is_no_object_is_422(api: Api, world: World, name: str) -> None:
    before = world.stored()

    for kind, body in NO_OBJECTS.items():
        reply = send(api, world.routes[name], body)
        assert (reply.status, reply.code) == (422, "body-invalid"), kind

    assert world.stored() == before


@each_route
def test_a_field_that_nobody_knows_is_422_and_named(api: Api, world: World, name: str) -> None:
    route, before = world.routes[name], world.stored()

    reply = send(api, route, json.dumps({**route.good, "seat": 1}).encode())

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert "seat" in json.dumps(reply.json["errors"]) or name == "startTable"
    assert world.stored() == before


@each_route
def test_another_media_type_is_415(api: Api, world: World, name: str) -> None:
    route, before = world.routes[name], world.stored()

    for kind in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "application/json5", "x"):
        reply = send(api, route, json.dumps(route.good).encode(), Content_Type=kind)
        assert (reply.status, reply.code) == (415, "media-type-unsupported"), kind

    assert world.stored() == before


@each_route
def test_a_body_over_64_kib_is_413(api: Api, world: World, name: str) -> None:
    route, before = world.routes[name], world.stored()

    reply = send(api, route, json.dumps(route.good).encode().ljust(64 * 1024 + 1))

    assert (reply.status, reply.code) == (413, "body-too-large")
    assert world.stored() == before


@each_route
def test_the_same_body_said_well_is_taken(api: Api, served: Application, name: str) -> None:
    world = laid(api, served)
    world.store.close()
    route = world.routes[name]

    reply = send(api, route, json.dumps(route.good).encode().ljust(64 * 1024), Content_Type="application/json; charset=UTF-8")

    assert reply.status in {200, 201, 202}


@pytest.mark.parametrize("key", ["short", "x" * 129, "with spaces in between", "punctuation.is.not.it", ""])
@pytest.mark.parametrize("name", ["createTable", "takeSeat", "forkTable", "requestExport", "registerBot", "addWebhook"])
def test_a_malformed_idempotency_key_is_400(api: Api, world: World, name: str, key: str) -> None:
    before = world.stored()

    reply = send(api, world.routes[name], json.dumps(world.routes[name].good).encode(), Idempotency_Key=key)

    assert (reply.status, reply.code) == (400, "header-invalid")
    assert world.stored() == before


@pytest.mark.parametrize("last", ["x", "-1", "1.0", "1 2", "9" * 16])
def test_a_last_event_id_that_is_no_version_is_400(api: Api, world: World, last: str) -> None:
    reply = api.get(f"/v1/tables/{world.rolled.table}/events", headers={"Accept": SSE, "Last-Event-ID": last})

    assert (reply.status, reply.code) == (400, "header-invalid")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("POST", "/nowhere", 404, "route-unknown"),
        ("GET", "/page/now/nothing.js", 404, "route-unknown"),
        ("GET", "/v1", 404, "route-unknown"),
        ("GET", "/v1/nowhere", 404, "route-unknown"),
        ("GET", "/v1/tables/", 404, "route-unknown"),
        ("GET", "/v1/games/dicy-cards/", 404, "route-unknown"),
        ("GET", "/v1//games", 404, "route-unknown"),
        ("PUT", "/v1/tables", 405, "method-not-allowed"),
        ("DELETE", "/v1/games", 405, "method-not-allowed"),
        ("PATCH", "/openapi.yaml", 405, "method-not-allowed"),
        ("TRACE", "/v1/games", 405, "method-not-allowed"),
    ],
)
def test_what_is_no_operation_is_a_problem_too_whatever_is_accepted(api: Api, method: str, path: str, status: int, code: str) -> None:
    for accept in ("application/json", "text/html", "*/*"):
        reply = api.request(method, path, headers={"Accept": accept})

        assert (reply.status, reply.code) == (status, code)
        assert reply.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("path", ["/nowhere", "/t", "/docs/nowhere", "/v2/games", "/favicon.png"])
def test_an_address_where_nothing_is_is_a_page_for_who_prefers_one_and_else_a_problem(api: Api, path: str) -> None:
    for accept in ("text/html", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"):
        page = api.get(path, headers={"Accept": accept})

        assert (page.status, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
        assert page.headers["vary"] == "Accept"
    for accept in ("application/json", "*/*", "image/png", "text/html;q=0.5, application/problem+json"):
        assert api.get(path, headers={"Accept": accept}).code == "route-unknown"
