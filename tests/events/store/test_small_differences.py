"""What differs by one field, or by the length of a number, is told apart."""

import pytest
from redis import Redis

from events.errors import BrokenLog
from events.feed.consumers import Consumers
from events.store.keys import log_key
from events.store.redis_store import RedisStore
from tests.events.store.tables import Log


def test_nothing_is_appended_after_an_entry_with_more_fields_than_an_append_writes(redis_log: Log, client: Redis) -> None:
    redis_log.append(2)
    following = redis_log.batch()
    client.xadd(log_key(redis_log.table), {"e": redis_log.lines[-1], "more": "1"}, id="3-0")

    with pytest.raises(BrokenLog, match="other fields than those of an append"):
        redis_log.store.append(following)


def test_a_reader_goes_on_from_the_ninth_to_the_tenth_entry_of_a_millisecond_and_not_back(client: Redis, fresh_store_url: str) -> None:
    readers = Consumers(client)
    readers.register("one")

    for place in ("5-9", "5-10", "5-9"):
        readers.advance("one", {"p03": place})

    assert [told["p03"] for told in RedisStore(client).feed_readers()] == ["5-10"]
