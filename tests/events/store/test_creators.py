"""The creator that a table counts for is stored with its first append, and no later append changes it."""

from redis import Redis

from events.store.keys import creator_key
from tests.events.store.tables import Log, any_table


def test_a_table_counts_for_whoever_created_it(log: Log) -> None:
    log.append(1, creator="key:one")
    log.append(1)

    assert log.store.creators([log.table, any_table()]) == ["key:one", ""]


def test_a_table_in_whose_place_for_that_lies_something_else_counts_for_nobody(redis_log: Log, client: Redis) -> None:
    redis_log.append(1, creator="key:one")
    client.delete(creator_key(redis_log.table))
    client.rpush(creator_key(redis_log.table), "nonsense")

    assert redis_log.store.creators([redis_log.table]) == [""]
