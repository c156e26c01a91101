"""Reads the feeds of several partitions at once: new entries, or the first ones that come."""

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any, Final, Protocol

from redis import Redis

from events.feed.entries import read_entries, wait_for_entries
from events.store.answering import of_those_that_answer, raised
from events.store.closing import close_with
from events.store.cluster.blocking_reads import BlockingReads
from events.store.cluster.client import ClusterClient
from events.store.connection_pool import Command
from events.store.event_store import FeedEntry
from events.store.keys import feed_key
from events.store.pools import pool_of
from events.store.redis_connection import longest_block_ms, of_its_own

FOLLOW: Final = ("XREAD",)
"""The command with which a reader of its own reads."""

CONNECT_SECONDS: Final = 0.5
"""Seconds for a connection to one node. Meanwhile nothing comes from the others."""


class FeedReads(Protocol):
    """Reads feeds. Safe for threads. Raises the client library's errors."""

    def __call__(self, after: Mapping[str, str], each: int, wait_ms: int) -> Sequence[FeedEntry]:
        """At most `each` entries of each partition after an id, in order within it. Waits up to `wait_ms` for the first one.

        Partitions whose server does not answer have none, unless none answers.
        """


def feed_reads(client: Redis, command: Command = FOLLOW) -> FeedReads:
    """Reads with a command, XREAD or XREADGROUP and what belongs to it."""
    return ReadOfEach(client, command) if isinstance(client, ClusterClient) else OneRead(client, command)


class OneRead:
    """One server reads all feeds in one command."""

    def __init__(self, client: Redis, command: Command) -> None:
        self._command = command
        self._longest_ms = longest_block_ms(client)
        once = pool_of(of_its_own(client)).send
        # A read that does not block may be repeated over a new connection; but a group gives other entries then.
        self._wait, self._send = once, pool_of(client).send if command == FOLLOW else once

    def __call__(self, after: Mapping[str, str], each: int, wait_ms: int) -> Sequence[FeedEntry]:
        send = self._wait if wait_ms > 0 else self._send

        def read(*block: str | int) -> Any:
            return send(*self._command, "COUNT", each, *block, "STREAMS", *map(feed_key, after), *after.values())

        return [*wait_for_entries(read, wait_ms, self._longest_ms)]


class ReadOfEach:
    """The nodes of a cluster read each feed in a command of its own. A read that has not ended goes on until the next call."""

    def __init__(self, client: ClusterClient, command: Command) -> None:
        self._command = command
        self._longest_ms = longest_block_ms(client)
        self._scatter = pool_of(client).scatter
        connect = partial(client.connect_to, socket_timeout=CONNECT_SECONDS, socket_connect_timeout=CONNECT_SECONDS)
        self._make_reads = partial(BlockingReads, client.topology, connect, 2 * self._longest_ms / 1000)
        self._process, self._idle = os.getpid(), list[BlockingReads]()
        self._keeps = True
        close_with(client, self._close)

    def __call__(self, after: Mapping[str, str], each: int, wait_ms: int) -> Sequence[FeedEntry]:
        if wait_ms <= 0:
            replies = self._scatter([self._read(partition, entry_id, each) for partition, entry_id in after.items()])
            return _entries(reply for _, reply in of_those_that_answer(after, replies))
        block = ("BLOCK", self._longest_ms)
        commands = {partition: self._read(partition, entry_id, each, *block) for partition, entry_id in after.items()}
        if os.getpid() != self._process:  # those made before a fork belong to the parent process
            self._process, self._idle = os.getpid(), []
        reads = self._idle.pop() if self._idle else self._make_reads()
        try:
            return _entries(reads.first(commands, wait_ms / 1000).values())
        finally:
            self._idle.append(reads)
            if not self._keeps:
                self._close()

    def _close(self) -> None:
        self._keeps = False
        with suppress(IndexError):  # none is left
            while True:
                self._idle.pop().close()

    def _read(self, partition: str, entry_id: str, each: int, *block: str | int) -> Command:
        return (*self._command, "COUNT", each, *block, "STREAMS", feed_key(partition), entry_id)


def _entries(replies: Iterable[Any]) -> Sequence[FeedEntry]:
    """The entries in replies, each of which lists feeds with their entries. Raises an error reply only if there are none: a group has given
    this member those that there are.
    """
    replies = [*replies]
    good = [reply for reply in replies if not isinstance(reply, Exception)]
    found = [*chain.from_iterable(read_entries(feed, entries) for reply in good for feed, entries in reply or ())]
    if not found:
        [*map(raised, replies)]
    return found
