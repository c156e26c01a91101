"""What workers and dispatchers have counted, for /metrics: they answer no requests, so the web processes read it from the store.

A process counts in its memory and stores the counts with its heartbeats. If it is killed, the last seconds are missing.
"""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from redis import Redis

from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.redis_connection import answered

KEY: Final = service_key("counts")
"""A hash: name and labels of a count, separated by `|` -> how many. Of times also their sum in ms (`sum`), and how many are up to each
bound but above the one before (`le`).
"""

BOUNDS_MS: Final = (5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000)
"""The upper bounds of times, in ms."""


class Times(NamedTuple):
    """How many times were noted, their sum in ms, and how many of them are at most each of `BOUNDS_MS`."""

    number: int
    sum_ms: int
    up_to: Sequence[int]


class Counts:
    """Counts of this process. Safe for threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._new: Counter[str] = Counter()

    def add(self, name: str, *labels: str) -> None:
        """Count one more. The labels must come from a closed set."""
        with self._lock:
            self._new["|".join((name, *labels))] += 1

    def time(self, name: str, label: str, seconds: float) -> None:
        """Note how long something took."""
        ms = max(0, round(seconds * 1000))
        place = bisect_left(BOUNDS_MS, ms)
        bound = str(BOUNDS_MS[place]) if place < len(BOUNDS_MS) else "more"
        with self._lock:
            self._new[f"{name}|{label}|le|{bound}"] += 1
            self._new[f"{name}|{label}|sum"] += ms

    def store(self, client: Redis) -> None:
        """Add to the store what was counted since the last time. Without the store it is kept for the next time.

        Raises `StoreUnavailable`.
        """
        with self._lock:
            new, self._new = self._new, Counter()
        try:
            _add(client, new)
        except StoreUnavailable:
            with self._lock:
                self._new.update(new)
            raise


class StoredCounts:
    """All counts that were stored, by all processes together."""

    def __init__(self, stored: Mapping[bytes, bytes]) -> None:
        self._stored = {name.decode(): int(count) for name, count in stored.items()}

    def counts(self, name: str) -> Mapping[tuple[str, ...], int]:
        """The counts with this name, by their labels."""
        return {tuple(labels): count for (first, *labels), count in self._parts() if first == name}

    def times(self, name: str) -> Mapping[str, Times]:
        """The times with this name, by their label."""
        found = self.counts(name)
        return {label: _times(found, label) for label in sorted({labels[0] for labels in found})}

    def _parts(self) -> Sequence[tuple[Sequence[str], int]]:
        return [(name.split("|"), count) for name, count in self._stored.items()]


@answered
def stored_counts(client: Redis) -> StoredCounts:
    """Raises `StoreUnavailable`."""
    stored: Any = client.hgetall(KEY)
    return StoredCounts(stored)


@answered
def _add(client: Redis, new: Mapping[str, int]) -> None:
    if new:
        with client.pipeline(transaction=False) as pipe:
            for name, count in new.items():
                pipe.hincrby(KEY, name, count)
            pipe.execute()


def _times(found: Mapping[tuple[str, ...], int], label: str) -> Times:
    below, up_to = 0, []
    for bound in BOUNDS_MS:
        below += found.get((label, "le", str(bound)), 0)
        up_to.append(below)
    return Times(below + found.get((label, "le", "more"), 0), found.get((label, "sum"), 0), up_to)
