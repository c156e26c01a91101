"""The frames of a stream: every event once and in order, however long the log is, until the viewer may not see the next one."""

from contextlib import closing

import pytest

from events.tables import keyed_orders
from events.tables.keyed_orders import Holder
from rules.table_commands import SeatRequest, Sit
from service.live import streams
from tests.events.branches import forked
from tests.events.world import HUMAN, TABLE, World
from tests.service.live.watched import Watched, appended, version

GRACE = 1
"""The seat of the player who comes, goes and comes again."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep-alives come at short intervals."""
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.01)


@pytest.fixture
def waiting() -> World:
    """A table that waits for two players, one of whom has come."""
    world = World()
    world.create_table(HUMAN, SeatRequest(kind="open"), SeatRequest(kind="open"))
    sit(world, "idempotency-000001")
    return world


def sit(world: World, key: str) -> None:
    world.handler.execute(keyed_orders.sit(TABLE, Sit(name="Grace"), key))


def leave(world: World) -> None:
    world.handler.execute(keyed_orders.leave(TABLE, Holder(GRACE, world.loaded.table.seats[GRACE].taken)))


def test_a_log_of_many_parts_is_told_without_waiting_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "EVENTS_AT_ONCE", 2)
    world, _ = forked(4, 0, 0)

    with closing(Watched(world)) as watched:
        watched.hear()

    assert version(world) > 6
    assert watched.versions == list(range(1, version(world) + 1))


def test_the_stream_of_a_seat_ends_when_its_player_leaves_and_that_of_another_goes_on(waiting: World) -> None:
    with closing(Watched(waiting, seat=GRACE)) as hers, closing(Watched(waiting)) as spectators:
        for watched in (hers, spectators):
            watched.hear()
        left = version(waiting) + 1
        leave(waiting)
        sit(waiting, "idempotency-000002")

        for watched in (hers, spectators):
            watched.hear(appended(waiting, left - 1))

        assert hers.versions == list(range(1, left + 1))
        assert hers.is_over()
        assert spectators.versions == list(range(1, version(waiting) + 1))


def test_the_next_player_of_a_seat_is_told_of_the_one_before_and_then_of_what_follows(waiting: World) -> None:
    leave(waiting)
    sit(waiting, "idempotency-000002")

    with closing(Watched(waiting, seat=GRACE)) as watched:
        watched.hear()

    assert watched.versions == list(range(1, version(waiting) + 1))
