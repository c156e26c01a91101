"""Who reads the feed and must not lose any of it: each reader's checkpoint of every partition, behind which the feed may be trimmed."""

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
    """Every method raises `StoreUnavailable`. All may be called twice, and by several processes that share a reader's name."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._ask: Callable[..., Any] = client.execute_command

    @answered
    def register(self, name: str) -> None:
        """From now on the feed is kept from where this reader stands: at its very beginning, if it is new."""
        self._client.sadd(CONSUMERS, name)

    @answered
    def checkpoints(self, name: str) -> Mapping[str, str]:
        """The id up to which the reader has done everything, of each partition where it has done anything."""
        kept = self._ask("HGETALL", _key(name))
        return {partition.decode(): place.decode() for partition, place in kept.items()}

    @answered
    def go_back(self, name: str) -> Mapping[str, str]:
        """The checkpoints of the reader, without those that the feed does not reach: they are forgotten, since what comes next in
        the feed may have ids below them, and there nothing is done yet.
        """
        checkpoints = self.checkpoints(name)
        lost = [partition for partition, newest in self._newest(checkpoints) if order(newest) < order(checkpoints[partition])]
        if lost:
            log.warning("%s begins again in %s: the feed has gone back behind its checkpoint", name, ", ".join(lost))
            self._client.hdel(_key(name), *lost)
        return {partition: place for partition, place in checkpoints.items() if partition not in lost}

    def _newest(self, partitions: Collection[str]) -> Iterator[tuple[str, str]]:
        """The highest id that each feed ever had, also if its entry was removed; "0-0" where there is no feed."""
        with self._client.pipeline(transaction=False) as pipe:
            for partition in partitions:
                pipe.xinfo_stream(feed_key(partition))
            replies = pipe.execute(raise_on_error=False)
        for partition, reply in zip(partitions, replies, strict=True):
            if isinstance(reply, Exception) and not str(reply).startswith("no such key"):
                raise reply
            yield partition, "0-0" if isinstance(reply, Exception) else reply["last-generated-id"].decode()

    @answered
    def advance(self, name: str, places: Mapping[str, str]) -> None:
        """Move checkpoints forward to these ids; one that is further already stays."""
        if places:
            ADVANCE(self._ask, (_key(name),), *(text for place in places.items() for text in place))

    @answered
    def all(self) -> Sequence[Mapping[str, str]]:
        """The checkpoints of every registered reader, "0-0" where it has done nothing yet."""
        return [self.places(name) for name in self.names()]

    @answered
    def names(self) -> Sequence[str]:
        """Every registered reader."""
        return sorted(name.decode() for name in self._ask("SMEMBERS", CONSUMERS))

    def places(self, name: str) -> Mapping[str, str]:
        """The checkpoints of one reader in all partitions, "0-0" where it has done nothing yet."""
        return {**dict.fromkeys(PARTITIONS, "0-0"), **self.checkpoints(name)}

    @answered
    def forget(self, name: str) -> None:
        """The feed is no longer kept for this reader. One that reads all the same registers anew, and begins with what is left."""
        with self._client.pipeline(transaction=True) as pipe:
            pipe.srem(CONSUMERS, name)
            pipe.delete(_key(name))
            pipe.execute()
        with self._client.pipeline(transaction=False) as pipe:
            for partition in PARTITIONS:
                pipe.xgroup_destroy(feed_key(partition), name)
            replies = pipe.execute(raise_on_error=False)
        for reply in replies:
            if isinstance(reply, Exception) and "requires the key to exist" not in str(reply):  # nor has a feed that is none a group
                raise reply


def _key(name: str) -> str:
    return service_key(f"reader:{name}")
