"""Any version of a table can be viewed. Once the table is finished, any version can be forked."""

import uuid

import pytest

from tests.live import Api, Played, Service, created_table
from tests.service.ahead import at_random, play_ahead, played_out
from tests.service.playing import eventually

SEATS = [{"kind": "human", "name": "Joan"}, {"kind": "ai", "level": "greedy"}]


@pytest.fixture(scope="module")
def played(service: Service) -> Played:
    """A game between Ada and Grace, which a resignation ends after a while."""
    with Api(service.url) as api:
        table = api.create_table(2, names=["Ada", "Grace"], client_seed="source")
        play_ahead(service, table.table, at_random(2), lambda table: table.version > 90)
        api.leave(table.seated[1])
        return Played(table.table, table.seated, api.view(table.table), api.events(table.table))


@pytest.fixture(scope="module")
def middle(played: Played) -> int:
    """The last version of a move in the middle of the game."""
    decisions = [event["decision"] for event in played.events]
    return next(version for version in range(60, 90) if decisions[version] != decisions[version - 1])


def test_every_version_can_be_looked_at_by_everybody(api: Api, played: Played) -> None:
    hashes = {event["version"]: event["hash"][:8] for event in api.events(played.table)}
    for token in (None, *(who.token for who in played.seated)):
        for version in range(1, played.view["version"] + 1):
            reply = api.get(f"/v1/tables/{played.table}", params={"at": version}, token=token)
            assert (reply.status, reply.json["version"]) == (200, version)
            assert reply.headers["etag"].startswith(f'"{version}-{hashes[version]}-')
    assert api.get(f"/v1/tables/{played.table}", params={"at": played.view["version"] + 1}).code == "version-unknown"


def test_a_fork_goes_on_where_its_source_was_with_the_same_people(api: Api, played: Played, middle: int) -> None:
    fork = api.fork(played.table, middle)

    then = api.view(played.table, at=middle)
    assert (fork.view["status"], fork.view["forked_from"]) == ("playing", {"table": played.table, "version": middle})
    assert (fork.view["state"], fork.view["options"], fork.view["round"]) == (then["state"], then["options"], then["round"])
    assert [owed["seat"] for owed in fork.view["owed"]] == [owed["seat"] for owed in then["owed"]]
    assert [seat["name"] for seat in fork.view["seats"]] == ["Ada", "Grace"]
    assert [who.seat for who in fork.seated] == [0, 1]
    assert fork.view["fairness"]["commitment"] != then["fairness"]["commitment"]


def test_a_fork_is_played_to_an_end_of_its_own_and_its_source_stays_as_it_is(
    api: Api, service: Service, played: Played, middle: int
) -> None:
    fork = api.fork(played.table, middle, client_seed="what-if")

    view = played_out(service, api, fork, 9).view

    assert view["status"] == "finished"
    assert view["fairness"]["secret"] not in {None, played.view["fairness"]["secret"]}
    assert view["fairness"]["client_seeds"] == ["what-if"]
    assert api.view(played.table) == played.view


def test_others_can_sit_at_a_fork_against_the_clock(api: Api, played: Played, middle: int) -> None:
    fork = api.fork(
        played.table, middle, seats=SEATS, turn_seconds=600, on_expiry={"policy": "substitute", "level": "random"}, abandon_after=3600
    )

    assert [(seat["kind"], seat["name"], seat["level"]) for seat in fork.view["seats"]] == [
        ("human", "Joan", None),
        ("ai", "Player 2", "greedy"),
    ]
    assert [who.seat for who in fork.seated] == [0]
    assert (fork.view["turn_seconds"], fork.view["abandon_after"]) == (600, 3600)
    assert fork.view["on_expiry"] == {"policy": "substitute", "level": "random", "after": None}
    assert all(owed["deadline"] for owed in fork.view["owed"])
    eventually(lambda: bool(api.moves(fork.seated[0])))


def test_a_fork_asked_for_again_with_its_key_is_the_same_table(api: Api, played: Played, middle: int) -> None:
    key = str(uuid.uuid4())
    path, headers = f"/v1/tables/{played.table}/fork", {"Idempotency-Key": key}

    first, again = (api.post(path, json={"at": middle}, headers=headers) for _ in range(2))
    other = api.post(path, json={"at": middle, "client_seed": "other"}, headers=headers)

    assert [(reply.status, reply.replayed) for reply in (first, again)] == [(201, False), (200, True)]
    assert again.json == first.json
    assert first.headers["location"] == f"/v1/tables/{first.json['view']['table']}"
    assert (other.status, other.code) == (409, "idempotency-key-reused")


