"""Names that nobody can see, and null where a field may be left out: a problem that names the field, and no change."""

import json

import pytest

from tests.contract.bodies import OF_OWNERS, World, send
from tests.contract.owned import BOT
from tests.live import Api

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

    registered, changed = (send(api, world.routes[route], json.dumps({**BOT, "name": name}).encode()) for route in OF_OWNERS[:2])

    for reply in (registered, changed):
        assert (reply.status, [error["field"] for error in reply.json["errors"]]) == (422, ["name"])
    assert world.stored() == before


@pytest.mark.parametrize("value", ["null", "1", "[]", "{}", "true"])
@pytest.mark.parametrize("field", ["name", "client_seed"])
def test_null_and_other_types_do_not_count_as_left_out(api: Api, world: World, field: str, value: str) -> None:
    reply = send(api, world.routes["takeSeat"], f'{{"{field}": {value}}}'.encode())

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

    reply = send(api, route, json.dumps({**route.good, field: value}).encode())

    assert (reply.status, reply.code) in {(422, "body-invalid"), (422, "target-refused"), (404, "table-unknown")}
    assert reply.code != "body-invalid" or [error["field"] for error in reply.json["errors"]] == [field]
    assert world.stored() == before


@pytest.mark.parametrize("seed", ["", " ", "a b", "ä", "x" * 65, "a\n"])
def test_a_client_seed_that_is_not_printable_ascii_is_422(api: Api, world: World, seed: str) -> None:
    reply = api.post(world.routes["takeSeat"].path, json={"client_seed": seed})

    assert (reply.status, reply.code) == (422, "body-invalid")
