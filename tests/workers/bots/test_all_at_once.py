"""Bots of all kinds at many tables: step by step on the world's clock, and with the real dispatcher."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from events.feed.consumer_group import ConsumerGroup
from events.tables.handler import Handler
from events.tables.opening import Tables
from events.timestamps import now
from tests.operation.processes import until
from tests.workers.bots.conftest import Serve
from tests.workers.bots.servers import Answering, good, later, moving, resetting, saying
from tests.workers.bots.world import GREEDY, SHORT, World
from workers.dispatcher.dispatcher import Dispatcher
from workers.dispatcher.feed_consumer import GROUP
from workers.dispatcher.kinds import KINDS, LISTENERS, party_of
from workers.dispatcher.parts import dispatcher_parts

KINDS_OF_BOTS: dict[str, Answering] = {
    "good": good,
    "failing": saying(500),
    "redirecting": saying(302, Location="http://127.0.0.1/"),
    "babbling": saying(200, b"nonsense"),
    "cheating": moving({"type": "score", "card": "any-two", "dice": [0, 1, 2]}),
    "meddling": moving({"type": "roll", "decision": 1}),
    "promising": later,
    "resetting": resetting,
    "busy": saying(503, Retry_After="7"),
    "sleepy": saying(503, Retry_After="86400"),
}


def test_every_table_ends_whatever_its_bots_do(world: World, serve: Serve) -> None:
    bots = [world.register(serve(answering), name) for name, answering in KINDS_OF_BOTS.items()]
    tables = [world.create_table(bot, GREEDY, bots[0], options=SHORT) for bot in bots]

    world.run(seconds=86_400, until=lambda: all(map(world.over, tables)))

    assert all(map(world.over, tables))
    assert {bot.name for bot in bots if world.statistics(bot).answered} == {"good"}
    given_up = {failure.seat for table in tables for failure in world.failures(table)}
    assert given_up == {0}
    assert not world.failures(tables[0])


@contextmanager
def dispatching(world: World) -> Iterator[None]:
    """Run the real dispatcher, at the real time of day, for the block."""
    told = threading.Event()
    dispatcher = Dispatcher(world.parts, ConsumerGroup(world.tools.client, GROUP, "one"), "one", KINDS, LISTENERS, party_of)
    thread = threading.Thread(target=dispatcher.run, args=(told.is_set,))
    thread.start()
    try:
        yield
    finally:
        told.set()
        thread.join()


@pytest.fixture
def real_time(world: World) -> World:
    """The world at the real time of day."""
    tables = world.tools.tables
    world.tools = replace(
        world.tools, handler=Handler(Tables(tables.store, {name: c.game for name, c in tables.codecs.items()}, now), lambda n: b"e" * n)
    )
    world.parts = dispatcher_parts(world.tools, world.parts.outgoing, world.parts.tokens, lambda: 0.0)
    return world


def test_bots_play_whole_games_by_the_dispatcher(real_time: World, serve: Serve) -> None:
    server = serve(good)
    dora, emil = real_time.register(server, "Dora"), real_time.register(server, "Emil")

    with dispatching(real_time):
        tables = [real_time.create_table(dora, emil, options=SHORT) for _ in range(3)]
        until(lambda: all(map(real_time.over, tables)), 60)

    assert not any(map(real_time.failures, tables))
    assert real_time.statistics(dora).failed == 0
