"""A link gives another device of the same person access to a seat. Each code works once."""

import pytest

from tests.live import Api, Seated, Service

KEY = "a-device-claims-once-0d8f1c1e6b1b4a52"


def _path(who: Seated, what: str) -> str:
    return f"/v1/tables/{who.table}/seats/{who.seat}/{what}"


def _code(api: Api, who: Seated) -> str:
    code: str = api.post(_path(who, "links"), token=who.token).json["code"]
    return code


def test_another_device_gets_a_token_that_plays_the_seat(api: Api) -> None:
    first = api.create_table(2, options={"first_seat": "creator"}).seated[0]
    code = _code(api, first)

    claimed = api.post(_path(first, "claims"), json={"code": code})

    assert claimed.status == 201
    second = first._replace(token=claimed.json["token"])
    assert api.play(second, api.moves(second)[0]).status == 201
    assert api.moves(first) == api.moves(second)


def test_a_code_is_good_once_but_a_lost_answer_comes_again(api: Api) -> None:
    who = api.create_table(2).seated[0]
    body = {"code": _code(api, who)}

    first, again = (api.post(_path(who, "claims"), json=body, headers={"Idempotency-Key": KEY}) for _ in range(2))
    other = api.post(_path(who, "claims"), json=body)

    assert (first.status, again.status, again.replayed) == (201, 200, True)
    assert first.json["token"] == again.json["token"]
    assert (other.status, other.code) == (410, "link-used")


def test_a_code_is_of_its_own_seat_and_table_and_not_used_up_elsewhere(api: Api) -> None:
    who, neighbour = api.create_table(2).seated
    stranger = api.create_table(2).seated[0]
    body = {"code": _code(api, who)}

    refused = [api.post(_path(wrong, "claims"), json=body).code for wrong in (neighbour, stranger)]

    assert refused == ["link-unknown", "link-unknown"]
    assert api.post(_path(who, "claims"), json=body).status == 201


def test_a_code_of_somebody_who_left_hands_nothing_over(api: Api) -> None:
    created_table = api.create_table(2, auto_start=False)
    who = created_table.seated[0]
    body = {"code": _code(api, who)}
    api.leave(who)
    newcomer = api.sit(who.table)

    refused = api.post(_path(who, "claims"), json=body)

    assert newcomer.seat == who.seat
    assert refused.code == "link-unknown"
    assert api.post(_path(who, "links"), token=who.token).code == "token-invalid"


@pytest.mark.parametrize("code", ["", "x" * 21, "x" * 23, "x" * 21 + "!", "é" * 22, 22])
def test_what_is_no_code_is_named(api: Api, code: object) -> None:
    who = api.create_table(2).seated[0]

    reply = api.post(_path(who, "claims"), json={"code": code})

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == ["code"]


@pytest.mark.usefixtures("over_sockets")
def test_neither_code_nor_token_is_logged(api: Api, service: Service) -> None:
    who = api.create_table(2).seated[0]
    code = _code(api, who)
    token = api.post(_path(who, "claims"), json={"code": code}).json["token"]

    log = service.log()
    assert who.table in log
    assert code not in log
    assert token not in log
