"""Measures the memory of a process during a block."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

INTERVAL = 0.05
"""Seconds between two measurements."""


@dataclass
class Watched:
    """Resident bytes: at the beginning, and the maximum since then."""

    before: int
    peak: int

    @property
    def grown(self) -> int:
        return self.peak - self.before


@contextmanager
def watching(process: psutil.Process) -> Iterator[Watched]:
    """Measure a process during the block."""
    watched = Watched(process.memory_info().rss, 0)
    over = threading.Event()

    def look() -> None:
        while not over.wait(INTERVAL):
            watched.peak = max(watched.peak, process.memory_info().rss)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield watched
    finally:
        over.set()
        looking.join()
