"""A client that is closed leaves no connection open, whatever was made from it: the server's places are free at once."""

from collections.abc import Iterator
from contextlib import closing

import pytest
from redis import Redis

from events.feed.consumer_group import ConsumerGroup
from events.store.redis_connection import connect, servers_of
from events.store.redis_store import RedisStore
from tests.cluster import Cluster
from tests.events.store.tables import Log


@pytest.fixture(params=["store_url", "cluster"])
def observer(request: pytest.FixtureRequest) -> Iterator[Redis]:
    """A client of one server, then of a cluster."""
    address = request.getfixturevalue(request.param)
    with connect(address.url if isinstance(address, Cluster) else address) as client:
        yield client


@pytest.fixture
def url(observer: Redis, request: pytest.FixtureRequest) -> str:
    address = request.getfixturevalue(request.node.callspec.params["observer"])
    return address.url if isinstance(address, Cluster) else address


def open_connections(observer: Redis) -> set[tuple[int, str]]:
    with servers_of(observer) as servers:
        return {
            (number, each["id"]) for number, server in enumerate(servers) for each in server.client_list() if each["cmd"] != "client|list"
        }


def test_a_closed_client_leaves_no_connection_of_stores_and_groups_open(observer: Redis, url: str) -> None:
    open_connections(observer)  # it connects
    before = open_connections(observer)
    with closing(connect(url)) as client:
        store, group = RedisStore(client), ConsumerGroup(client, "closing", "one")
        Log(store).append(2)
        store.follow(dict.fromkeys(store.feed_ends(), "$"), 1)
        group.read(1)
        group.claim(0)
        assert open_connections(observer) > before

    assert open_connections(observer) <= before


def test_what_a_closed_client_still_sends_is_answered_and_keeps_no_connection_open(observer: Redis, url: str) -> None:
    open_connections(observer)
    before = open_connections(observer)
    client = connect(url)
    store = RedisStore(client)
    log, ends = Log(store), {**store.feed_ends()}
    store.format_level()  # asked once
    client.close()

    log.append(1)

    assert [entry.table for entry in store.follow(ends, 1000)] == [log.table]
    assert open_connections(observer) <= before
