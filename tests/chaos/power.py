"""Simulates a power failure under a store: the data that its disk has not confirmed is lost."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

INTERVAL: Final = 0.1
"""Seconds between two checks of what is on the disk."""

CHECKS_AT_ONCE: Final = 24
"""Parallel checks: each is answered after the next fsync."""


class Kept(NamedTuple):
    """The bytes of a file that are certainly on the disk. They contain all writes before `since` (seconds of a monotonic clock)."""

    file: Path
    bytes: int
    since: float


class Disk:
    """Measures how much of a store's append-only file fsync has covered. `behind`: the longest time in seconds that was not covered."""

    def __init__(self, store_url: str, data: Path) -> None:
        self.behind = 0.0
        self._url, self._log = store_url, data / "appendonlydir"
        self._kept: Kept | None = None
        self._lock = threading.Lock()

    def lose_the_rest(self) -> None:
        """Cut off the data that no fsync has covered. The store must not run."""
        newest = self._newest()
        with self._lock:
            kept = self._kept
        if newest is None or kept is None:
            return
        self.behind = max(self.behind, time.monotonic() - kept.since)
        with newest.open("r+b") as file:
            file.truncate(kept.bytes if kept.file == newest else 0)

    def ask(self) -> None:
        """Wait for one fsync: when a write is on the disk, all earlier writes are too."""
        newest, since = self._newest(), time.monotonic()
        if newest is None:
            return
        size = newest.stat().st_size
        with suppress(RedisError), Redis.from_url(self._url) as client:
            client.set("chaos:disk", b"")
            if client.execute_command("WAITAOF", 1, 0, 10_000)[0] == 1:
                with self._lock:
                    self._kept = max(self._kept or Kept(newest, 0, 0.0), Kept(newest, size, since), key=lambda kept: kept.since)

    def _newest(self) -> Path | None:
        files = sorted(self._log.glob("*.incr.aof"), key=lambda file: int(file.name.split(".")[-3]))
        return files[-1] if files else None


@contextmanager
def watched(store_url: str, data: Path) -> Iterator[Disk]:
    """Measure the disk of a store's data folder during the block."""
    disk, ended = Disk(store_url, data), threading.Event()

    def ask(number: int) -> None:
        ended.wait(number * INTERVAL)
        while not ended.wait(INTERVAL):
            disk.ask()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(CHECKS_AT_ONCE)]
    for thread in threads:
        thread.start()
    try:
        yield disk
    finally:
        ended.set()
        for thread in threads:
            thread.join()
