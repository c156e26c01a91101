"""A consumer group: processes that share the work of the feed. Each entry goes to one of them, and to another if that one dies.

The server's consumer groups record which member has which entry. If a group is lost (a flush, a manual command), it is created again at its
checkpoint, the id up to which every entry is processed. A checkpoint is never ahead of the feed: a server that loses writes loses both, and
a later checkpoint is reset (ADR 28).
"""

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

from redis import Redis
from redis.exceptions import ResponseError

from events.feed.consumers import Consumers
from events.feed.entries import just_before, order, read_entries
from events.feed.reading import feed_reads
from events.store.answering import of_those_that_answer, raised
from events.store.event_store import FeedEntry
from events.store.keys import PARTITIONS, feed_key
from events.store.pools import pool_of
from events.store.redis_connection import answered
from events.store.scripts import Script

log = logging.getLogger(__name__)

T = TypeVar("T")

ENTRIES_PER_CLAIM: Final = 100
"""Entries per partition that one call claims."""

LOST_GROUP_PAUSE_SECONDS: Final = 0.5
"""Seconds to wait after a lost group was created again, so that repeated losses cause no busy loop."""

MEMBER_DELETED_AFTER_MS: Final = 600_000
"""The time of inactivity after which members without pending entries are deleted."""

FORGET_CONSUMERS = Script(Path(__file__).with_name("forget_consumers.lua"))


class Delivered(NamedTuple):
    """An entry, and the number of its deliveries to members, including this one."""

    entry: FeedEntry
    times: int


