"""A finished table is looked at as each seat saw it: with the hand that it hid, and the answers that it had not yet told."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from tests.live import Api, CreatedTable, Service

VERSIONS = 20
"""Enough for the choice of cards and the first rolls."""

Views = Mapping[int, Mapping[str, Any]]


class Watched(NamedTuple):
    """A finished table, and what each seat and a spectator (None) were shown at each version while it was played."""

    created: CreatedTable
    seen: Mapping[int | None, Views]


@pytest.fixture(scope="module")
def watched(service: Service) -> Watched:
    """Two seats choose their cards and answer some rolls, one after the other. Then one resigns."""
    with Api(service.url) as api:
        created = api.create_table(2, game="dice-cards", names=["Ada", "Grace"])
        seen: dict[int | None, dict[int, Mapping[str, Any]]] = {None: {}, 0: {}, 1: {}}
        view = created.view
        while view["version"] < created.view["version"] + VERSIONS:
            who = created.seated[view["owed"][0]["seat"]]
            assert api.play(who, api.moves(who)[0]).status == 201
            for seat, views in seen.items():
                view = api.view(created.table, token=None if seat is None else created.seated[seat].token)
                views[view["version"]] = view
        api.leave(created.seated[1])
        return Watched(created, seen)


@pytest.mark.parametrize("seat", [0, 1])
def test_at_each_version_everybody_is_shown_what_the_seat_was_shown_then(api: Api, watched: Watched, seat: int) -> None:
    for token in (None, watched.created.seated[1 - seat].token):
        for version, then in watched.seen[seat].items():
            reply = api.get(f"/v1/tables/{watched.created.table}", token=token, params={"at": version, "seat": seat})

            assert (reply.status, reply.json) == (200, then)
    assert all(then["state"]["own"] is not None for then in watched.seen[seat].values())


def test_the_seats_of_one_version_differ_in_what_they_hid(api: Api, watched: Watched) -> None:
    version = max(version for version, view in watched.seen[0].items() if view["state"]["own"]["answer"])

    views = [api.get(f"/v1/tables/{watched.created.table}", params={"at": version, **eyes}) for eyes in ({}, {"seat": 0}, {"seat": 1})]

    owns = [view.json["state"]["own"] for view in views]
    assert owns[0] is None
    assert owns[1]["answer"] is not None
    assert owns[2]["answer"] is None
    assert len({view.headers["etag"] for view in views}) == 3


def test_a_token_still_shows_its_own_seat_unless_another_is_named(api: Api, watched: Watched) -> None:
    version, path = min(watched.seen[0]), f"/v1/tables/{watched.created.table}"
    token = watched.created.seated[0].token

    assert api.get(path, token=token, params={"at": version}).json == watched.seen[0][version]
    assert api.get(path, token=token, params={"at": version, "seat": 1}).json == watched.seen[1][version]


def test_the_table_now_is_shown_as_a_seat_sees_it_too(api: Api, watched: Watched) -> None:
    path = f"/v1/tables/{watched.created.table}"
    token = watched.created.seated[1].token

    assert api.get(path, params={"seat": 1}).json["state"] == api.get(path, token=token).json["state"]
    assert api.get(path).json["state"]["own"] is None


def test_before_the_end_nobody_sees_through_the_eyes_of_a_seat(api: Api) -> None:
    created = api.create_table(2, game="dice-cards")
    path = f"/v1/tables/{created.table}"
    tokens: Sequence[str | None] = (None, *(who.token for who in created.seated))

    for params in ({"seat": 0}, {"seat": 0, "at": 3}, {"seat": 0, "at": created.view["version"]}):
        replies = [api.get(path, token=token, params=params) for token in tokens]
        assert {(reply.status, reply.code) for reply in replies} == {(409, "table-not-finished")}
        assert all("hand" not in reply.text for reply in replies)


@pytest.mark.parametrize(
    ("seat", "code"), [("2", "seat-unknown"), ("99", "seat-unknown"), ("100", "parameter-invalid"), ("00", "parameter-invalid")]
)
def test_a_seat_that_is_not_there_is_refused(api: Api, watched: Watched, seat: str, code: str) -> None:
    assert api.get(f"/v1/tables/{watched.created.table}", params={"at": 5, "seat": seat}).code == code
