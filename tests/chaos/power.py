"""A machine that fails under a store: what its disk has not confirmed is gone."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from redis import Redis
from redis.exceptions import RedisError

EVERY: Final = 0.1
"""Seconds between two questions about what is on the disk."""

AT_ONCE: Final = 24
"""Questions at once: each is answered after the next fsync."""


class Kept(NamedTuple):
    """So many bytes of a file are on the disk for certain, and hold everything up to a time (seconds of a running clock)."""

    file: Path
    bytes: int
    since: float


class Disk:
    """Knows how much of a store's append-only file an fsync has covered. `behind` is for how many seconds nothing was, at most."""

    def __init__(self, store_url: str, data: Path) -> None:
        self.behind = 0.0
        self._url, self._log = store_url, data / "appendonlydir"
        self._kept: Kept | None = None
        self._lock = threading.Lock()

    def lose_the_rest(self) -> None:
        """Cut off what no fsync has covered. The store must not run."""
        newest = self._newest()
        with self._lock:
            kept = self._kept
        if newest is None or kept is None:
            return
        self.behind = max(self.behind, time.monotonic() - kept.since)
        with newest.open("r+b") as file:
            file.truncate(kept.bytes if kept.file == newest else 0)

    def ask(self) -> None:
        """Learn of one fsync: what is written before a write is on the disk when that is."""
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
    """The disk under a store's data folder, for the length of a block."""
    disk, ended = Disk(store_url, data), threading.Event()

    def ask(number: int) -> None:
        ended.wait(number * EVERY)
        while not ended.wait(EVERY):
            disk.ask()

    askers = [threading.Thread(target=ask, args=(number,)) for number in range(AT_ONCE)]
    for asker in askers:
        asker.start()
    try:
        yield disk
    finally:
        ended.set()
        for asker in askers:
            asker.join()
