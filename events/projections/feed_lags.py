"""How far everything that follows the feed is behind it: the registered readers, and the lists of tables."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from redis import Redis

from events.feed.consumers import Consumers
from events.feed.entries import order
from events.projections.generations import Generations
from events.store.answering import of_those_that_answer, raised
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_connection import answered

LISTS: Final = "projector"
"""The name under which the lists count as a reader."""

MOST_COUNTED: Final = 1000
"""Entries of a partition that are counted: further ones do not change that the reader is far behind."""


class FeedLag(NamedTuple):
    """A reader's lag: the entries that it has not processed, and the time of the oldest of them (None: there is none)."""

    entries: int = 0
    since: datetime | None = None


class FeedLags(NamedTuple):
    """The lag of each reader by its name, and the number of partitions whose server answers."""

    readers: Mapping[str, FeedLag]
    partitions: int


@answered
def feed_lags(client: Redis) -> FeedLags:
    """The lag of every reader in the partitions whose server answers. Raises `StoreUnavailable`."""
    checkpoints = _checkpoints(client)
    with client.pipeline(transaction=False) as pipe:
        for partition in PARTITIONS:
            pipe.xlen(feed_key(partition))
        for of_reader in checkpoints.values():
            for partition in PARTITIONS:
                pipe.xrange(feed_key(partition), f"({of_reader[partition]}", "+", MOST_COUNTED)
        replies = pipe.execute(raise_on_error=False)
    reached = len(of_those_that_answer(PARTITIONS, replies[: len(PARTITIONS)]))
    first = range(len(PARTITIONS), len(replies), len(PARTITIONS))
    return FeedLags({name: _lag(replies[start : start + len(PARTITIONS)]) for name, start in zip(checkpoints, first, strict=True)}, reached)


def _checkpoints(client: Redis) -> Mapping[str, Mapping[str, str]]:
    """The checkpoints of each reader: up to where it has processed everything, by partition."""
    consumers, lists = Consumers(client), Generations(client).current()
    known = {name: consumers.all_checkpoints(name) for name in consumers.names()}
    return known if lists is None else {**known, LISTS: lists.checkpoints}


def _lag(replies: Sequence[Any]) -> FeedLag:
    found = [raised(entries) for _, entries in of_those_that_answer(PARTITIONS, replies)]
    oldest = min((order(entries[0][0].decode())[0] for entries in found if entries), default=None)
    return FeedLag(sum(map(len, found)), None if oldest is None else datetime.fromtimestamp(oldest / 1000, UTC))
