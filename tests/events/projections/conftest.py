"""Fixtures: a world of tables on an empty store."""

from collections.abc import Iterator

import pytest

from tests.events.projections.world import World


@pytest.fixture
def world(fresh_store_url: str) -> Iterator[World]:
    world = World(fresh_store_url)
    yield world
    world.client.close()
