"""The memory usage of the store, read at most once a second."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from redis import Redis

from events.store.answering import ask_those_that_answer
from events.store.redis_connection import answered, servers_of

USAGE_VALID_SECONDS: Final = 1.0
"""Seconds for which a reading is used."""


log = logging.getLogger(__name__)


class MemoryUsage(NamedTuple):
    """Bytes that the store uses, and its `maxmemory` (0: no limit). `full`: less than the reserve is left.

    On a cluster these are those of the fullest master: a new table may have to go there.
    """

    used: int = 0
    limit: int = 0
    full: bool = False


class StoreMemory:
    """The memory usage of the store, shared by all threads of one process."""

    def __init__(self, client: Redis, reserve: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`reserve` is the share of `maxmemory`, in percent, that is reserved for running games."""
        self._client, self._reserve, self._monotonic = client, reserve, monotonic
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._known = MemoryUsage()

    def __call__(self) -> MemoryUsage:
        """The usage within the last second. Raises `StoreUnavailable`."""
        with self._lock:
            if self._monotonic() < self._until:
                return self._known
            self._until = self._monotonic() + USAGE_VALID_SECONDS  # other threads use the old value meanwhile
        before, self._known = self._known, memory(self._client, self._reserve)
        if self._known.full and not before.full:
            log.warning("the store is nearly full, nothing new is created: %d of %d bytes are used", self._known.used, self._known.limit)
        if before.full and not self._known.full:
            log.warning("the store has room for new tables again")
        return self._known


@answered
def memory(client: Redis, reserve: int) -> MemoryUsage:
    """The memory usage now. As in the server's own accounting, buffers for replicas and for the append-only file do not count.

    Raises `StoreUnavailable`.
    """
    with servers_of(client) as servers:
        return max((usage for _, usage in ask_those_that_answer(servers, partial(_of_server, reserve))), key=_fullness)


def _fullness(usage: MemoryUsage) -> tuple[bool, float, int]:
    return usage.full, usage.used / usage.limit if usage.limit else 0.0, usage.used


def _of_server(reserve: int, server: Redis) -> MemoryUsage:
    info: Mapping[str, Any] = server.info("memory")
    used, limit = int(info.get("used_memory", 0)), int(info.get("maxmemory", 0))
    counted = used - int(info.get("mem_not_counted_for_evict", 0))
    return MemoryUsage(used, limit, bool(limit) and counted * 100 > limit * (100 - reserve))
