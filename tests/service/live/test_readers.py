"""The readers of one process: how many there may be, which seats they show as connected, and what becomes of one that is too slow."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from rules.game import Seat
from service.live.hub import ClientStreamsFull, Hub, StreamEnded, StreamReader, StreamsFull
from service.live.log_access import LogAccess
from service.live.mailbox import Mailbox
from tests.events.branches import move
from tests.events.world import HUMAN, TABLE, World


@pytest.fixture
def world() -> World:
    world = World()
    world.create_table(HUMAN, HUMAN)
    return world


@pytest.fixture
def hub(world: World) -> Iterator[Hub]:
    """The hub of a process that serves three streams, two of each client."""
    stop: list[bool] = []
    hub = Hub(world.tables, limit=3, share=2, name="one")
    hub.close_when(lambda: bool(stop))
    yield hub
    stop.append(True)


def connected(world: World) -> set[Seat]:
    return set(world.tables.open(TABLE).connected)


def test_a_process_serves_so_many_streams_and_one_that_is_closed_makes_room(hub: Hub) -> None:
    with ExitStack() as others, ExitStack() as one:
        for client in ("one", "two"):
            others.enter_context(hub.reading(TABLE, None, client))
        one.enter_context(hub.reading(TABLE, None, "three"))

        with pytest.raises(StreamsFull):
            others.enter_context(hub.reading(TABLE, None, "four"))

        one.close()
        others.enter_context(hub.reading(TABLE, None, "four"))
        assert hub.open_streams == 3


def test_a_client_has_so_many_streams_and_one_that_is_closed_makes_room(hub: Hub) -> None:
    with ExitStack() as streams, ExitStack() as one:
        streams.enter_context(hub.reading(TABLE, 0, "one"))
        one.enter_context(hub.reading(TABLE, None, "one"))

        with pytest.raises(ClientStreamsFull):
            streams.enter_context(hub.reading(TABLE, None, "one"))

        one.close()
        streams.enter_context(hub.reading(TABLE, None, "one"))
        assert hub.open_streams == 2


def test_a_seat_is_connected_until_the_last_of_its_tabs_is_closed(world: World, hub: Hub) -> None:
    with ExitStack() as first, ExitStack() as second:
        for tab in (first, second):
            tab.enter_context(hub.reading(TABLE, 1, "one"))
        assert connected(world) == {1}

        first.close()
        assert connected(world) == {1}
        second.close()

        assert connected(world) == set()


def test_the_stream_of_a_reader_that_is_too_slow_ends(world: World, hub: Hub) -> None:
    slow = StreamReader(TABLE, None, "one", Mailbox(2), LogAccess())
    hub._readers[TABLE].add(slow)
    before = dict(world.store.feed_ends())
    for _ in range(3):
        move(world)

    for entry in world.store.follow(before, 0):
        hub._deliver_safely(entry)

    with pytest.raises(StreamEnded):
        slow.wait(30)
