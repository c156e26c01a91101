"""The part of the Redis store that follows and trims the feeds."""

from collections.abc import Mapping, Sequence

from redis import Redis

from events.feed.consumers import Consumers
from events.feed.reading import FeedReads
from events.store import keys
from events.store.answering import of_those_that_answer, raised
from events.store.event_store import FeedEntry
from events.store.redis_connection import answered


class RedisFeeds:
    """A base class of `events.store.redis_store.RedisStore`; the methods are those of `Store`."""

    _client: Redis
    _read_feeds: FeedReads

    @answered
    def feed_ends(self) -> Mapping[str, str]:
        with self._client.pipeline(transaction=False) as pipe:
            for partition in keys.PARTITIONS:
                pipe.xrevrange(keys.feed_key(partition), count=1)
            newest = of_those_that_answer(keys.PARTITIONS, pipe.execute(raise_on_error=False))
        return {partition: raised(entries)[0][0].decode() if entries else "0-0" for partition, entries in newest}

    @answered
    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        return self._read_feeds(after, max(1, limit // len(after)), wait_ms) if after else ()

    @answered
    def trim_feed(self, before: Mapping[str, str]) -> None:
        with self._client.pipeline(transaction=False) as pipe:
            for partition, entry_id in before.items():
                pipe.xtrim(keys.feed_key(partition), minid=entry_id, approximate=False)
            for _, reply in of_those_that_answer(before, pipe.execute(raise_on_error=False)):
                raised(reply)

    @answered
    def feed_readers(self) -> Sequence[Mapping[str, str]]:
        return Consumers(self._client).all()
