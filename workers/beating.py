"""The heartbeat of a process that serves something else than the feed or a queue: it is alive, and stores what it has counted."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Literal

from redis import Redis

from events.store.event_store import StoreUnavailable
from workers.counts import Counts
from workers.health import HEARTBEAT_INTERVAL, part_lives


class Beat:
    """Called as often as its process is alive, it stores a heartbeat now and then. Without the store it does nothing."""

    def __init__(
        self, client: Redis, part: Literal["web", "projector"], counts: Counts, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """`client` is best one that does not wait long for the store."""
        self._client, self._part, self._counts, self._monotonic = client, part, counts, monotonic
        self._next = float("-inf")

    def __call__(self) -> None:
        now = self._monotonic()
        if now >= self._next:
            self._next = now + HEARTBEAT_INTERVAL
            with suppress(StoreUnavailable):
                part_lives(self._client, self._part)
                self._counts.store(self._client)

    def keep_on(self, ended: Callable[[], bool], sleep: Callable[[float], None] = time.sleep) -> None:
        """Call it in a daemon thread, until `ended()`: for a process that waits for requests."""

        def beat() -> None:
            while not ended():
                self()
                sleep(HEARTBEAT_INTERVAL / 2)

        threading.Thread(target=beat, name="heartbeat", daemon=True).start()
