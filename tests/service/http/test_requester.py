"""Authorisation: only its token lets a client act for a seat, and nothing else in a request does."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.live import NDJSON, SSE, Api, CreatedTable, Reply, Seated, Service
from tests.service.keys import mint, revoke
from tests.service.playing import rolled, to_move

Ask = Callable[[Api, Seated, str | None], Reply]
"""A request about a seat with a seat's token, or with none."""


def _moves(api: Api, about: Seated, token: str | None) -> Reply:
    return api.get(f"/v1/tables/{about.table}/moves", token=token)


def _play(api: Api, about: Seated, token: str | None) -> Reply:
    [owed] = [owed["decision"] for owed in api.view(about.table)["owed"]] or [1]
    return api.post(f"/v1/tables/{about.table}/moves", token=token, json={"type": "skip", "decision": owed})


def _start(api: Api, about: Seated, token: str | None) -> Reply:
    return api.post(f"/v1/tables/{about.table}/start", token=token)


def _leave(api: Api, about: Seated, token: str | None) -> Reply:
    return api.delete(f"/v1/tables/{about.table}/seats/{about.seat}", token=token)


def _view(api: Api, about: Seated, token: str | None) -> Reply:
    return api.get(f"/v1/tables/{about.table}", token=token)


def _events(kind: str) -> Ask:
    return lambda api, about, token: api.get(f"/v1/tables/{about.table}/events", token=token, headers={"Accept": kind})


SEAT_NEEDED: Mapping[str, Ask] = {"moves": _moves, "play": _play, "start": _start, "leave": _leave}
OPEN_TO_ALL: Mapping[str, Ask] = {"view": _view, "pages": _events("application/json"), "lines": _events(NDJSON), "stream": _events(SSE)}
EVERYTHING = {**SEAT_NEEDED, **OPEN_TO_ALL}


def assert_refused(reply: Reply, status: int, code: str) -> None:
    assert (reply.status, reply.code) == (status, code)
    assert ("www-authenticate" in reply.headers) == (status == 401)


@pytest.mark.parametrize("name", SEAT_NEEDED)
def test_without_a_token_nobody_acts(api: Api, name: str) -> None:
    created_table = api.create_table(2)

    assert_refused(SEAT_NEEDED[name](api, created_table.seated[0], None), 401, "token-missing")

    assert api.view(created_table.table) == created_table.view


@pytest.mark.parametrize("name", EVERYTHING)
def test_a_token_that_is_not_of_this_table_does_nothing(api: Api, name: str) -> None:
    created_table, other = api.create_table(2), api.create_table(2)
    whole = created_table.seated[0].token
    kind, seat, taken, signature = whole.split(".")
    wrong = [
        other.seated[0].token,
        "x",
        "null",
        whole[:-1],
        whole + "A",
        whole.upper(),
        f"{whole} {whole}",
        f"{kind}.{1 - int(seat)}.{taken}.{signature}",
        f"{kind}.{seat}.{int(taken) + 1}.{signature}",
        f"{kind}.{seat}.{taken}.{signature[::-1]}",
        f"{kind}.{seat}.0{taken}.{signature}",
        "seat.0.2.",
        "x" * 3000,
    ]

    for token in wrong:
        assert_refused(EVERYTHING[name](api, created_table.seated[0], token), 401, "token-invalid")

    for header in ("", "Bearer", "Bearer ", f"Basic {whole}", f"Token {whole}", whole):
        reply = api.get(f"/v1/tables/{created_table.table}", headers={"Authorization": header})
        assert_refused(reply, 401, "token-invalid")
    assert api.view(created_table.table) == created_table.view


def test_the_scheme_is_read_in_any_case(api: Api) -> None:
    created_table = api.create_table(2)

    for scheme in ("bearer", "BEARER", "Bearer"):
        headers = {"Authorization": f"{scheme} {created_table.seated[1].token}"}
        assert api.get(f"/v1/tables/{created_table.table}/moves", headers=headers).status == 200


