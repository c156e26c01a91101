"""A rematch waits for its players for a while, and then starts with those who have come."""

import secrets
from collections.abc import Iterator

import pytest

from events.store.keys import due_key, partition_of
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.opening import Tables
from events.timestamps import now
from rules.registry import games
from tests.live import Service
from tests.service.in_process import Application, application
from tests.service.playing import eventually
from tests.service.tables.rematching import ask, given, over


@pytest.fixture(scope="module")
def hasty(service: Service) -> Iterator[Application]:
    """A web process of the service where a rematch waits for a second."""
    with application(service.store_url, {"rematch_wait": 1}, secret=service.secret) as hasty:
        yield hasty


def test_the_game_starts_without_who_has_not_asked_and_they_find_their_seat_later(hasty: Application) -> None:
    with hasty.api() as api:
        old = over(api, 3)

        one = given(ask(api, old.seated[1], client_seed="there"))
        eventually(lambda: api.view(one.table)["status"] == "playing")
        late = ask(api, old.seated[0], client_seed="too-late")

        assert (late.status, late.json["view"]["status"]) == (201, "playing")
        assert late.json["view"]["fairness"]["client_seeds"] == ["there"]
        seats = {who.seat: who for who in (one, given(late))}
        assert api.get(f"/v1/tables/{one.table}/moves", token=seats[0].token).status == 200
        assert given(ask(api, old.seated[0])) == given(late)


def test_a_rematch_that_is_waited_for_is_not_abandoned_before(hasty: Application) -> None:
    """A waiting table that becomes due for another reason keeps waiting, and then starts."""
    with hasty.api() as api, connect(hasty.store_url) as client:
        old = over(api)
        one = given(ask(api, old.seated[0]))
        client.zadd(due_key(partition_of(one.table)), {one.table: 1})

        eventually(lambda: api.view(one.table)["status"] == "playing")


def test_a_table_that_was_closed_before_its_game_has_none(hasty: Application) -> None:
    with hasty.api() as api, connect(hasty.store_url) as client:
        handler = Handler(Tables(RedisStore(client), games(), now), secrets.token_bytes)
        created_table = api.create_table(1, open_seats=1)
        handler.execute(keyed_orders.abandon(created_table.table, 2))

        refused = ask(api, created_table.seated[0])

        assert (refused.status, refused.code) == (409, "rematch-unplayed")


def test_a_player_who_leaves_before_the_start_is_not_waited_for(hasty: Application) -> None:
    """The seat is open then, as at any table that has not started."""
    with hasty.api() as api:
        old = over(api, 3)
        one, other = (given(ask(api, who)) for who in old.seated[:2])
        assert api.leave(other).status == 200

        newcomer = api.sit(one.table, name="Zoe")
        eventually(lambda: api.view(one.table)["status"] == "playing")

        assert newcomer.seat == other.seat
        refused = ask(api, old.seated[1])
        assert (refused.status, refused.code) == (409, "rematch-left")
        assert one.table in refused.json["detail"]
