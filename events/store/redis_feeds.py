"""The part of the Redis store that follows and trims the feeds."""

from collections.abc import Mapping, Sequence
from typing import Any

from redis import Redis

from events.feed.consumers import Consumers
from events.feed.entries import wait_for_entries
from events.store import keys
from events.store.event_store import FeedEntry
from events.store.redis_connection import answered
from events.store.scripts import Send


class RedisFeeds:
    """A base class of `events.store.redis_store.RedisStore`; the methods are those of `Store`."""

    _client: Redis
    _send: Send
    _wait: Send
    _longest_block_ms: int

    @answered
    def feed_ends(self) -> Mapping[str, str]:
        with self._client.pipeline(transaction=False) as pipe:
            for partition in keys.PARTITIONS:
                pipe.xrevrange(keys.feed_key(partition), count=1)
            newest = pipe.execute()
        return {partition: entries[0][0].decode() if entries else "0-0" for partition, entries in zip(keys.PARTITIONS, newest, strict=True)}

    @answered
    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        if not after:
            return ()
        streams = [keys.feed_key(partition) for partition in after]
        each = max(1, limit // len(after))

        send = self._wait if wait_ms > 0 else self._send  # a read that does not block may be repeated over a new connection

        def read(*block: str | int) -> Any:
            return send("XREAD", "COUNT", each, *block, "STREAMS", *streams, *after.values())

        return [*wait_for_entries(read, wait_ms, self._longest_block_ms)]

    @answered
    def trim_feed(self, before: Mapping[str, str]) -> None:
        with self._client.pipeline(transaction=False) as pipe:
            for partition, entry_id in before.items():
                pipe.xtrim(keys.feed_key(partition), minid=entry_id, approximate=False)
            pipe.execute()

    @answered
    def feed_readers(self) -> Sequence[Mapping[str, str]]:
        return Consumers(self._client).all()
