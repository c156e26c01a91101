"""A table is removed whole, in one step, and its id is never used again."""

from typing import Any

import pytest
from redis import Redis

from events.damaged.damage import Damage
from events.errors import TableRemoved
from events.store.event_store import REMOVED_TYPE, Appended, Conflict, StoredTable
from events.store.keys import feed_key, leftovers_key, log_key, partition_of
from events.store.redis_store import RedisStore
from events.store.store import Store
from tests.events.store.tables import Log, any_table

NOW = 1_700_000_000_000
DAMAGE = Damage(version=1, reason="something", found_at="2026-11-28T12:00:00.000Z")


def test_nothing_is_left_of_a_removed_table_and_the_feed_says_so(log: Log) -> None:
    ends = log.store.feed_ends()
    log.append(3, secret="s", due=5, creator="key:one")

    assert log.store.remove(log.table, NOW) == "removed"

    stored = log.load("key 0")
    assert stored._replace(connected=()) == StoredTable(0, None, [], None, None, (), None)
    assert log.store.read(log.table, 0, 10) == []
    assert log.store.creators([log.table]) == [""]
    assert log.table not in log.store.tables()
    assert log.table not in log.store.take_due(10, 1000, 100)
    assert log.store.was_removed(log.table)
    told = [entry for entry in log.store.follow(ends, 0) if entry.table == log.table]
    assert [(entry.first, entry.last, entry.types) for entry in told] == [(1, 3, ("test.happened",) * 3), (0, 0, (REMOVED_TYPE,))]


def test_in_the_store_nothing_has_its_name_any_more(redis_log: Log, client: Redis) -> None:
    redis_log.append(3, secret="s", due=5, creator="key:one")
    redis_log.store.mark_connected([(redis_log.table, 0)], "here", NOW)
    redis_log.store.set_aside(redis_log.table, DAMAGE)

    redis_log.store.remove(redis_log.table, NOW)

    assert [key for key in client.scan_iter("*") if redis_log.table in key.decode()] == []
    assert redis_log.store.damage(redis_log.table) is None


def test_a_second_removal_is_the_first_one_again(log: Log) -> None:
    log.append(1)
    ends = {partition_of(log.table): log.store.feed_ends()[partition_of(log.table)]}

    assert [log.store.remove(log.table, NOW) for _ in range(2)] == ["removed", "removed"]
    assert len(log.store.follow(ends, 0)) == 1


def test_what_was_never_there_is_not_removed(store: Store) -> None:
    table = any_table()

    assert store.remove(table, NOW) == "unknown"
    assert not store.was_removed(table)


def test_a_table_that_has_moved_on_is_kept(log: Log) -> None:
    log.append(2)

    assert log.store.remove(log.table, NOW, 1) == "moved"
    assert log.load().version == 2
    assert log.store.remove(log.table, NOW, 2) == "removed"


def test_no_table_is_created_under_the_id_of_a_removed_one(log: Log) -> None:
    first = log.append(2)
    log.store.remove(log.table, NOW)

    with pytest.raises(TableRemoved):
        log.store.append(first)
    assert log.load().version == 0


def test_an_append_to_a_table_that_was_removed_meanwhile_is_a_conflict(log: Log) -> None:
    log.append(2)
    late = log.batch(1)
    log.store.remove(log.table, NOW)

    assert log.store.append(late) == Conflict(0)
    assert log.load().version == 0


def test_a_removed_table_is_not_damaged_whoever_misses_its_events(log: Log) -> None:
    log.append(2)
    log.store.remove(log.table, NOW)

    assert not log.store.set_aside(log.table, DAMAGE)
    assert log.store.damage(log.table) is None


def test_the_source_of_a_fork_stays_until_it_is_said_that_it_need_not(log: Log) -> None:
    log.append(2)
    fork = any_table()
    assert log.store.note_fork(log.table, fork, NOW)
    assert log.store.note_fork(log.table, fork, NOW + 5)

    assert log.store.remove(log.table, NOW) == "forked"
    assert log.store.forks(log.table) == {fork: NOW}
    log.store.forget_forks(log.table, [fork])

    assert log.store.remove(log.table, NOW) == "removed"


def test_an_operator_may_remove_a_source_all_the_same(log: Log) -> None:
    log.append(2)
    log.store.note_fork(log.table, any_table(), NOW)

    assert log.store.remove(log.table, NOW, forked=True) == "removed"


def test_what_is_removed_cannot_be_forked(log: Log) -> None:
    log.append(2)
    log.store.remove(log.table, NOW)

    assert not log.store.note_fork(log.table, any_table(), NOW)
    assert log.store.forks(log.table) == {}


def test_a_damaged_table_is_removed_like_any_other(redis_log: Log, client: Redis) -> None:
    redis_log.append(2)
    client.delete(log_key(redis_log.table))
    client.set(log_key(redis_log.table), "nonsense")
    redis_log.store.set_aside(redis_log.table, DAMAGE)

    assert redis_log.store.remove(redis_log.table, NOW) == "removed"
    assert not client.exists(log_key(redis_log.table))


def test_what_is_left_elsewhere_is_noted_in_the_same_step(redis_log: Log, client: Redis) -> None:
    redis_log.append(2)
    client.hset(f"{log_key(redis_log.table).removesuffix('log')}exports", mapping={"json": "{1}", "csv": "{2}"})

    redis_log.store.remove(redis_log.table, NOW)

    kept = client.hget(leftovers_key(partition_of(redis_log.table)), redis_log.table)
    assert isinstance(kept, bytes)
    assert sorted(kept.splitlines()) == [b"{1}", b"{2}"]


def test_older_builds_take_the_entry_of_a_removal_for_none_of_an_append(redis_log: Log, client: Redis) -> None:
    redis_log.append(1)
    redis_log.store.remove(redis_log.table, NOW)

    newest: Any = client.xrevrange(feed_key(partition_of(redis_log.table)), count=1)
    [(_, fields)] = newest
    assert (fields[b"first"], fields[b"last"]) == (b"0", b"0")  # versions begin with 1


def test_a_full_store_can_be_emptied(client: Redis, redis_store: RedisStore) -> None:
    log = Log(redis_store)
    log.append(1)
    used = client.info("memory")["used_memory"]
    client.config_set("maxmemory", max(1, used // 2))
    try:
        assert redis_store.remove(log.table, NOW) == "removed"
    finally:
        client.config_set("maxmemory", 0)
    assert isinstance(Log(redis_store).store.append(Log(redis_store).batch(1)), Appended)
