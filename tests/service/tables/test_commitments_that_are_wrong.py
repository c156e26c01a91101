"""What was not reserved so creates nothing: neither a table nor a fork. Forks are created on reserved dice as tables are."""

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.live import Api, CreatedTable, Played, Service
from tests.reserving import reserved_ago
from tests.service.ahead import at_random, play_ahead
from tests.service.tables.committing import TABLE, key, posted, reserved


@pytest.fixture(scope="module")
def over(service: Service) -> Played:
    """A finished game."""
    with Api(service.url) as api:
        table: CreatedTable = api.create_table(2, client_seed="source")
        play_ahead(service, table.table, at_random(2), lambda table: table.version > 60)
        api.leave(table.seated[1])
        return Played(table.table, table.seated, api.view(table.table), api.events(table.table))


@pytest.mark.parametrize(
    "change",
    [
        lambda one, other: {"table": other["table"]},
        lambda one, other: {"commitment": other["commitment"]},
        lambda one, other: {"good_until": "2036-01-01T00:00:00.000Z"},
        lambda one, other: {"good_until": "2026-02-30T25:61:61.000Z"},
        lambda one, other: {"commitment": hashlib.sha256(bytes(32)).hexdigest()},
        lambda one, other: {"table": "p00-" + "0" * 26},
    ],
)
def test_what_was_not_reserved_so_creates_nothing(api: Api, change: Callable[[Any, Any], Mapping[str, str]]) -> None:
    one, other = reserved(api), reserved(api)
    forged = {**one, **change(one, other)}

    for seats in (TABLE["seats"], [{"kind": "human"}, {"kind": "bot", "bot": "bot_none"}]):
        reply = api.post("/v1/tables", json={**TABLE, "seats": seats, "commitment": forged}, headers=key())
        assert (reply.status, reply.code) == (422, "commitment-unknown")

    assert {api.get(f"/v1/tables/{table}").code for table in (one["table"], other["table"], forged["table"])} == {"table-unknown"}


def test_a_table_that_exists_is_nobodys_reservation(api: Api) -> None:
    created_table = api.create_table(2)
    guessed = {
        "table": created_table.table,
        "commitment": created_table.view["fairness"]["commitment"],
        "good_until": "2026-11-02T12:00:00.000Z",
    }

    reply = api.post("/v1/tables", json={**TABLE, "commitment": guessed})

    assert (reply.status, reply.code) == (422, "commitment-unknown")
    assert api.view(created_table.table) == created_table.view


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (None, "commitment"),
        ("p00-" + "0" * 26, "commitment"),
        ([], "commitment"),
        ({}, "commitment.commitment"),
        ({"table": "p00"}, "commitment.table"),
        ({"table": "p16-" + "0" * 26}, "commitment.table"),
        ({"table": "p00-" + "O" * 26}, "commitment.table"),
        ({"table": "p00-" + "0" * 26 + "\n"}, "commitment.table"),
        ({"table": 7}, "commitment.table"),
        ({"table": None}, "commitment.table"),
        ({"commitment": "A" * 64}, "commitment.commitment"),
        ({"commitment": "a" * 63}, "commitment.commitment"),
        ({"commitment": "a" * 65}, "commitment.commitment"),
        ({"commitment": "é" * 64}, "commitment.commitment"),
        ({"commitment": "a" * 64 + "\n"}, "commitment.commitment"),
        ({"commitment": True}, "commitment.commitment"),
        ({"good_until": "soon"}, "commitment.good_until"),
        ({"good_until": "2026-11-02T12:00:00Z"}, "commitment.good_until"),
        ({"good_until": "2026-11-02T12:00:00.000+00:00"}, "commitment.good_until"),
        ({"good_until": "٢٠٢٦-11-02T12:00:00.000Z"}, "commitment.good_until"),
        ({"good_until": 1793620800000}, "commitment.good_until"),
        ({"secret": "0" * 64}, "commitment.secret"),
    ],
    ids=str,
)
@pytest.mark.parametrize("path", ["/v1/tables", "/v1/tables/{over}/fork"])
def test_a_malformed_commitment_is_named_by_its_field(api: Api, over: Played, path: str, wrong: Any, field: str) -> None:
    commitment = {**reserved(api), **wrong} if isinstance(wrong, dict) and wrong else wrong
    body = {"at": 9} if path.endswith("fork") else TABLE

    reply = api.post(path.format(over=over.table), json={**body, "commitment": commitment})

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert field in [error["field"] for error in reply.json["errors"]]


def test_a_fork_on_a_commitment_has_the_reserved_dice(api: Api, over: Played) -> None:
    reservation = reserved(api)

    fork = api.fork(over.table, 30, client_seed="mine", commitment=reservation)

    assert fork.table == reservation["table"]
    assert fork.view["fairness"] == {"commitment": reservation["commitment"], "reserved": True, "client_seeds": ["mine"], "secret": None}
    assert fork.view["forked_from"]["table"] == over.table


def test_a_fork_is_created_once_too_and_answered_again_to_the_same_request_only(api: Api, over: Played, later: FlaskClient) -> None:
    path, body, own = f"/v1/tables/{over.table}/fork", {"at": 30, "commitment": reserved(api)}, key()

    first, again = (api.post(path, json=body, headers=own) for _ in range(2))
    strangers = [api.post(path, json=body, headers=headers) for headers in ({}, key())]
    elsewhere = api.post(path, json={**body, "at": 40}, headers=own)
    afterwards = posted(later, path, body, own)

    assert [first.status, again.status] == [201, 200]
    assert again.json == first.json == afterwards[1]
    assert {(reply.status, reply.code) for reply in (*strangers, elsewhere)} == {(409, "commitment-used")}


def test_one_commitment_is_good_for_a_table_or_a_fork_but_not_for_both(api: Api, over: Played) -> None:
    path, own = f"/v1/tables/{over.table}/fork", key()
    for_a_table, for_a_fork = reserved(api), reserved(api)
    api.post("/v1/tables", json={**TABLE, "commitment": for_a_table}, headers=own)
    api.post(path, json={"at": 30, "commitment": for_a_fork}, headers=own)

    crossed = [
        api.post(path, json={"at": 30, "commitment": for_a_table}, headers=own),
        api.post("/v1/tables", json={**TABLE, "commitment": for_a_fork}, headers=own),
    ]

    assert [(reply.status, reply.code) for reply in crossed] == [(409, "commitment-used")] * 2


def test_a_fork_on_a_commitment_that_is_over_or_foreign_is_refused(api: Api, over: Played, service: Service) -> None:
    path = f"/v1/tables/{over.table}/fork"
    past, foreign = reserved_ago(service.store_url, minutes=11), {**reserved(api), "commitment": "0" * 64}

    replies = [api.post(path, json={"at": 30, "commitment": commitment}) for commitment in (past, foreign)]

    assert [(reply.status, reply.code) for reply in replies] == [(410, "commitment-expired"), (422, "commitment-unknown")]