class ConsumerGroup:
    """One member of a group. Every method raises `StoreUnavailable`, and may be called again after that.

    An entry may be processed twice: by a slow member, and by another that has claimed the entry meanwhile. Not thread-safe.
    """

    def __init__(self, client: Redis, group: str, consumer: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        """`consumer` is the member's name within the `group`. `sleep` waits for some seconds."""
        self._client = client
        self._group = group
        self._consumer = consumer
        self._sleep = sleep
        self._readers = Consumers(client)
        self._pool = pool_of(client)
        self._send = self._pool.send
        self._read_feeds = feed_reads(client, ("XREADGROUP", "GROUP", group, consumer))
        self._joined = False
        self._finished: dict[str, set[FeedEntry]] = {partition: set() for partition in PARTITIONS}

    @answered
    def read(self, wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        """Entries that no member has received yet, in order within each partition. Waits up to `wait_ms` for the first one.

        Returns at most `limit` entries. Each partition gets an equal share of them, but at least one.
        """
        return self._with_group(partial(self._read, wait_ms, limit))

    def _read(self, wait_ms: int, limit: int) -> Sequence[FeedEntry]:
        return self._unfinished(self._read_feeds(dict.fromkeys(PARTITIONS, ">"), max(1, limit // len(PARTITIONS)), wait_ms))

    @answered
    def claim(self, idle_ms: int) -> Sequence[Delivered]:
        """Entries that a member (perhaps this one) received at least `idle_ms` ago and has not finished. They now belong to this member.

        Entries that the feed no longer contains are dropped.
        """
        return self._with_group(partial(self._claim, idle_ms))

    def _claim(self, idle_ms: int) -> Sequence[Delivered]:
        missing: dict[str, list[str]] = {}
        claimed, cursors = list[FeedEntry](), dict.fromkeys(PARTITIONS, b"0-0")
        while cursors:
            cursors = self._claim_page(idle_ms, cursors, claimed, missing)
        delivered = [Delivered(entry, times) for entry in self._unfinished(claimed) if (times := self._times(entry))]
        if missing:
            ids = [f"{partition} {entry_id}" for partition, its_ids in missing.items() for entry_id in its_ids]
            log.warning("%s gives up %d entries that are no longer in the feed: %s", self._group, len(ids), ", ".join(ids[:10]))
            self._settle(missing)
        return delivered

    def _claim_page(
        self, idle_ms: int, cursors: Mapping[str, bytes], claimed: list[FeedEntry], missing: dict[str, list[str]]
    ) -> dict[str, bytes]:
        """Claim some entries of each partition after its cursor. Returns the cursors of those that may have more.

        Adds to `claimed`, and to `missing` the ids of entries that the feeds no longer contain.
        """
        left, member = {}, (self._group, self._consumer)
        replies = self._pool.scatter(
            [
                ("XAUTOCLAIM", feed_key(partition), *member, idle_ms, cursor, "COUNT", ENTRIES_PER_CLAIM)
                for partition, cursor in cursors.items()
            ]
        )
        for partition, reply in of_those_that_answer(cursors, replies):
            left[partition], entries, deleted = raised(reply)
            claimed += read_entries(feed_key(partition).encode(), entries)
            if deleted:
                missing.setdefault(partition, []).extend(entry_id.decode() for entry_id in deleted)
        return {partition: cursor for partition, cursor in left.items() if cursor != b"0-0"}

    def _times(self, entry: FeedEntry) -> int:
        """The number of deliveries of the entry; 0 if a member has finished it meanwhile."""
        found = self._send("XPENDING", feed_key(entry.partition), self._group, entry.id, entry.id, 1)
        return int(found[0][3]) if found else 0

    @answered
    def done(self, entries: Iterable[FeedEntry]) -> None:
        """Mark entries as processed. The checkpoint moves up to the first entry that is not processed."""
        ids: dict[str, list[str]] = {}
        for entry in entries:
            ids.setdefault(entry.partition, []).append(entry.id)
            self._finished[entry.partition].add(entry)
        if ids:
            self._settle(ids)

    def _unfinished(self, entries: Sequence[FeedEntry]) -> Sequence[FeedEntry]:
        """The entries without those that this member has processed. A group that was created again, or missed an acknowledgement, delivers
        them again.
        """
        again = [entry for entry in entries if entry in self._finished[entry.partition]]
        self.done(again)
        return [entry for entry in entries if entry not in again] if again else entries

    def _settle(self, ids: Mapping[str, Sequence[str]]) -> None:
        """Acknowledge the entries with these ids, and move the checkpoints of their partitions as far as every entry is processed.

        The order of the commands matters: what is delivered in between is pending, or comes after what was delivered before.
        """
        with self._client.pipeline(transaction=False) as pipe:
            for partition, its_ids in ids.items():
                pipe.xack(feed_key(partition), self._group, *its_ids)
                pipe.xinfo_groups(feed_key(partition))
                pipe.xpending(feed_key(partition), self._group)
            replies = pipe.execute(raise_on_error=False)
        reached, groups_of = {}, dict(zip(ids, replies[1::3], strict=True))
        for partition, pending in of_those_that_answer(ids, replies[2::3]):
            groups = groups_of[partition]
            if isinstance(pending, Exception) or isinstance(groups, Exception):
                check_lost(pending if isinstance(pending, Exception) else groups)  # the next read creates the group at the checkpoint
                continue
            [given] = [group["last-delivered-id"].decode() for group in groups if group["name"] == self._group.encode()]
            reached[partition] = just_before(pending["min"].decode()) if pending["pending"] else given
        self._readers.advance(self._group, reached)
        for partition, entry_id in reached.items():
            self._finished[partition] = {finished for finished in self._finished[partition] if order(finished.id) > order(entry_id)}

    def _with_group(self, call: Callable[[], Sequence[T]]) -> Sequence[T]:
        """The result of `call`; empty if the group was lost, after creating it again."""
        try:
            if not self._joined:
                self._begin()
                for partition in PARTITIONS:
                    FORGET_CONSUMERS(self._send, (feed_key(partition),), self._group, MEMBER_DELETED_AFTER_MS)
                self._joined = True
            return call()
        except ResponseError as error:
            check_lost(error)
        self._begin()
        self._sleep(LOST_GROUP_PAUSE_SECONDS)
        return ()

    def _begin(self) -> None:
        """Create the group where it is missing, at its checkpoint. Without a checkpoint it starts at the beginning of the feed."""
        self._readers.register(self._group)
        checkpoints = self._readers.go_back(self._group)
        lost = []
        for partition in PARTITIONS:
            try:
                self._send("XGROUP", "CREATE", feed_key(partition), self._group, checkpoints.get(partition, "0"), "MKSTREAM")
            except ResponseError as error:
                if not str(error).startswith("BUSYGROUP"):
                    raise
            else:
                lost += [partition] if self._joined or partition in checkpoints else []
        if lost:
            log.warning("the group %s was lost in %s and goes on from where all was done", self._group, ", ".join(lost))


def check_lost(error: Exception) -> None:
    """Raises every error except those about a missing group or feed."""
    if not str(error).startswith(("NOGROUP", "no such key")):
        raise error
