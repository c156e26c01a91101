"""Fixtures: a world, and bots that it calls."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, TypeAlias

import pytest

from tests.workers.bots.bookings import Bookings
from tests.workers.bots.servers import Answering, BotServer
from tests.workers.bots.world import World
from workers.jobs.parts import WorkerParts

Serve: TypeAlias = Callable[..., BotServer]


@pytest.fixture
def world(fresh_store_url: str) -> Iterator[World]:
    world = World(fresh_store_url)
    yield world
    world.tools.client.close()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts bots that end with the test."""
    with ExitStack() as servers:

        def serve(answering: Answering, **place: Any) -> BotServer:
            return servers.enter_context(BotServer(answering, **place))

        yield serve


@pytest.fixture
def bookings(tools: WorkerParts) -> Bookings:
    return Bookings(tools)
