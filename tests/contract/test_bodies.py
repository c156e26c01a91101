"""Invalid input of every kind: a problem that names the fault, the same on every route, and no change."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from redis import Redis

from events.store.keys import service_key
from tests.contract.owned import BOT, SINCE, WEBHOOK, owned
from tests.live import SSE, Api, Reply
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
NO_INTEGERS = [
    "1.0",
    "1.5",
    "-1.0",
    "1e0",
    "1e2",
    '"1"',
    '"1_0"',
    '"٣"',
    "true",
    "false",
    "null",
    "[]",
    "{}",
    "[1]",
    "9007199254740992",
    "1000000000000000000000000000000",
]
"""JSON values that are not valid integers here; the last two are too large."""
INVISIBLE = [
    "",
    " ",
    "\t\n",
    "\u00a0",
    "\u200b" * 15,
    "\u2060",
    "\u2800",
    "\u3164",
    "\u115f",
    "\uffa0",
    "\ufe0f\ufe0e",
    "\ufeff",
    "\u202e",
    "a\u0000b",
    "a\u0007",
    "a\u0085b",
    "a\u2028b",
    "x" * 41,
]


class Route(NamedTuple):
    """A route that accepts a body, a valid body for it, and the API key if it needs one."""

    path: str
    token: str | None
    good: Mapping[str, Any]
    may_be_empty: bool = False
    method: str = "POST"
    key: str | None = None

    @property
    def table(self) -> str:
        return self.path.split("/")[3]


class World(NamedTuple):
    """Tables, a bot and a webhook for requests; none of the tested requests may change them."""

    routes: Mapping[str, Route]
    rolled: Route
    reckoning: Route
    store: Redis

    def stored(self) -> tuple[int, Mapping[str, int], Collection[bytes], Sequence[Any]]:
        """The number of tables, the number of events of each, the jobs of workers for them, and all bots and webhooks."""
        tables = [route.table for route in [*self.routes.values(), self.rolled, self.reckoning] if route.path.startswith("/v1/tables/")]
        logs = list(self.store.scan_iter("rs:*:log", count=10_000))
        jobs = {job for job in self.store.scan_iter("rq:job:*", count=10_000) if any(table.encode() in job for table in tables)}
        owned = [self.store.hgetall(service_key(name)) for name in ("bots", "webhooks")]
        return len(logs), {table: self.store.xlen(f"rs:{{{table[:3]}}}:{table}:log") for table in tables}, jobs, owned


def _laid(api: Api, served: Application) -> World:
    waiting = api.create_table(2, auto_start=False).seated[0]
    opened = api.create_table(1, open_seats=1)
    playing, rolling = (api.create_table(2, options={"first_seat": "creator"}).seated[0] for _ in range(2))
    [roll], [rolled] = ([move for move in api.moves(who) if move["type"] == "roll"] for who in (playing, rolling))
    [owed] = api.play(rolling, rolled).json["view"]["owed"]
    over = api.create_table(2).seated[0]
    api.leave(over)
    there = owned(api, served)
    seat = f"/v1/tables/{playing.table}/seats/{playing.seat}"
    routes = {
        "createTable": Route("/v1/tables", None, {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}]}),
        "takeSeat": Route(f"/v1/tables/{opened.table}/seats", None, {"name": "Grace"}, may_be_empty=True),
        "startTable": Route(f"/v1/tables/{waiting.table}/start", waiting.token, {}, may_be_empty=True),
        "postMove": Route(f"/v1/tables/{playing.table}/moves", playing.token, roll),
        "forkTable": Route(f"/v1/tables/{over.table}/fork", None, {"at": 5}),
        "askPlayer": Route(f"/v1/tables/{playing.table}/ai-turns", playing.token, {"mode": "advise"}),
        "requestExport": Route(f"/v1/tables/{over.table}/exports", None, {"format": "txt"}),
        "claimSeat": Route(f"{seat}/claims", None, {"code": api.post(f"{seat}/links", token=playing.token).json["code"]}),
        "registerBot": Route("/v1/bots", None, BOT, key=there.owner.key),
        "changeBot": Route(there.bot, None, {"name": "Seven"}, method="PATCH", key=there.owner.key),
        "addWebhook": Route("/v1/webhooks", None, WEBHOOK, key=there.owner.key),
        "changeWebhook": Route(there.webhook, None, {"paused": True}, method="PATCH", key=there.owner.key),
        "redeliverFailed": Route(f"{there.webhook}/redeliver", None, SINCE, key=there.owner.key),
    }
    after_roll = Route(f"/v1/tables/{rolling.table}/moves", rolling.token, {"decision": owed["decision"]})
    return World(routes, after_roll, _reckoning(api), Redis.from_url(served.store_url))


def _reckoning(api: Api) -> Route:
    """A table of Ice Dice without a clock, where a seat can shift; the body is a legal move."""
    created_table = api.create_table(2, game="ice-dice", turn_seconds=None)
    who = created_table.seated[created_table.view["owed"][0]["seat"]]
    while (move := api.moves(who)[0])["type"] != "shift":
        assert api.play(who, move).status == 201
    return Route(f"/v1/tables/{created_table.table}/moves", who.token, move)


@pytest.fixture(scope="module")
def world(served: Application) -> Iterator[World]:
    with served.api() as api:
        world = _laid(api, served)
    yield world
    world.store.close()


OF_TABLES = ["createTable", "takeSeat", "startTable", "postMove", "forkTable", "askPlayer", "requestExport", "claimSeat"]
OF_OWNERS = ["registerBot", "changeBot", "addWebhook", "changeWebhook", "redeliverFailed"]
each_route = pytest.mark.parametrize("name", [*OF_TABLES, *OF_OWNERS])


def _send(api: Api, route: Route, body: bytes, **headers: str) -> Reply:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    return api.request(
        route.method, route.path, token=route.token, data=body, headers=sent if route.key is None else {"X-API-Key": route.key, **sent}
    )


@each_route
@pytest.mark.parametrize("kind", UNREADABLE)
def test_what_is_no_json_is_400(api: Api, world: World, name: str, kind: str) -> None:
    route, before = world.routes[name], world.stored()
    if route.may_be_empty and not UNREADABLE[kind]:
        return  # these routes accept an empty body

    reply = _send(api, route, UNREADABLE[kind])

    assert (reply.status, reply.code) == (400, "body-unreadable")
    assert world.stored() == before


@each_route
@pytest.mark.parametrize("kind", NO_OBJECTS)
def test_json_that_is_no_object_is_422(api: Api, world: World, name: str, kind: str) -> None:
    before = world.stored()

    reply = _send(api, world.routes[name], NO_OBJECTS[kind])

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert world.stored() == before


@each_route
def test_a_field_that_nobody_knows_is_422_and_named(api: Api, world: World, name: str) -> None:
    route, before = world.routes[name], world.stored()

    reply = _send(api, route, json.dumps({**route.good, "seat": 1}).encode())

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert "seat" in json.dumps(reply.json["errors"]) or name == "startTable"
    assert world.stored() == before


@each_route
@pytest.mark.parametrize(
    "media_type", ["text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "application/json5", "x"]
)
def test_another_media_type_is_415(api: Api, world: World, name: str, media_type: str) -> None:
    route, before = world.routes[name], world.stored()

    reply = _send(api, route, json.dumps(route.good).encode(), Content_Type=media_type)

    assert (reply.status, reply.code) == (415, "media-type-unsupported")
    assert world.stored() == before


@each_route
def test_a_body_over_64_kib_is_413(api: Api, world: World, name: str) -> None:
    route, before = world.routes[name], world.stored()

    reply = _send(api, route, json.dumps(route.good).encode().ljust(64 * 1024 + 1))

    assert (reply.status, reply.code) == (413, "body-too-large")
    assert world.stored() == before


@each_route
def test_the_same_body_said_well_is_taken(api: Api, served: Application, name: str) -> None:
    world = _laid(api, served)
    world.store.close()
    route = world.routes[name]

    reply = _send(api, route, json.dumps(route.good).encode().ljust(64 * 1024), Content_Type="application/json; charset=UTF-8")

    assert reply.status in {200, 201, 202}


@pytest.mark.parametrize("number", [*NO_INTEGERS, "0", "-1"])
def test_a_decision_that_is_no_positive_integer_is_422_and_named(api: Api, world: World, number: str) -> None:
    before = world.stored()

    reply = _send(api, world.routes["postMove"], b'{"type": "roll", "decision": %b}' % number.encode())

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == ["decision"]
    assert world.stored() == before


@pytest.mark.parametrize("number", [*NO_INTEGERS, "-1", "6"])
def test_a_die_that_is_no_position_is_422_and_named(api: Api, world: World, number: str) -> None:
    before = world.stored()

    body = b'{"type": "reroll", "freeze": "odds", "dice": [0, %b], "decision": %d}' % (number.encode(), world.rolled.good["decision"])
    reply = _send(api, world.rolled, body)

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert reply.json["errors"][0]["field"].startswith("dice")
    assert world.stored() == before


def test_the_same_die_twice_is_422_and_named(api: Api, world: World) -> None:
    before, twice = world.stored(), {"type": "score", "card": "odds", "dice": [1, 1]}

    reply = api.post(world.rolled.path, token=world.rolled.token, json={**world.rolled.good, **twice})

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert reply.json["errors"][0]["field"].startswith("dice")
    assert world.stored() == before


PAIR = '{"op": "*", "left": 1, "right": 2}'


@pytest.mark.parametrize("number", [*NO_INTEGERS, "-1", "3", f"[{PAIR}]", '"0+1"'])
@pytest.mark.parametrize(
    ("expression", "field"),
    [
        ('{"op": "+", "left": %s, "right": 1}', "expression.left"),
        ('{"op": "+", "left": 0, "right": {"op": "*", "left": 1, "right": %s}}', "expression.right.right"),
    ],
)
def test_a_die_in_an_expression_that_is_no_position_is_422_and_named(
    api: Api, world: World, expression: str, field: str, number: str
) -> None:
    route, before = world.reckoning, world.stored()

    reply = _send(api, route, _with_expression(route, expression % number))

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert all(error["field"].startswith(field) for error in reply.json["errors"])
    assert world.stored() == before


@pytest.mark.parametrize(
    ("expression", "fields"),
    [
        *((wrong, ["expression"]) for wrong in ("null", "7", "[]", f"[{PAIR}]", '"0+1"', "true")),
        ("{}", ["expression.left", "expression.op", "expression.right"]),
        *((f'{{"op": {sign}, "left": 0, "right": 1}}', ["expression.op"]) for sign in ('"^"', '"+ "', '""', "null", "1", '["+"]', "{}")),
        ('{"op": "+", "left": 0, "right": 1, "is": 5}', ["expression.is"]),
        (f'{{"op": "+", "left": 0, "right": {PAIR[:-1]}, "is": 5}}}}', ["expression.right.is"]),
        (f'{{"op": "+", "left": {{"op": "+", "left": {PAIR}, "right": 0}}, "right": 1}}', ["expression.left.left"]),
        ('{"op": "+", "left": ' * 500 + "0" + ', "right": 1}' * 500, ["expression.left.left"]),
    ],
    ids=lambda value: value[:60] if isinstance(value, str) else "",
)
def test_an_expression_that_is_none_is_422_and_the_field_within_it_is_named(
    api: Api, world: World, expression: str, fields: Sequence[str]
) -> None:
    route, before = world.reckoning, world.stored()

    reply = _send(api, route, _with_expression(route, expression))

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == fields
    assert world.stored() == before


def _with_expression(route: Route, expression: str) -> bytes:
    rest = json.dumps({name: value for name, value in route.good.items() if name != "expression"})
    return f'{rest[:-1]}, "expression": {expression}}}'.encode()


@pytest.mark.parametrize("number", [*NO_INTEGERS, "0", "-1"])
@pytest.mark.parametrize(("name", "field"), [("forkTable", "at"), ("askPlayer", "decision")])
def test_a_version_or_decision_that_is_no_positive_integer_is_422_and_named(
    api: Api, world: World, name: str, field: str, number: str
) -> None:
    route, before = world.routes[name], world.stored()

    rest = json.dumps({name: value for name, value in route.good.items() if name != field})[1:-1]
    reply = _send(api, route, f'{{"{field}": {number}{rest and ", "}{rest}}}'.encode())

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]
    assert world.stored() == before


@pytest.mark.parametrize("number", [number for number in NO_INTEGERS if number != "null"] + ["0", "-1"])
@pytest.mark.parametrize("field", ["turn_seconds", "abandon_after"])
def test_a_time_that_is_no_number_of_seconds_is_422_and_named(api: Api, world: World, field: str, number: str) -> None:
    before = world.stored()

    body = b'{"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}], "%b": %b}' % (field.encode(), number.encode())
    reply = _send(api, world.routes["createTable"], body)

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]
    assert world.stored() == before


@pytest.mark.parametrize("number", ["1.0", "1.5", "1_0", "٣", "true", "", " 1", "-1", "+1", "1e2", "0x1", "9007199254740993", "1" * 400])
@pytest.mark.parametrize(("path", "parameter"), [("", "at"), ("/events", "after"), ("/events", "limit")])
def test_a_parameter_that_is_no_integer_is_422_and_named(api: Api, world: World, path: str, parameter: str, number: str) -> None:
    reply = api.get(f"/v1/tables/{world.rolled.table}{path}", params={parameter: number})

    assert (reply.status, reply.code) == (422, "parameter-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [parameter]


@pytest.mark.parametrize(
    "params",
    [{"limit": "0"}, {"limit": "101"}, {"status": "over"}, {"status": ""}, {"page": "2"}, {"player": "\u200b"}, {"cursor": "?"}],
    ids=str,
)
def test_a_lobby_parameter_that_is_wrong_is_422(api: Api, params: Mapping[str, str]) -> None:
    reply = api.get("/v1/tables", params=params)

    assert (reply.status, reply.code) == (422, "parameter-invalid")


@pytest.mark.parametrize("seat", ["-1", "1.0", "x", "%D9%A3", "%D9%A0", "99999999999999999999"])
def test_a_seat_that_is_none_is_404(api: Api, world: World, seat: str) -> None:
    reply = api.delete(f"/v1/tables/{world.rolled.table}/seats/{seat}", token=world.rolled.token)

    assert reply.status == 404


@pytest.mark.parametrize("name", INVISIBLE, ids=repr)
def test_a_name_that_nobody_can_see_is_422(api: Api, world: World, name: str) -> None:
    before = world.stored()

    taken = api.post(world.routes["takeSeat"].path, json={"name": name})
    created_table = api.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "human", "name": name}, {"kind": "open"}]})

    assert (taken.status, taken.code) == (422, "body-invalid")
    assert (created_table.status, created_table.code) == (422, "body-invalid")
    assert [error["field"] for error in created_table.json["errors"]] == ["seats.0.name"]
    assert world.stored() == before


@pytest.mark.parametrize("name", INVISIBLE, ids=repr)
def test_a_bot_whose_name_nobody_can_see_is_422(api: Api, world: World, name: str) -> None:
    before = world.stored()

    registered, changed = (_send(api, world.routes[route], json.dumps({**BOT, "name": name}).encode()) for route in OF_OWNERS[:2])

    for reply in (registered, changed):
        assert (reply.status, [error["field"] for error in reply.json["errors"]]) == (422, ["name"])
    assert world.stored() == before


@pytest.mark.parametrize("value", ["null", "1", "[]", "{}", "true"])
@pytest.mark.parametrize("field", ["name", "client_seed"])
def test_null_and_other_types_do_not_count_as_left_out(api: Api, world: World, field: str, value: str) -> None:
    reply = _send(api, world.routes["takeSeat"], f'{{"{field}": {value}}}'.encode())

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]


@pytest.mark.parametrize("field", ["options", "client_seed", "auto_start", "seats", "game"])
def test_null_is_not_a_field_left_out_when_laying_a_table(api: Api, world: World, field: str) -> None:
    before = world.stored()

    reply = api.post("/v1/tables", json={**world.routes["createTable"].good, field: None})

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]
    assert world.stored() == before


OWNED_FIELDS = [
    *(("registerBot", field) for field in ("name", "url", "games", "avatar")),
    *(("changeBot", field) for field in ("name", "url", "games", "avatar", "paused")),
    *(("addWebhook", field) for field in ("url", "types", "table")),
    *(("changeWebhook", field) for field in ("url", "types", "paused")),
    ("redeliverFailed", "since"),
]


@pytest.mark.parametrize("value", [None, "", " "], ids=repr)
@pytest.mark.parametrize(("name", "field"), OWNED_FIELDS)
def test_nothing_is_neither_left_out_nor_cleared_of_a_bot_or_webhook(
    api: Api, world: World, name: str, field: str, value: str | None
) -> None:
    route, before = world.routes[name], world.stored()

    reply = _send(api, route, json.dumps({**route.good, field: value}).encode())

    assert (reply.status, reply.code) in {(422, "body-invalid"), (422, "target-refused"), (404, "table-unknown")}
    assert reply.code != "body-invalid" or [error["field"] for error in reply.json["errors"]] == [field]
    assert world.stored() == before


@pytest.mark.parametrize("seed", ["", " ", "a b", "ä", "x" * 65, "a\n"])
def test_a_client_seed_that_is_not_printable_ascii_is_422(api: Api, world: World, seed: str) -> None:
    reply = api.post(world.routes["takeSeat"].path, json={"client_seed": seed})

    assert (reply.status, reply.code) == (422, "body-invalid")


@pytest.mark.parametrize("key", ["short", "x" * 129, "with spaces in between", "punctuation.is.not.it", ""])
@pytest.mark.parametrize("name", ["createTable", "takeSeat", "forkTable", "requestExport", "registerBot", "addWebhook"])
def test_a_malformed_idempotency_key_is_400(api: Api, world: World, name: str, key: str) -> None:
    before = world.stored()

    reply = _send(api, world.routes[name], json.dumps(world.routes[name].good).encode(), Idempotency_Key=key)

    assert (reply.status, reply.code) == (400, "header-invalid")
    assert world.stored() == before


@pytest.mark.parametrize("last", ["x", "-1", "1.0", "1 2", "9" * 16])
def test_a_last_event_id_that_is_no_version_is_400(api: Api, world: World, last: str) -> None:
    reply = api.get(f"/v1/tables/{world.rolled.table}/events", headers={"Accept": SSE, "Last-Event-ID": last})

    assert (reply.status, reply.code) == (400, "header-invalid")


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nowhere", 404, "route-unknown"),
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
