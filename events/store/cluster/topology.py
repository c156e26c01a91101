"""Which node of a cluster serves each slot, as far as this process knows.

It is learned from any node that answers, and corrected by the redirections of others. What is known may be out of date: then a node
redirects, or does not answer.
"""

import os
import random
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

from redis.crc import REDIS_CLUSTER_HASH_SLOTS
from redis.exceptions import RedisError

LONGEST_REFRESH_SECONDS: Final = 2.0
"""Seconds after which a refresh asks no further node."""

SHORTEST_INTERVAL_SECONDS: Final = 0.05
"""Seconds between two refreshes: many commands may find at once that a node is lost."""


class Node(NamedTuple):
    """The address at which a node is reached."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


class Topology:
    """The nodes of a cluster and their slots. Safe for threads and forked processes."""

    def __init__(
        self, seeds: Sequence[tuple[str, int]], ask: Callable[[Node], Any], monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """`seeds` are some of the nodes. `ask` returns the reply of a node to CLUSTER SLOTS, and raises the client library's errors."""
        self.seeds = [Node(*seed) for seed in seeds]
        self._ask = ask
        self._monotonic = monotonic
        self._owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        self._known: frozenset[Node] = frozenset()
        self._refreshed_at = float("-inf")
        self._refreshing = (os.getpid(), threading.Lock())

    def owner(self, slot: int) -> Node | None:
        """The node that serves a slot; None if none is known."""
        return self._owners[slot]

    def masters(self) -> Sequence[Node]:
        """The nodes that serve slots, sorted. Empty before the first refresh."""
        return sorted({owner for owner in self._owners if owner is not None})

    def move(self, slot: int, node: Node) -> None:
        """A node has said that this one serves the slot."""
        self._owners[slot] = node

    def known(self) -> Collection[Node]:
        """All nodes that were known at the last refresh, replicas included."""
        return self._known

    def refresh(self, lost: Node | None = None) -> None:
        """Ask the nodes, a `lost` one last, until one answers.

        Does nothing if that was done a moment ago, or if another thread does it; but waits for that thread if no node is known yet.
        """
        lock = self._lock_of_process()
        if not lock.acquire(timeout=0 if self._known else LONGEST_REFRESH_SECONDS):
            return
        try:
            if self._monotonic() - self._refreshed_at > SHORTEST_INTERVAL_SECONDS:
                self._learn_from_any(lost)
                self._refreshed_at = self._monotonic()
        finally:
            lock.release()

    def _learn_from_any(self, lost: Node | None) -> None:
        until = self._monotonic() + LONGEST_REFRESH_SECONDS
        nodes = [*({*self.seeds} | self._known)]
        random.shuffle(nodes)  # not always the same node, whose view may be out of date
        for node in sorted(nodes, key=lambda node: node == lost):
            try:
                self._learn(self._ask(node), node)
            except RedisError:
                if self._monotonic() > until:
                    return
            else:
                return

    def _learn(self, ranges: Sequence[Any], asked: Node) -> None:
        """Take over the reply of a node: ranges of slots, each with its master and replicas."""
        owners: list[Node | None] = [None] * REDIS_CLUSTER_HASH_SLOTS
        known = {asked}
        for first, last, *places in ranges:
            nodes = [Node(_host(host, asked), port) for host, port, *_ in places]
            owners[first : last + 1] = nodes[:1] * (last + 1 - first)
            known.update(nodes)
        self._owners, self._known = owners, frozenset(known)

    def _lock_of_process(self) -> threading.Lock:
        """A lock that was held during a fork would stay held in the child."""
        process, lock = self._refreshing
        if process != os.getpid():
            lock = threading.Lock()
            self._refreshing = (os.getpid(), lock)
        return lock


def redirected(host: str, port: int, asked: Node) -> Node:
    """The node of a redirection; without a host it is that of the node that was asked."""
    return Node(host or asked.host, port)


def _host(host: bytes | None, asked: Node) -> str:
    name = (host or b"").decode()
    return asked.host if name in {"", "?"} else name