@pytest.mark.parametrize("name", [name for name in EVERYTHING if name != "leave"])
def test_whoever_has_left_is_a_stranger(api: Api, name: str) -> None:
    created_table = api.create_table(2, open_seats=1)
    gone = created_table.seated[1]
    api.leave(gone)
    before = api.view(created_table.table)

    assert_refused(EVERYTHING[name](api, gone, gone.token), 401, "token-invalid")
    api.sit(created_table.table, name="Somebody else")

    assert_refused(EVERYTHING[name](api, gone, gone.token), 401, "token-invalid")
    assert before["seats"][1] == {
        "seat": 1,
        "kind": "open",
        "name": None,
        "level": None,
        "bot": None,
        "connected": False,
        "resigned": False,
    }


def test_a_token_leaves_no_seat_but_its_own(api: Api) -> None:
    created_table = api.create_table(3)
    mine, other = created_table.seated[0], created_table.seated[1]

    assert_refused(_leave(api, other, mine.token), 403, "seat-foreign")
    for nowhere in (3, 99, 10**18):
        assert_refused(api.delete(f"/v1/tables/{created_table.table}/seats/{nowhere}", token=mine.token), 404, "seat-unknown")

    assert api.view(created_table.table) == created_table.view


def test_saying_that_one_is_somebody_else_makes_nobody_so(api: Api) -> None:
    created_table = api.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    other = created_table.seated[1 - who.seat]
    path, roll = f"/v1/tables/{created_table.table}/moves", {"type": "roll", "decision": decision}

    for claim in ({"seat": who.seat}, {"player": who.seat}, {"token": who.token}, {"as": "Player 1"}):
        assert_refused(api.post(path, token=other.token, json={**roll, **claim}), 422, "body-invalid")
    for params in ({"seat": who.seat}, {"token": who.token}, {"access_token": who.token}):
        assert api.post(path, token=other.token, json=roll, params=params).status in {409, 422}
        assert_refused(api.post(path, json=roll, params=params), 401, "token-missing")
    for headers in ({"X-Seat": str(who.seat)}, {"Cookie": f"token={who.token}"}, {"X-API-Key-Token": who.token}):
        assert_refused(api.post(path, token=other.token, json=roll, headers=headers), 409, "decision-closed")
        assert_refused(api.post(path, json=roll, headers=headers), 401, "token-missing")

    assert api.view(created_table.table) == created_table.view


def test_a_spectator_sees_what_every_seat_sees_in_a_game_without_secrets(api: Api) -> None:
    created_table = api.create_table(3)
    roll = rolled(api, *to_move(created_table.seated, created_table.view))

    for token in (None, *(who.token for who in created_table.seated)):
        assert api.view(created_table.table, token=token) == roll.json["view"]
        assert api.events(created_table.table, token=token) == api.events(created_table.table)


@pytest.fixture
def created_table(api: Api) -> CreatedTable:
    return api.create_table(2)


def test_an_api_key_opens_everything_that_is_open_and_stands_for_no_seat(api: Api, service: Service, created_table: CreatedTable) -> None:
    headers = {"X-API-Key": mint(service, None)}

    assert api.get("/v1/tables", headers=headers).status == 200
    assert api.get(f"/v1/tables/{created_table.table}", headers=headers).status == 200
    assert_refused(api.get(f"/v1/tables/{created_table.table}/moves", headers=headers), 401, "token-missing")
    assert api.get(f"/v1/tables/{created_table.table}/moves", headers=headers, token=created_table.seated[0].token).status == 200


def test_a_key_that_is_nobodys_opens_nothing(api: Api, service: Service, created_table: CreatedTable) -> None:
    key, revoked = mint(service, None), mint(service, None)
    revoke(service, revoked)
    wrong: list[Any] = [
        "",
        "x",
        key[:-1],
        key + "x",
        key[:-1] + ("a" if key[-1] != "a" else "b"),
        key.upper(),
        revoked,
        created_table.seated[0].token,
    ]

    for text in wrong:
        for path in ("/v1/games", "/v1/tables", f"/v1/tables/{created_table.table}"):
            assert_refused(api.get(path, headers={"X-API-Key": text}), 401, "api-key-invalid")
    assert api.get("/healthz", headers={"X-API-Key": "x"}).status == 200
