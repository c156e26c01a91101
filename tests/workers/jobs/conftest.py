"""Fixtures: a worker at a table."""

from collections.abc import Iterator

import pytest

from tests.workers.jobs.driving import World


@pytest.fixture
def world(fresh_store_url: str) -> Iterator[World]:
    world = World(fresh_store_url)
    yield world
    world.tools.client.close()
