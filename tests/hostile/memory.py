"""How much memory a process takes while something goes on."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psutil

EVERY = 0.05
"""Seconds between two looks."""


@dataclass
class Watched:
    """Bytes (resident): when the watch began, and at most since then."""

    before: int
    peak: int

    @property
    def grown(self) -> int:
        return self.peak - self.before


@contextmanager
def watching(process: psutil.Process) -> Iterator[Watched]:
    """Watches a process for the length of a block."""
    watched = Watched(process.memory_info().rss, 0)
    over = threading.Event()

    def look() -> None:
        while not over.wait(EVERY):
            watched.peak = max(watched.peak, process.memory_info().rss)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield watched
    finally:
        over.set()
        looking.join()
