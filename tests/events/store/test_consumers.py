"""The store's list of readers that must not lose any entry of the feed."""

from redis import Redis

from events.feed.consumers import Consumers
from events.store.keys import PARTITIONS
from events.store.memory_store import MemoryStore
from events.store.redis_store import RedisStore


def test_a_new_reader_stands_at_the_beginning(client: Redis, fresh_store_url: str) -> None:
    readers, store = Consumers(client), RedisStore(client)
    assert list(store.feed_readers()) == []

    readers.register("one")
    readers.register("one")
    readers.advance("two", {"p03": "5-0"})

    assert list(store.feed_readers()) == [dict.fromkeys(PARTITIONS, "0-0")]


def test_every_reader_is_told_where_it_stands(client: Redis, fresh_store_url: str) -> None:
    readers = Consumers(client)
    for name, place in (("one", "5-0"), ("two", "7-0")):
        readers.register(name)
        readers.advance(name, {"p03": place, "p04": "1-0"})

    assert [told["p03"] for told in RedisStore(client).feed_readers()] == ["5-0", "7-0"]
    assert readers.checkpoints("two") == {"p03": "7-0", "p04": "1-0"}


def test_a_store_in_memory_has_no_readers_but_those_of_its_process() -> None:
    assert list(MemoryStore().feed_readers()) == []
