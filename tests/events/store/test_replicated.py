"""The pair of servers that other tests fail over, and what a fail-over loses."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.events.store.replicated import Pair, replicated
from tests.events.store.tables import Log


@pytest.fixture
def pair() -> Iterator[Pair]:
    # Not tmp_path: a socket's path may have 107 characters, on macOS 103.
    with tempfile.TemporaryDirectory() as folder, replicated(Path(folder)) as pair:
        yield pair


def test_what_the_replica_has_outlives_the_primary_and_what_came_later_does_not(pair: Pair) -> None:
    with connect(pair.url) as client:
        log = Log(RedisStore(client))
        log.append(2)
        pair.lag()
        log.append(1)

        pair.fail_over()

        assert log.load().version == 2


def test_a_killed_primary_comes_back_as_a_replica_that_can_take_over_again(pair: Pair) -> None:
    with connect(pair.url) as client:
        log = Log(RedisStore(client))
        log.append(2)
        pair.fail_over()
        log.append(1)
        pair.rejoin()

        pair.fail_over()

        assert log.load().version == 3


def test_a_restarted_primary_keeps_its_data_its_address_and_its_replica(pair: Pair) -> None:
    with connect(pair.url) as client:
        log = Log(RedisStore(client))
        log.append(2)

        pair.restart_primary()
        log.append(1)
        pair.lag()
        pair.fail_over()

        assert log.load().version == 3
