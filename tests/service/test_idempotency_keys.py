"""An `Idempotency-Key` makes laying a table and sitting down harmless to repeat: one table, one seat, one token."""

import uuid
from functools import partial

import pytest

from tests.live import Api, Service
from tests.service.together import at_once

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human", "name": "Ada"}, {"kind": "open"}], "client_seed": "a"}
BAD_KEYS = ["", "too-short", "x" * 15, "x" * 129, "with space in it", "sixteen.letters!", "ümläütümläütümläüt".encode().decode("latin-1")]


def new_key() -> str:
    return str(uuid.uuid4())


def test_a_table_laid_again_is_the_same_table_with_the_same_token(api: Api) -> None:
    key = {"Idempotency-Key": new_key()}

    first, again = api.post("/v1/tables", json=TABLE, headers=key), api.post("/v1/tables", json=TABLE, headers=key)

    assert (first.status, first.replayed) == (201, False)
    assert (again.status, again.replayed) == (200, True)
    assert again.json == first.json
    assert again.headers["location"] == first.headers["location"] == f"/v1/tables/{first.json['view']['table']}"


def test_a_table_laid_again_is_answered_as_it_was_laid_whatever_has_happened(api: Api) -> None:
    key = {"Idempotency-Key": new_key()}
    first = api.post("/v1/tables", json=TABLE, headers=key)
    table, token = first.json["view"]["table"], first.json["tokens"]["0"]
    api.sit(table)
    api.delete(f"/v1/tables/{table}/seats/0", token=token)

    again = api.post("/v1/tables", json=TABLE, headers=key)

    assert (again.status, again.json["tokens"]) == (200, {"0": token})
    assert again.json["view"]["version"] == first.json["view"]["version"]
    assert again.json["view"]["status"] == "open"


def test_the_same_key_for_another_table_is_refused(api: Api) -> None:
    key = {"Idempotency-Key": new_key()}
    api.post("/v1/tables", json=TABLE, headers=key)

    for other in ({"client_seed": "b"}, {"auto_start": False}, {"options": {"mode": "beginner"}}, {"seats": [{"kind": "human"}] * 2}):
        reply = api.post("/v1/tables", json={**TABLE, **other}, headers=key)
        assert (reply.status, reply.code) == (409, "idempotency-key-reused")


def test_another_key_or_none_is_another_table(api: Api) -> None:
    replies = [api.post("/v1/tables", json=TABLE, headers=headers) for headers in ({"Idempotency-Key": new_key()}, {}, {})]

    assert {reply.status for reply in replies} == {201}
    assert len({reply.json["view"]["table"] for reply in replies}) == 3


def test_twenty_at_once_with_one_key_lay_one_table(several: Service) -> None:
    key = {"Idempotency-Key": new_key()}

    replies = at_once(several.url, [partial(Api.post, path="/v1/tables", json=TABLE, headers=key)] * 20)

    assert sorted(reply.status for reply in replies) == [200] * 19 + [201]
    assert all(reply.json == replies[0].json for reply in replies)


def test_sitting_down_again_is_the_same_seat_with_the_same_token(api: Api) -> None:
    table = api.create_table(1, open_seats=2).table
    path, key = f"/v1/tables/{table}/seats", {"Idempotency-Key": new_key()}
    first = api.post(path, json={"name": "Joan"}, headers=key)
    api.sit(table)

    again = api.post(path, json={"name": "Joan"}, headers=key)
    other = api.post(path, json={"name": "Jean"}, headers=key)

    assert (first.status, again.status, again.replayed) == (201, 200, True)
    assert again.json == first.json
    assert (other.status, other.code) == (409, "idempotency-key-reused")


def test_a_key_of_one_table_says_nothing_at_another(api: Api) -> None:
    key = {"Idempotency-Key": new_key()}
    tables = [api.create_table(1, open_seats=1).table for _ in range(2)]

    replies = [api.post(f"/v1/tables/{table}/seats", headers=key) for table in tables]

    assert [(reply.status, reply.json["seat"]) for reply in replies] == [(201, 1), (201, 1)]
    assert replies[0].json["token"] != replies[1].json["token"]


def test_twenty_at_once_with_one_key_take_one_seat(there: Api, several: Service) -> None:
    table = there.create_table(1, open_seats=3).table
    key = {"Idempotency-Key": new_key()}

    replies = at_once(several.url, [partial(Api.post, path=f"/v1/tables/{table}/seats", headers=key)] * 20)

    assert sorted(reply.status for reply in replies) == [200] * 19 + [201]
    assert all(reply.json == replies[0].json for reply in replies)
    assert [seat["kind"] for seat in there.view(table)["seats"]] == ["human", "human", "open", "open"]


@pytest.mark.parametrize("key", BAD_KEYS)
def test_a_bad_key_lays_no_table_and_takes_no_seat(api: Api, key: str) -> None:
    laid = api.create_table(1, open_seats=1)

    for path, body in (("/v1/tables", TABLE), (f"/v1/tables/{laid.table}/seats", {})):
        reply = api.post(path, json=body, headers={"Idempotency-Key": key})
        assert (reply.status, reply.code) == (400, "header-invalid")

    assert api.view(laid.table) == laid.view


def test_a_key_is_no_way_around_a_refusal(api: Api) -> None:
    key = {"Idempotency-Key": new_key()}
    wrong = {**TABLE, "seats": [{"kind": "human"}]}

    refused, again = (api.post("/v1/tables", json=wrong, headers=key) for _ in range(2))
    right = api.post("/v1/tables", json=TABLE, headers=key)

    assert refused.code == again.code == "seat-count"
    assert right.status == 201
