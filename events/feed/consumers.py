"""The registered readers of the feed and their checkpoints in each partition. The feed may be trimmed only before all checkpoints."""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from redis import Redis

from events.feed.entries import order
from events.store.keys import PARTITIONS, feed_key, service_key
from events.store.redis_connection import answered
from events.store.scripts import Script

log = logging.getLogger(__name__)

CONSUMERS: Final = service_key("readers")
"""A set: the names of all readers."""

ADVANCE = Script(Path(__file__).with_name("advance.lua"))


class Consumers:
    """The registered readers. Every method raises `StoreUnavailable`. All methods are idempotent, also for several processes that share a
    reader's name.
    """

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._send: Callable[..., Any] = client.execute_command

    @answered
    def register(self, name: str) -> None:
        """From now on the feed is kept from this reader's checkpoint on, or from its beginning for a new reader."""
        self._client.sadd(CONSUMERS, name)

    @answered
    def checkpoints(self, name: str) -> Mapping[str, str]:
        """The id up to which the reader has processed every entry, for each partition with a checkpoint."""
        stored = self._send("HGETALL", _key(name))
        return {partition.decode(): entry_id.decode() for partition, entry_id in stored.items()}

    @answered
    def go_back(self, name: str) -> Mapping[str, str]:
        """The checkpoints of the reader, after deleting those beyond the end of the feed. The next entries of that feed may have lower ids,
        and none of them is processed yet.
        """
        checkpoints = self.checkpoints(name)
        lost = [partition for partition, newest in self._newest(checkpoints) if order(newest) < order(checkpoints[partition])]
        if lost:
            log.warning("%s begins again in %s: the feed has gone back behind its checkpoint", name, ", ".join(lost))
            self._client.hdel(_key(name), *lost)
        return {partition: entry_id for partition, entry_id in checkpoints.items() if partition not in lost}

    def _newest(self, partitions: Collection[str]) -> Iterator[tuple[str, str]]:
        """The highest id that each feed ever had, even if its entry was deleted; "0-0" if there is no feed."""
        with self._client.pipeline(transaction=False) as pipe:
            for partition in partitions:
                pipe.xinfo_stream(feed_key(partition))
            replies = pipe.execute(raise_on_error=False)
        for partition, reply in zip(partitions, replies, strict=True):
            if isinstance(reply, Exception) and not str(reply).startswith("no such key"):
                raise reply
            yield partition, "0-0" if isinstance(reply, Exception) else reply["last-generated-id"].decode()

    @answered
    def advance(self, name: str, reached: Mapping[str, str]) -> None:
        """Move checkpoints forward to these ids. A checkpoint that is already beyond its id does not change."""
        if reached:
            ADVANCE(self._send, (_key(name),), *(text for pair in reached.items() for text in pair))

    @answered
    def all(self) -> Sequence[Mapping[str, str]]:
        """The checkpoints of every registered reader, "0-0" where it has processed nothing yet."""
        return [self.all_checkpoints(name) for name in self.names()]

    @answered
    def names(self) -> Sequence[str]:
        """The names of all registered readers, sorted."""
        return sorted(name.decode() for name in self._send("SMEMBERS", CONSUMERS))

    def all_checkpoints(self, name: str) -> Mapping[str, str]:
        """The checkpoints of one reader in all partitions, "0-0" where it has processed nothing yet."""
        return {**dict.fromkeys(PARTITIONS, "0-0"), **self.checkpoints(name)}

    @answered
    def forget(self, name: str) -> None:
        """Delete the reader and its group, so the feed is no longer kept for it. A reader that still reads registers again, at the oldest
        entry left.
        """
        with self._client.pipeline(transaction=True) as pipe:
            pipe.srem(CONSUMERS, name)
            pipe.delete(_key(name))
            pipe.execute()
        with self._client.pipeline(transaction=False) as pipe:
            for partition in PARTITIONS:
                pipe.xgroup_destroy(feed_key(partition), name)
            replies = pipe.execute(raise_on_error=False)
        for reply in replies:
            if isinstance(reply, Exception) and "requires the key to exist" not in str(reply):  # a missing feed has no group
                raise reply


def _key(name: str) -> str:
    return service_key(f"reader:{name}")
