"""Values that are no numbers, or not the right ones: a problem that names the field, wherever it stands, and no change."""

import json
from collections.abc import Mapping, Sequence

import pytest

from tests.contract.bodies import Route, World, send
from tests.live import Api

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


@pytest.mark.parametrize("number", [*NO_INTEGERS, "0", "-1"])
def test_a_decision_that_is_no_positive_integer_is_422_and_named(api: Api, world: World, number: str) -> None:
    before = world.stored()

    reply = send(api, world.routes["postMove"], b'{"type": "roll", "decision": %b}' % number.encode())

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == ["decision"]
    assert world.stored() == before


@pytest.mark.parametrize("number", [*NO_INTEGERS, "-1", "6"])
def test_a_die_that_is_no_position_is_422_and_named(api: Api, world: World, number: str) -> None:
    before = world.stored()

    body = b'{"type": "reroll", "freeze": "odds", "dice": [0, %b], "decision": %d}' % (number.encode(), world.rolled.good["decision"])
    reply = send(api, world.rolled, body)

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

    reply = send(api, route, _with_expression(route, expression % number))

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

    reply = send(api, route, _with_expression(route, expression))

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
    reply = send(api, route, f'{{"{field}": {number}{rest and ", "}{rest}}}'.encode())

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]
    assert world.stored() == before


@pytest.mark.parametrize("number", [number for number in NO_INTEGERS if number != "null"] + ["0", "-1"])
@pytest.mark.parametrize("field", ["turn_seconds", "abandon_after"])
def test_a_time_that_is_no_number_of_seconds_is_422_and_named(api: Api, world: World, field: str, number: str) -> None:
    before = world.stored()

    body = b'{"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}], "%b": %b}' % (field.encode(), number.encode())
    reply = send(api, world.routes["createTable"], body)

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