def test_a_key_of_one_table_says_nothing_at_another(api: Api, service: Service, played: Played, middle: int) -> None:
    key = str(uuid.uuid4())
    fresh = api.create_table(2, key=key)
    once = api.fork(played.table, middle, key=key)
    played_out(service, api, once, 4)

    twice = api.fork(once.table, api.view(once.table)["version"] - 8, key=key)

    assert len({fresh.table, once.table, twice.table}) == 3
    assert twice.view["forked_from"]["table"] == once.table


def test_a_table_that_is_still_played_cannot_be_forked(api: Api) -> None:
    table = api.create_table(2)

    reply = api.post(f"/v1/tables/{table.table}/fork", json={"at": 1})

    assert (reply.status, reply.code) == (409, "table-not-finished")


def test_there_must_be_a_decision_left(api: Api, played: Played) -> None:
    path, newest = f"/v1/tables/{played.table}/fork", played.view["version"]

    late, never = api.post(path, json={"at": newest}), api.post(path, json={"at": newest + 1})

    assert (late.status, late.code, late.json["field"]) == (409, "fork-too-late", "at")
    assert (never.status, never.code, never.json["version"]) == (404, "version-unknown", newest)


def test_what_a_fork_took_over_is_its_sources_to_fork(api: Api, played: Played, middle: int) -> None:
    fork = api.fork(played.table, middle)
    api.leave(fork.seated[0])

    reply = api.post(f"/v1/tables/{fork.table}/fork", json={"at": 9})

    assert (reply.status, reply.code) == (409, "fork-inherited")


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"at": 9, "seats": [*SEATS, {"kind": "human"}]}, "seat-count", "seats"),
        ({"at": 9, "seats": [{"kind": "human"}, {"kind": "ai", "level": "none"}]}, "level-unknown", "seats.1.level"),
        ({"at": 9, "on_expiry": {"policy": "skip"}}, "clock-missing", "on_expiry"),
    ],
    ids=str,
)
def test_what_the_rules_refuse_is_named(api: Api, played: Played, body: dict[str, object], code: str, field: str) -> None:
    reply = api.post(f"/v1/tables/{played.table}/fork", json=body)

    assert (reply.status, reply.code, reply.json["field"]) == (422, code, field)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "at"),
        ({"at": 0}, "at"),
        ({"at": "9"}, "at"),
        ({"at": None}, "at"),
        ({"at": 9, "seats": [{"kind": "open"}, {"kind": "human"}]}, "seats.0.kind"),
        ({"at": 9, "seats": None}, "seats"),
        ({"at": 9, "game": "dicy-cards"}, "game"),
        ({"at": 9, "auto_start": True}, "auto_start"),
        ({"at": 9, "abandon_after": 9}, "abandon_after"),
    ],
    ids=str,
)
def test_a_body_of_the_wrong_shape_is_named(api: Api, played: Played, body: dict[str, object], field: str) -> None:
    reply = api.post(f"/v1/tables/{played.table}/fork", json=body)

    assert (reply.status, reply.code) == (422, "body-invalid")
    assert [error["field"] for error in reply.json["errors"]] == [field]


def test_anybody_can_fork(api: Api, played: Played, middle: int) -> None:
    reply = api.post(f"/v1/tables/{played.table}/fork", json={"at": middle}, headers={"Authorization": "Bearer of.another.service"})

    assert created_table(reply).view["forked_from"]["version"] == middle


def test_a_fork_from_within_the_set_up_has_the_board_that_is_shown_there(api: Api) -> None:
    table = api.create_table(2, turn_seconds=600, options={"mode": "interglacial"})
    api.leave(table.seated[0])
    events = api.events(table.table)
    first = next(event["version"] for event in events if event["type"].startswith("dicy-cards."))
    end = next(event["version"] for event in events if event["type"] == "table.clock-started")

    forks = {at: api.fork(table.table, at, turn_seconds=600) for at in range(1, end + 1)}

    shown = api.view(table.table, at=end)
    for at, fork in forks.items():
        came_from = api.events(fork.table)[0]["data"]["forked_from"]
        if at < first:
            assert (came_from["events"], api.view(table.table, at=at)["state"]) == (0, None)
        else:
            assert (came_from["events"], came_from["version"], fork.view["state"]) == (2, end, shown["state"])
