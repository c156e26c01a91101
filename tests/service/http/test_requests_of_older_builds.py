"""A retried request whose first response was lost before an upgrade: it gets the same response, whatever defaults the new build adds.

`tests/golden_tables/creations.json` has the fingerprints that three older builds stored for a creation and for Grace, who joins.
"""

import json
import uuid
from collections.abc import Mapping
from dataclasses import make_dataclass
from pathlib import Path
from typing import Any

import pytest
from redis import Redis

from events.store.keys import keys_key
from events.store.levels import OLDEST_LEVEL
from events.store.stored_records import read_record, write_record
from events.tables import keyed_orders
from events.tables.keyed_orders import Holder, fingerprint
from rules.registry import games
from rules.table_commands import Create, SeatRequest, Sit
from tests.live import Api, Service
from tests.service.in_process import application
from tests.service.keys import OnAStore, mint
from tests.service.owning import Owner

GOLDEN = json.loads((Path(__file__).parents[2] / "golden_tables" / "creations.json").read_text())
HUMAN = SeatRequest(kind="human")
TABLE = "p00-" + "0" * 26


def as_once_stored(service: OnAStore, table: str, prints: Mapping[str, str]) -> None:
    """Replace the fingerprints that the table stores with those of an older build, except for later moves of built-in players."""
    with Redis.from_url(service.store_url) as store:
        for name, kept in store.hgetall(keys_key(table)).items():
            kind = name.decode().partition(":")[0]
            if not kind.isdigit():
                store.hset(keys_key(table), name, write_record(read_record(kept)._replace(fingerprint=prints[kind]), OLDEST_LEVEL))


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda golden: f"{golden['build']} {golden['body']['game']}")
def test_a_table_of_an_older_build_answers_the_same_request(api: Api, service: Service, golden: Mapping[str, Any]) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    created_table = api.post("/v1/tables", json=golden["body"], headers=key)
    table = created_table.json["view"]["table"]
    sat = api.post(f"/v1/tables/{table}/seats", json={"name": "Grace"}, headers=key)
    as_once_stored(service, table, golden)

    again = api.post("/v1/tables", json=golden["body"], headers=key)
    sat_again = api.post(f"/v1/tables/{table}/seats", json={"name": "Grace"}, headers=key)
    other = api.post("/v1/tables", json={**golden["body"], "client_seed": "other"}, headers=key)

    assert (again.status, again.replayed, again.json) == (200, True, created_table.json)
    assert (sat_again.status, sat_again.json["token"]) == (200, sat.json["token"])
    assert (other.status, other.code) == (409, "idempotency-key-reused")


def test_a_table_of_an_older_build_counts_once_however_often_its_request_is_repeated(store_url: str) -> None:
    golden, key = GOLDEN[0], {"Idempotency-Key": str(uuid.uuid4())}
    with application(store_url, {"tables_created": "2/hour"}) as service, service.api(X_API_Key=mint(service, 1000)) as api:
        created_table = api.post("/v1/tables", json=golden["body"], headers=key)
        as_once_stored(service, created_table.json["view"]["table"], golden)

        again = [api.post("/v1/tables", json=golden["body"], headers=key) for _ in range(2)]
        another = api.post("/v1/tables", json=golden["body"])

    assert [(reply.status, reply.json) for reply in again] == [(200, created_table.json)] * 2
    assert another.status == 201


SHORT = "rematch-of-last-night"


def as_of_the_key_alone(service: Service, table: str, key: str, prints: Mapping[str, str]) -> None:
    """Rename the entry of a seat that was taken with an API key as older builds named it, with their fingerprint."""
    with Redis.from_url(service.store_url) as store:
        [name] = [name for name in store.hkeys(keys_key(table)) if name.startswith(b"sit:")]
        record = read_record(store.hget(keys_key(table), name))._replace(fingerprint=prints["sit"])
        store.hdel(keys_key(table), name)
        store.hset(keys_key(table), f"sit:{fingerprint(key)}", write_record(record, OLDEST_LEVEL))


def test_a_seat_that_an_older_build_gave_for_a_short_key_with_an_api_key_is_given_again(api: Api, owner: Owner, service: Service) -> None:
    table = api.create_table(1, open_seats=3).table
    path, grace = f"/v1/tables/{table}/seats", {"name": "Grace"}
    sat = owner.ask("POST", path, json=grace, idempotency_key=SHORT)
    as_of_the_key_alone(service, table, SHORT, GOLDEN[0])

    again = owner.ask("POST", path, json=grace, idempotency_key=SHORT)
    other = owner.ask("POST", path, json={"name": "Ada"}, idempotency_key=SHORT)
    without = api.post(path, json=grace, headers={"Idempotency-Key": SHORT})

    assert (again.status, again.json["token"]) == (200, sat.json["token"])
    assert (other.status, other.json["seat"]) == (201, 2), "another request is one of this build, and the API key's own"
    assert without.code == "header-invalid"


def test_a_seat_that_this_build_gave_for_a_short_key_is_nobody_elses(api: Api, owner: Owner, stranger: Owner) -> None:
    path = f"/v1/tables/{api.create_table(1, open_seats=3).table}/seats"

    replies = [who.ask("POST", path, json={"name": "Grace"}, idempotency_key=SHORT) for who in (owner, stranger, owner)]

    assert [(reply.status, reply.json["seat"]) for reply in replies] == [(201, 1), (201, 2), (200, 1)]


IMPATIENT: Mapping[str, Any] = {"game": "ice-dice", "seats": [{"kind": "human"}, {"kind": "open"}], "turn_seconds": 60, "abandon_after": 10}


