"""A store has a format level: a new one the newest, one that older releases may use the oldest, until an operator raises it."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis

from events.store.event_store import StoreUnavailable
from events.store.format_level import FOLLOWED_WITHIN_SECONDS, FormatLevel, OlderReleaseRuns, level_of, older_connections, raise_level
from events.store.levels import FORMAT_LEVEL, NEWEST_LEVEL, OLDEST_LEVEL
from events.store.memory_store import MemoryStore
from events.store.redis_connection import UnsuitableServer, connect, connect_for_health
from events.store.redis_store import RedisStore
from tests.events.store.tables import Log, any_table


@contextmanager
def connection_of(release: str, url: str) -> Iterator[None]:
    with Redis.from_url(url, client_name=release) as client:
        client.ping()
        yield


def test_a_new_store_begins_at_the_newest_level(fresh_client: Redis) -> None:
    assert level_of(fresh_client) == RedisStore(fresh_client).format_level() == MemoryStore().format_level() == NEWEST_LEVEL


def test_a_store_with_a_table_and_without_a_level_begins_at_the_oldest(fresh_client: Redis) -> None:
    Log(RedisStore(fresh_client)).append()
    fresh_client.delete(FORMAT_LEVEL)

    assert level_of(fresh_client) == RedisStore(fresh_client).format_level() == OLDEST_LEVEL


def test_an_empty_store_with_a_process_of_an_older_release_begins_at_the_oldest(fresh_store_url: str, client: Redis) -> None:
    with connection_of("rollstream", fresh_store_url), connection_of("another-program", fresh_store_url):
        assert older_connections(client) == 1
        assert level_of(client) == OLDEST_LEVEL

    assert level_of(client) == OLDEST_LEVEL


def test_a_level_is_not_raised_while_an_older_release_is_connected(fresh_store_url: str, client: Redis) -> None:
    client.set(FORMAT_LEVEL, OLDEST_LEVEL)
    with connection_of("rollstream:1", fresh_store_url), pytest.raises(OlderReleaseRuns, match="1 connections"):
        raise_level(client)

    assert level_of(client) == OLDEST_LEVEL


def test_processes_of_newer_releases_are_not_older(fresh_store_url: str, client: Redis) -> None:
    with connection_of(f"rollstream:{NEWEST_LEVEL + 1}", fresh_store_url):
        assert older_connections(client) == 0


def test_a_raised_level_is_followed_within_a_second_and_stays(fresh_client: Redis) -> None:
    fresh_client.set(FORMAT_LEVEL, OLDEST_LEVEL)
    clock = [0.0]
    level = FormatLevel(fresh_client, monotonic=lambda: clock[0])
    before = level()

    raise_level(fresh_client)
    clock[0] += FOLLOWED_WITHIN_SECONDS

    assert (before, level(), level_of(fresh_client)) == (OLDEST_LEVEL, NEWEST_LEVEL, NEWEST_LEVEL)


def test_while_the_store_is_away_the_oldest_level_is_written() -> None:
    with connect_for_health("unix:///nowhere/store.sock") as client:
        assert FormatLevel(client)() == OLDEST_LEVEL
        with pytest.raises(StoreUnavailable):
            level_of(client)


@pytest.mark.parametrize("level", ["0x2", "-1", "", "9" * 12])
def test_what_is_no_level_is_the_oldest(level: str, fresh_client: Redis) -> None:
    fresh_client.set(FORMAT_LEVEL, level)

    assert level_of(fresh_client) == OLDEST_LEVEL


def test_a_level_of_another_type_is_the_oldest_and_can_be_raised(fresh_client: Redis) -> None:
    fresh_client.rpush(FORMAT_LEVEL, "2")

    assert level_of(fresh_client) == OLDEST_LEVEL
    raise_level(fresh_client)
    assert level_of(fresh_client) == NEWEST_LEVEL


def test_this_release_does_not_start_on_a_store_of_a_newer_one(fresh_store_url: str, client: Redis) -> None:
    client.set(FORMAT_LEVEL, NEWEST_LEVEL + 1)

    with pytest.raises(UnsuitableServer, match=f"format level {NEWEST_LEVEL + 1}.*up to {NEWEST_LEVEL}"):
        connect(fresh_store_url)


def test_a_running_process_writes_no_level_that_it_does_not_know(fresh_client: Redis) -> None:
    fresh_client.set(FORMAT_LEVEL, NEWEST_LEVEL + 1)

    assert RedisStore(fresh_client).format_level() == NEWEST_LEVEL


def test_tables_do_not_need_the_level(fresh_client: Redis) -> None:
    fresh_client.rpush(FORMAT_LEVEL, "2")
    log = Log(RedisStore(fresh_client), any_table())

    log.append(2)

    assert log.load().version == 2
