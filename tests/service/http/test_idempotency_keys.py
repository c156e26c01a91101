"""With an `Idempotency-Key`, creating and joining a table can be repeated safely: one table, one seat, one token."""

import secrets
import uuid
from collections.abc import Callable
from functools import partial

import pytest

from service.http.requester import is_secret
from tests.live import Api, Service
from tests.service.owning import Owner
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
    created_table = api.create_table(1, open_seats=1)

    for path, body in (("/v1/tables", TABLE), (f"/v1/tables/{created_table.table}/seats", {})):
        reply = api.post(path, json=body, headers={"Idempotency-Key": key})
        assert (reply.status, reply.code) == (400, "header-invalid")

    assert api.view(created_table.table) == created_table.view


WEAK_KEYS = [
    "rematch-of-last-night",
    "a-key-of-31-signs-0d8f1c1e6b1b",
    "a" * 32,
    "ab" * 40,
    "0123456789abcdef" * 2,
    "abcde" + "a" * 40,
    "00000000-0000-0000-0000-000000000000",
    "11111111-1111-4111-8111-111111111111",
    "12345678901234567890123456789012",
    "1234567890" * 12,
    "abcdefghijklmnopqrstuvwxyz012345",
    "00000000-0000-4000-8000-0000000000ff",
    "01890000-0000-7000-8000-0123456789ab",
    "rematch-p02-pw1qqgrvryg7dkzjw7zeeqbbwa",
    "Retry-1-of-P02-PW1QQGRVRYG7DKZJW7ZEEQBBWA",
    "bot_4xkq2mtr7zvhn3yd6wcafbje-at-table-17",
    "2ed6657d-e927-568b-95e1-2665a8aea6a2",
    "47629ce6-ebad-11f1-95d0-02fc5ab3c9e1",
]


@pytest.mark.parametrize("key", WEAK_KEYS)
def test_without_an_api_key_a_key_that_could_be_guessed_is_refused_and_the_rule_named(api: Api, key: str) -> None:
    created_table = api.create_table(1, open_seats=1)
    seat = f"/v1/tables/{created_table.table}/seats"

    for path, body in (("/v1/tables", TABLE), (seat, {}), (f"{seat}/0/claims", {"code": "x" * 22})):
        reply = api.post(path, json=body, headers={"Idempotency-Key": key})
        assert (reply.status, reply.code) == (400, "header-invalid")
        assert "Idempotency-Key must be a UUID of version 4 or 7, or 32 random" in reply.json["detail"]

    assert api.view(created_table.table) == created_table.view


@pytest.mark.parametrize(
    "key",
    [secrets.token_hex(16), secrets.token_urlsafe(24), secrets.token_hex(64), f"0193a5f7-2c40-7{new_key()[15:]}", new_key().upper()],
    ids=["128 bits", "in base64", "all 128 signs", "of version 7", "in capitals"],
)
def test_a_key_that_was_made_by_chance_is_taken(api: Api, key: str) -> None:
    assert [api.post("/v1/tables", json=TABLE, headers={"Idempotency-Key": key}).status for _ in range(2)] == [201, 200]


def test_with_an_api_key_the_same_short_key_is_each_ones_own(api: Api, owner: Owner, stranger: Owner) -> None:
    short, table = "rematch-of-last-night", api.create_table(1, open_seats=3).table

    created_table = [who.ask("POST", "/v1/tables", json=TABLE, idempotency_key=short) for who in (owner, stranger, owner)]
    sat = [who.ask("POST", f"/v1/tables/{table}/seats", json={}, idempotency_key=short) for who in (owner, stranger, owner)]

    for replies in (created_table, sat):
        assert [reply.status for reply in replies] == [201, 201, 200]
        assert replies[0].json == replies[2].json
    assert created_table[0].json["view"]["table"] != created_table[1].json["view"]["table"]
    assert [reply.json["seat"] for reply in sat] == [1, 2, 1]


def test_a_seat_link_is_claimed_again_by_the_api_key_that_has_claimed_it_only(api: Api, owner: Owner, stranger: Owner) -> None:
    who = api.create_table(2).seated[0]
    seat, key = f"/v1/tables/{who.table}/seats/{who.seat}", "my-second-device"
    code = api.post(f"{seat}/links", token=who.token).json["code"]

    claimed = [one.ask("POST", f"{seat}/claims", json={"code": code}, idempotency_key=key) for one in (owner, owner, stranger)]

    assert [(reply.status, reply.code) for reply in claimed] == [(201, None), (200, None), (410, "link-used")]


def test_a_seat_that_somebody_has_taken_without_an_api_key_is_not_given_for_one(api: Api, owner: Owner, stranger: Owner) -> None:
    key, path = new_key(), f"/v1/tables/{api.create_table(1, open_seats=3).table}/seats"
    first = api.post(path, json={"name": "Grace"}, headers={"Idempotency-Key": key})

    others = [who.ask("POST", path, json={"name": "Grace"}, idempotency_key=key) for who in (owner, stranger)]

    assert (first.status, first.json["seat"]) == (201, 1)
    assert [(reply.status, reply.json["seat"]) for reply in others] == [(201, 2), (201, 3)]


def test_hardly_any_key_that_was_made_by_chance_is_refused() -> None:
    made = [make() for make in (new_key, partial(secrets.token_hex, 16), partial(secrets.token_urlsafe, 24)) for _ in range(5_000)]

    assert all(map(is_secret, made))


@pytest.mark.parametrize(
    "key", ["Cp40-6Hx5WUNFBf4QfHy0cToWt3uxXWd", "P69-0xPlIaQ0nEP4zCrba2UtOdqpAEJk", "aB3-Bot_k2fWq7RtYx5vNcJh4MzPs6Lg"]
)
def test_a_random_key_that_begins_like_a_public_id_is_taken(key: str) -> None:
    assert is_secret(key)


@pytest.mark.parametrize("public", ["p07-01h9xkqz3nfgv7bwrt5ce8jm2d", "bot_k2fwq7rtyx5vncjh4mzps6lg", "whk_q7zt3mxn5hfwk2cv6rbjd4ys"])
@pytest.mark.parametrize("written", [str.lower, str.upper], ids=["lower", "upper"])
def test_a_key_that_is_a_public_id_and_little_more_is_refused(public: str, written: Callable[[str], str]) -> None:
    assert not is_secret(written(public) + "-create")


def test_a_key_is_no_way_around_a_refusal(api: Api) -> None:
    key = {"Idempotency-Key": new_key()}
    wrong = {**TABLE, "seats": [{"kind": "human"}]}

    refused, again = (api.post("/v1/tables", json=wrong, headers=key) for _ in range(2))
    right = api.post("/v1/tables", json=TABLE, headers=key)

    assert refused.code == again.code == "seat-count"
    assert right.status == 201
