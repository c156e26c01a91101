"""A table on reserved dice: id and secret are fixed before the client names its seed, for one table and one client only."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import pytest
from flask.testing import FlaskClient

from events.store.redis_connection import connect
from service.settings import Settings
from service.wiring import make_web_parts
from tests.live import Api, Service
from tests.reserving import reserved_ago
from tests.service.keys import mint
from tests.service.tables.committing import TABLE, key, posted, reserved
from tests.service.together import at_once


def test_every_reservation_is_another_one_and_none_is_stored(api: Api, service: Service) -> None:
    reserved(api)
    with connect(service.store_url) as client:
        before = client.dbsize()

        answers = [reserved(api) for _ in range(50)]

        assert client.dbsize() < before + 25  # other tests write too, but one key for each reservation would be 50
        kept = b" ".join(client.scan_iter())
        assert not any(one["table"].encode() in kept for one in answers)
    assert len({one["table"] for one in answers}) == len({one["commitment"] for one in answers}) == 50
    assert all(api.get(f"/v1/tables/{one['table']}").code == "table-unknown" for one in answers[:3])


def test_a_reservation_is_kept_by_no_cache_and_counts_as_a_request(api: Api) -> None:
    replies = [api.post("/v1/commitments"), api.post("/v1/commitments", json={})]

    assert [reply.headers["cache-control"] for reply in replies] == ["no-store"] * 2
    assert all("ratelimit" in reply.headers for reply in replies)


@pytest.mark.parametrize("body", [{"client_seed": "x"}, {"table": "p00-" + "0" * 26}, {"commitment": None}])
def test_reserving_takes_no_wishes(api: Api, body: object) -> None:
    reply = api.post("/v1/commitments", json=body)

    assert (reply.status, reply.code) == (422, "body-invalid")


def test_reserving_takes_no_parameters(api: Api) -> None:
    reply = api.post("/v1/commitments?x=1&seed=mine")

    assert (reply.status, reply.code) == (422, "parameter-invalid")
    assert [error["field"] for error in reply.json["errors"]] == ["seed", "x"]


def test_the_table_has_the_reserved_id_and_commitment_and_says_so(api: Api) -> None:
    reservation = reserved(api)

    created_table = api.create_table(2, client_seed="mine", commitment=reservation)

    assert created_table.table == reservation["table"]
    assert created_table.view["fairness"] == {
        "commitment": reservation["commitment"],
        "reserved": True,
        "client_seeds": ["mine"],
        "secret": None,
    }
    created = api.events(created_table.table)[0]["data"]
    assert (created["commitment"], created["reserved"]) == (reservation["commitment"], True)


def test_the_secret_that_is_revealed_is_the_one_that_was_reserved(api: Api) -> None:
    reservation = reserved(api)
    created_table = api.create_table(2, commitment=reservation)

    api.leave(created_table.seated[0])

    secret = api.view(created_table.table)["fairness"]["secret"]
    assert hashlib.sha256(bytes.fromhex(secret)).hexdigest() == reservation["commitment"]


def test_a_table_without_a_commitment_says_that_it_was_not_reserved(api: Api) -> None:
    created_table = api.create_table(2)

    assert created_table.view["fairness"]["reserved"] is False
    assert api.events(created_table.table)[0]["data"]["reserved"] is False


def test_the_reserved_dice_do_not_depend_on_the_seed_that_is_named(service: Service, api: Api, later: FlaskClient) -> None:
    """Whatever seed the client names, the same reservation has the same secret, at every process of the service."""
    reservation = reserved(api)
    here = make_web_parts(Settings(redis_url=service.store_url)).commitments
    secret = here.secret(here.reserve()._replace(**reservation))

    created_table = api.create_table(2, client_seed=secrets.token_hex(16), commitment=reservation)
    api.leave(created_table.seated[0])

    assert api.view(created_table.table)["fairness"]["secret"] == secret


def test_an_order_that_is_refused_does_not_use_the_commitment_up(api: Api) -> None:
    reservation = reserved(api)

    refused = api.post("/v1/tables", json={**TABLE, "seats": [{"kind": "human"}], "commitment": reservation})
    right = api.post("/v1/tables", json={**TABLE, "commitment": reservation})

    assert (refused.code, right.status) == ("seat-count", 201)
    assert right.json["view"]["fairness"]["commitment"] == reservation["commitment"]


def test_the_same_request_with_its_key_gets_the_same_answer(api: Api) -> None:
    body, same = {**TABLE, "commitment": reserved(api)}, key()

    first, again = (api.post("/v1/tables", json=body, headers=same) for _ in range(2))

    assert [(reply.status, reply.replayed) for reply in (first, again)] == [(201, False), (200, True)]
    assert again.json == first.json
    assert again.json["tokens"]
    assert again.headers["location"] == f"/v1/tables/{body['commitment']['table']}"


def test_a_stranger_who_repeats_the_creation_never_gets_the_tokens(api: Api, service: Service) -> None:
    body = {**TABLE, "commitment": reserved(api)}
    own, owner = key(), {"X-API-Key": mint(service, None)}
    first = api.post("/v1/tables", json=body, headers={**own, **owner})
    assert first.status == 201

    for headers in ({}, key(), own, owner, {**key(), **owner}, {**own, "X-API-Key": mint(service, None)}):
        reply = api.post("/v1/tables", json=body, headers=headers)

        assert (reply.status, reply.code) == (409, "commitment-used"), headers
        assert first.json["tokens"]["0"] not in reply.text


def test_without_a_key_nobody_gets_the_tokens_again_not_even_who_created_the_table(api: Api) -> None:
    body = {**TABLE, "commitment": reserved(api)}

    first, *others = (api.post("/v1/tables", json=body, headers=headers) for headers in ({}, {}, key()))

    assert first.status == 201
    assert [(reply.status, reply.code) for reply in others] == [(409, "commitment-used")] * 2


@pytest.mark.parametrize(
    "change",
    [
        {"client_seed": "another"},
        {"auto_start": False},
        {"seats": [{"kind": "human", "name": "Ada"}, {"kind": "human"}]},
        {"game": "ice-dice"},
        {"turn_seconds": 60},
        {"options": {"mode": "glacial"}},
    ],
    ids=str,
)
def test_another_request_with_the_same_key_is_refused(api: Api, change: Mapping[str, Any]) -> None:
    body, same = {**TABLE, "commitment": reserved(api)}, key()
    api.post("/v1/tables", json=body, headers=same)

    other = api.post("/v1/tables", json={**body, **change}, headers=same)

    assert (other.status, other.code) == (409, "commitment-used")


def test_another_commitment_is_another_table_whatever_the_key(api: Api) -> None:
    same = key()

    orders: Sequence[Mapping[str, Any]] = ({"commitment": reserved(api)}, {"commitment": reserved(api)}, {})

    replies = [api.post("/v1/tables", json={**TABLE, **more}, headers=same) for more in orders]

    assert [reply.status for reply in replies] == [201] * 3
    assert len({reply.json["view"]["table"] for reply in replies}) == 3


@pytest.mark.parametrize(("headers", "others"), [(key(), (200, None)), ({}, (409, "commitment-used"))], ids=["one key", "no key"])
def test_twenty_at_once_create_one_table(several: Service, there: Api, headers: Mapping[str, str], others: tuple[int, str | None]) -> None:
    body = {**TABLE, "commitment": reserved(there)}

    replies = at_once(several.url, [partial(Api.post, path="/v1/tables", json=body, headers=headers)] * 20)

    created = [reply for reply in replies if reply.status == 201]
    assert len(created) == 1
    assert [(reply.status, reply.code) for reply in replies if reply not in created] == [others] * 19
    assert all(reply.json == created[0].json for reply in replies if reply.status == 200)


def test_after_ten_minutes_no_table_is_created(api: Api, service: Service, later: FlaskClient) -> None:
    reservation = reserved(api)
    body = {**TABLE, "commitment": reservation}

    for headers in ({}, key()):
        status, told = posted(later, "/v1/tables", body, headers)
        assert (status, told["code"]) == (410, "commitment-expired")
        assert reservation["good_until"] in told["detail"]

    old = api.post("/v1/tables", json={**TABLE, "commitment": reserved_ago(service.store_url, minutes=10, seconds=1)})
    assert (old.status, old.code) == (410, "commitment-expired")
    assert api.get(f"/v1/tables/{reservation['table']}").code == "table-unknown"


def test_just_before_that_it_is(api: Api, service: Service) -> None:
    young = reserved_ago(service.store_url, minutes=9, seconds=30)

    assert api.post("/v1/tables", json={**TABLE, "commitment": young}).status == 201


def test_who_has_created_the_table_gets_the_same_answer_also_when_it_is_over_and_others_do_not(api: Api, later: FlaskClient) -> None:
    body, own = {**TABLE, "commitment": reserved(api)}, key()
    first = api.post("/v1/tables", json=body, headers=own)

    status, again = posted(later, "/v1/tables", body, own)
    asked: Sequence[tuple[Mapping[str, Any], Mapping[str, str]]] = (({}, {}), ({}, key()), ({"auto_start": False}, own))
    others = [posted(later, "/v1/tables", {**body, **more}, headers) for more, headers in asked]

    assert (status, again) == (200, first.json)
    assert [(status, told["code"]) for status, told in others] == [(409, "commitment-used")] * 3
