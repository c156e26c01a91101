"""How full the store is, as far as it says so: looked at once a second at the most."""

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from redis import Redis

from events.store.redis_connection import answered

BELIEVED: Final = 1.0
"""Seconds for which what the store has said is believed."""


log = logging.getLogger(__name__)


class MemoryUsage(NamedTuple):
    """Bytes that the store uses, and its `maxmemory` (0: it has none). `full`: less than the reserve is left."""

    used: int = 0
    limit: int = 0
    full: bool = False


class StoreMemory:
    """How full the store is, for one process and all of its threads."""

    def __init__(self, client: Redis, reserve: int, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`reserve` is the share of `maxmemory`, in percent, that is kept for running games."""
        self._client, self._reserve, self._monotonic = client, reserve, monotonic
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._known = MemoryUsage()

    def __call__(self) -> MemoryUsage:
        """As it was within the last second. Raises `StoreUnavailable`."""
        with self._lock:
            if self._monotonic() < self._until:
                return self._known
            self._until = self._monotonic() + BELIEVED  # the others need not ask while this thread does
        before, self._known = self._known, memory(self._client, self._reserve)
        if self._known.full and not before.full:
            log.warning("the store is nearly full, nothing new is created: %d of %d bytes are used", self._known.used, self._known.limit)
        if before.full and not self._known.full:
            log.warning("the store has room for new tables again")
        return self._known


@answered
def memory(client: Redis, reserve: int) -> MemoryUsage:
    """How full the store is now. What is on its way to replicas or to the disk does not count, as it does not for the server.

    Raises `StoreUnavailable`.
    """
    facts: Mapping[str, Any] = client.info("memory")
    used, limit = int(facts.get("used_memory", 0)), int(facts.get("maxmemory", 0))
    counted = used - int(facts.get("mem_not_counted_for_evict", 0))
    return MemoryUsage(used, limit, bool(limit) and counted * 100 > limit * (100 - reserve))