@pytest.mark.parametrize("build", ["this one", "one that knew requests by their fields"])
def test_a_creation_that_would_be_refused_by_now_is_answered_as_it_was(api: Api, service: Service, build: str) -> None:
    key = str(uuid.uuid4())
    first = api.post("/v1/tables", json={**IMPATIENT, "abandon_after": 3_600}, headers={"Idempotency-Key": key})
    table = first.json["view"]["table"]
    as_stored = of_this_build(IMPATIENT) if build == "this one" else of_fields(IMPATIENT)
    as_once_stored(service, table, {"create": as_stored})

    again = api.post("/v1/tables", json=IMPATIENT, headers={"Idempotency-Key": key})
    anew = api.post("/v1/tables", json=IMPATIENT)

    assert (again.status, again.replayed, again.json) == (200, True, first.json)
    assert (anew.status, [error["field"] for error in anew.json["errors"]]) == (422, ["abandon_after"])


def of_this_build(body: Mapping[str, Any]) -> str:
    """The fingerprint of a creation with this body in this build, whether or not the build accepts it."""
    return keyed_orders.of_request(["create", ["table", body], None])


def of_fields(body: Mapping[str, Any]) -> str:
    """The fingerprint of the creation in builds that derived it from all its fields."""
    fields = {name: body[name] for name in ("turn_seconds", "abandon_after")}
    create = Create(options={}, seats=(HUMAN, SeatRequest(kind="open")), **fields)
    return keyed_orders.create(TABLE, body["game"], create).key.fingerprint


def test_a_request_that_a_later_build_would_not_understand_is_answered_as_it_was(api: Api, service: Service) -> None:
    key, body = str(uuid.uuid4()), {**GOLDEN[0]["body"], "spectators": {"most": 3}}
    first = api.post("/v1/tables", json=GOLDEN[0]["body"], headers={"Idempotency-Key": key})
    as_once_stored(service, first.json["view"]["table"], {"create": of_this_build(body)})

    again = api.post("/v1/tables", json=body, headers={"Idempotency-Key": key})

    assert (again.status, again.json) == (200, first.json)


@pytest.mark.parametrize("seats", [[1], [None], "two", [[{}]]], ids=str)
def test_what_is_no_table_is_refused_with_a_key_as_without_one(api: Api, seats: Any) -> None:
    reply = api.post("/v1/tables", json={"game": "dicy-cards", "seats": seats}, headers={"Idempotency-Key": str(uuid.uuid4())})

    assert (reply.status, reply.code) == (422, "body-invalid")


@pytest.mark.parametrize("commitment", [1, None, {}, {"table": 1}, {"table": "p99-nowhere"}, {"table": TABLE}], ids=str)
def test_what_is_no_commitment_is_refused_with_a_key_as_without_one(api: Api, commitment: Any) -> None:
    reply = api.post("/v1/tables", json={**GOLDEN[0]["body"], "commitment": commitment}, headers={"Idempotency-Key": str(uuid.uuid4())})

    assert (reply.status, reply.code) == (422, "body-invalid")


def test_a_request_is_the_same_whatever_a_build_makes_of_what_it_leaves_out() -> None:
    sent = ["table", {"game": "dicy-cards", "seats": [{"kind": "human"}] * 2}]
    then, now = (
        keyed_orders.create(TABLE, "dicy-cards", Create(options={}, seats=(HUMAN, HUMAN), abandon_after=seconds), sent=sent)
        for seconds in (86_400, 3_600)
    )
    sat, named = (keyed_orders.sit(TABLE, Sit(name=name), "key", sent={}) for name in (None, "Guest"))

    assert then.key == now.key
    assert sat.key == named.key


def test_another_request_has_another_fingerprint_although_it_comes_to_the_same() -> None:
    order = Create(options={}, seats=(HUMAN, HUMAN))
    bodies: list[Any] = [["table", {}], ["table", {"auto_start": True}], ["fork:p00", {}], ["table", {"1": 1}], ["table", {"1": "1"}]]

    assert len({keyed_orders.create(TABLE, "dicy-cards", order, sent=body).key for body in bodies}) == len(bodies)


def test_a_field_that_a_move_is_given_later_with_a_default_leaves_stored_moves_as_they_are() -> None:
    old = make_dataclass("Roll", [("dice", frozenset[int])], frozen=True, kw_only=True)
    new = make_dataclass("Roll", [("dice", frozenset[int]), ("loudly", bool, False)], frozen=True, kw_only=True)
    keys = [keyed_orders.move(TABLE, Holder(0, 2), command, 7).key for command in (old(dice=frozenset({1})), new(dice=frozenset({1})))]
    loud = keyed_orders.move(TABLE, Holder(0, 2), new(dice=frozenset({1}), loudly=True), 7).key

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

    assert keyed_orders.move(TABLE, Holder(0, 2), command, 7).key == ("0:7", stored)
    assert fingerprint(command) == stored


def test_the_order_of_members_and_the_spelling_of_texts_change_no_request(api: Api) -> None:
    key = {"Idempotency-Key": str(uuid.uuid4())}
    spellings = (
        '{"game": "dicy-cards", "seats": [{"kind": "human", "name": "Zoë"}, {"kind": "open"}]}',
        '{"seats":[{"name":"Zo\\u00eb","kind":"human"},{"kind":"open"}],"game":"dicy-\\u0063ards"}',
    )

    first, again = (api.post("/v1/tables", data=text, headers=key) for text in spellings)

    assert (first.status, again.status, again.json) == (201, 200, first.json)
