"""A world of tables for each test, on a store with nothing else in it."""

from collections.abc import Iterator

import pytest

from tests.events.projections.world import World


@pytest.fixture
def world(fresh_store_url: str) -> Iterator[World]:
    world = World(fresh_store_url)
    yield world
    world.client.close()
