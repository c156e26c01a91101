"""Processes that share the work of the feed: each entry goes to one of them, and to another if that one dies with it.

The server's consumer groups know what was given to whom. A group may get lost (a flush, somebody's hand); then it begins anew from
its checkpoint, the place up to which everything was done. It is never ahead of the feed: the server goes back with both, and a checkpoint
that was written after that is taken back (ADR 28).
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from redis import Redis
from redis.exceptions import ResponseError

from events.feed.consumers import Consumers
from events.feed.entries import just_before, order, read_entries, wait_for_news
from events.store.connection_pool import ConnectionPool
from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS, feed_key
from events.store.redis_connection import answered, of_its_own
from events.store.scripts import Script

log = logging.getLogger(__name__)

T = TypeVar("T")

AT_ONCE: Final = 100
"""Entries of a partition that are claimed in one go."""

PAUSE: Final = 0.5
"""Seconds after a lost group was begun anew: should it get lost again and again, nothing spins."""

FORGET_AFTER_MS: Final = 600_000
"""Members that hold nothing and were not seen for so long are forgotten."""

FORGET_CONSUMERS = Script(Path(__file__).with_name("forget_consumers.lua"))


class Delivered(NamedTuple):
    """An entry, and how often it was given to somebody, this time included."""

    entry: FeedEntry
    times: int


class ConsumerGroup:
    """One member of a group. Every method raises `StoreUnavailable`, and may be called again then.

    The work on an entry may be done twice: by a member that is slow and by another that has claimed it. Not for many threads.
    """

    def __init__(self, client: Redis, group: str, consumer: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        """`consumer` names the member among those of the `group`."""
        self._client = client
        self._group = group
        self._consumer = consumer
        self._sleep = sleep
        self._readers = Consumers(client)
        self._ask, self._wait = ConnectionPool(client).ask, ConnectionPool(of_its_own(client)).ask
        self._longest_block_ms = int(client.connection_pool.connection_kwargs["socket_timeout"] * 1000) // 2
        self._joined = False
        self._finished: dict[str, set[FeedEntry]] = {partition: set() for partition in PARTITIONS}

    @answered
    def read(self, wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        """Entries that no member was given yet, in order within each partition; waits up to `wait_ms` for the first.

        At most `limit` at once, of which each partition gets an equal share, but at least one.
        """
        return self._healed(partial(self._read, wait_ms, limit))

    def _read(self, wait_ms: int, limit: int) -> Sequence[FeedEntry]:
        each = max(1, limit // len(PARTITIONS))
        feeds = [feed_key(partition) for partition in PARTITIONS]

        def ask(*block: str | int) -> Any:
            member = ("GROUP", self._group, self._consumer)
            return self._wait("XREADGROUP", *member, "COUNT", each, *block, "STREAMS", *feeds, *">" * len(feeds))

        return self._unfinished([*wait_for_news(ask, wait_ms, self._longest_block_ms)])

    @answered
    def claim(self, idle_ms: int) -> Sequence[Delivered]:
        """Entries that some member, perhaps this one, was given at least `idle_ms` ago and has not done: they are this one's now.

        Those that are no longer in the feed are given up.
        """
        return self._healed(partial(self._claim, idle_ms))

    def _claim(self, idle_ms: int) -> Sequence[Delivered]:
        gone: dict[str, list[str]] = {}
        claimed = chain.from_iterable(self._claim_in(partition, idle_ms, gone) for partition in PARTITIONS)
        delivered = [Delivered(entry, times) for entry in self._unfinished([*claimed]) if (times := self._times(entry))]
        if gone:
            places = [f"{partition} {place}" for partition, some in gone.items() for place in some]
            log.warning("%s gives up %d entries that are no longer in the feed: %s", self._group, len(places), ", ".join(places[:10]))
            self._settle(gone)
        return delivered

    def _claim_in(self, partition: str, idle_ms: int, gone: dict[str, list[str]]) -> Iterable[FeedEntry]:
        feed, cursor = feed_key(partition), b"0-0"
        while True:
            member = (self._group, self._consumer)
            cursor, entries, deleted = self._ask("XAUTOCLAIM", feed, *member, idle_ms, cursor, "COUNT", AT_ONCE)
            yield from read_entries(feed.encode(), entries)
            if deleted:
                gone.setdefault(partition, []).extend(place.decode() for place in deleted)
            if cursor == b"0-0":
                return

    def _times(self, entry: FeedEntry) -> int:
        """How often the entry was given; 0 if somebody has done it meanwhile."""
        found = self._ask("XPENDING", feed_key(entry.partition), self._group, entry.id, entry.id, 1)
        return int(found[0][3]) if found else 0

    @answered
    def done(self, entries: Iterable[FeedEntry]) -> None:
        """These need not be given to anybody again; the checkpoint follows, up to the first entry that is not done."""
        places: dict[str, list[str]] = {}
        for entry in entries:
            places.setdefault(entry.partition, []).append(entry.id)
            self._finished[entry.partition].add(entry)
        if places:
            self._settle(places)

    def _unfinished(self, entries: Sequence[FeedEntry]) -> Sequence[FeedEntry]:
        """Without those that this member has done already: a group that began anew, or did not hear of it, gives them again."""
        again = [entry for entry in entries if entry in self._finished[entry.partition]]
        self.done(again)
        return [entry for entry in entries if entry not in again] if again else entries

    def _settle(self, places: Mapping[str, Sequence[str]]) -> None:
        """Acknowledge what is at these places, and move the checkpoints of their partitions to where everything is done."""
        with self._client.pipeline(transaction=True) as pipe:
            for partition, some in places.items():
                pipe.xack(feed_key(partition), self._group, *some)
                pipe.xinfo_groups(feed_key(partition))
                pipe.xpending(feed_key(partition), self._group)
            replies = pipe.execute(raise_on_error=False)
        reached = {}
        for partition, groups, pending in zip(places, replies[1::3], replies[2::3], strict=True):
            if isinstance(pending, Exception):
                check_lost(pending)  # it is begun anew by the next read, from the checkpoint as it is
                continue
            [given] = [group["last-delivered-id"].decode() for group in groups if group["name"] == self._group.encode()]
            reached[partition] = just_before(pending["min"].decode()) if pending["pending"] else given
        self._readers.advance(self._group, reached)
        for partition, place in reached.items():
            self._finished[partition] = {finished for finished in self._finished[partition] if order(finished.id) > order(place)}

    def _healed(self, ask: Callable[[], Sequence[T]]) -> Sequence[T]:
        """What `ask` answers, nothing if the group was lost: then it is there again."""
        try:
            if not self._joined:
                self._begin()
                for partition in PARTITIONS:
                    FORGET_CONSUMERS(self._ask, (feed_key(partition),), self._group, FORGET_AFTER_MS)
                self._joined = True
            return ask()
        except ResponseError as error:
            check_lost(error)
        self._begin()
        self._sleep(PAUSE)
        return ()

    def _begin(self) -> None:
        """Make the group where there is none, at its checkpoint; at the beginning of a feed that has lost the checkpoint."""
        self._readers.register(self._group)
        checkpoints = self._readers.go_back(self._group)
        lost = []
        for partition in PARTITIONS:
            try:
                self._ask("XGROUP", "CREATE", feed_key(partition), self._group, checkpoints.get(partition, "0"), "MKSTREAM")
            except ResponseError as error:
                if not str(error).startswith("BUSYGROUP"):
                    raise
            else:
                lost += [partition] if self._joined or partition in checkpoints else []
        if lost:
            log.warning("the group %s was lost in %s and goes on from where all was done", self._group, ", ".join(lost))


def check_lost(error: Exception) -> None:
    """Raises whatever does not say that a group, or its whole feed, is not there."""
    if not str(error).startswith(("NOGROUP", "no such key")):
        raise error
