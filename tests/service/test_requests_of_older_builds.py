"""A request whose answer was lost, sent again after an upgrade: it is answered as it was, whatever the new build adds to what it left out.

`tests/golden_tables/creations.json` has the fingerprints that three older builds stored for a creation and for Grace, who sits down.
"""

import json
import uuid
from collections.abc import Mapping
from dataclasses import make_dataclass
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events import orders
from events.keys import keys_key
from events.orders import Holder, fingerprint
from rules.registry import games
from rules.table_orders import Create, SeatRequest, Sit
from tests.live import Api, Service

GOLDEN = json.loads((Path(__file__).parents[1] / "golden_tables" / "creations.json").read_text())
HUMAN = SeatRequest(kind="human")
TABLE = "p00-" + "0" * 26


def as_once_stored(service: Service, table: str, prints: Mapping[str, str]) -> None:
    """Gives what the table remembers the fingerprints of an older build."""
    with Redis.from_url(service.store_url) as store:
        for name, kept in store.hgetall(keys_key(table)).items():
            _, first, last = kept.decode().split(":")
            store.hset(keys_key(table), name, f"{prints[name.decode().partition(':')[0]]}:{first}:{last}")


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden['build']} {golden['body']['game']}")
def test_a_table_of_an_older_build_answers_the_same_request(api: Api, service: Service, golden: Mapping[str, Any]) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    laid = api.post("/v1/tables", json=golden["body"], headers=key)
    table = laid.json["view"]["table"]
    sat = api.post(f"/v1/tables/{table}/seats", json={"name": "Grace"}, headers=key)
    as_once_stored(service, table, golden)

    again = api.post("/v1/tables", json=golden["body"], headers=key)
    sat_again = api.post(f"/v1/tables/{table}/seats", json={"name": "Grace"}, headers=key)
    other = api.post("/v1/tables", json={**golden["body"], "client_seed": "other"}, headers=key)

    assert (again.status, again.replayed, again.json) == (200, True, laid.json)
    assert (sat_again.status, sat_again.json["token"]) == (200, sat.json["token"])
    assert (other.status, other.code) == (409, "idempotency-key-reused")


def test_a_request_is_the_same_whatever_a_build_makes_of_what_it_leaves_out() -> None:
    sent = ["table", {"game": "dicy-cards", "seats": [{"kind": "human"}] * 2}]
    then, now = (
        orders.create(TABLE, "dicy-cards", Create(options={}, seats=(HUMAN, HUMAN), abandon_after=seconds), sent=sent)
        for seconds in (86_400, 3_600)
    )
    sat, named = (orders.sit(TABLE, Sit(name=name), "key", sent={}) for name in (None, "Guest"))

    assert then.key == now.key
    assert sat.key == named.key


def test_another_request_has_another_fingerprint_although_it_comes_to_the_same() -> None:
    order = Create(options={}, seats=(HUMAN, HUMAN))
    bodies: list[Any] = [["table", {}], ["table", {"auto_start": True}], ["fork:p00", {}], ["table", {"1": 1}], ["table", {"1": "1"}]]

    assert len({orders.create(TABLE, "dicy-cards", order, sent=body).key for body in bodies}) == len(bodies)


def test_a_field_that_a_move_is_given_later_with_a_default_leaves_stored_moves_as_they_are() -> None:
    old = make_dataclass("Roll", [("dice", frozenset[int])], frozen=True, kw_only=True)
    new = make_dataclass("Roll", [("dice", frozenset[int]), ("loudly", bool, False)], frozen=True, kw_only=True)
    keys = [orders.move(TABLE, Holder(0, 2), command, 7).key for command in (old(dice=frozenset({1})), new(dice=frozenset({1})))]
    loud = orders.move(TABLE, Holder(0, 2), new(dice=frozenset({1}), loudly=True), 7).key

    assert keys[0] == keys[1] != loud


@pytest.mark.parametrize(
    ("kind", "fields", "stored"),
    [
        ("roll", {}, "e2582e64934d9fd7a3b82460ae84c6f9"),
        ("reroll", {"freeze": "odds", "dice": frozenset({0, 3})}, "d87ec8e46b5f0c940719605cda09e162"),
        ("skip", {}, "768788b9fc202a05a6bd7ab85f240ace"),
    ],
)
def test_moves_have_the_fingerprints_that_older_builds_stored(kind: str, fields: Mapping[str, Any], stored: str) -> None:
    command = games()["dicy-cards"].commands[kind](**fields)

    assert orders.move(TABLE, Holder(0, 2), command, 7).key == ("0:7", stored)
    assert fingerprint(command) == stored


def test_the_order_of_members_and_the_spelling_of_texts_change_no_request(api: Api) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    spellings = (
        '{"game": "dicy-cards", "seats": [{"kind": "human", "name": "Zoë"}, {"kind": "open"}]}',
        '{"seats":[{"name":"Zo\\u00eb","kind":"human"},{"kind":"open"}],"game":"dicy-\\u0063ards"}',
    )

    first, again = (api.post("/v1/tables", data=text, headers=key) for text in spellings)

    assert (first.status, again.status, again.json) == (201, 200, first.json)
