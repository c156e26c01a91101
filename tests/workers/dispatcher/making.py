"""A kind of call for tests, and what is asked for."""

import threading
from collections import Counter
from datetime import datetime
from typing import Any

from events.store.keys import PARTITIONS, feed_key
from workers.calls.schedule import Call
from workers.dispatcher.feed_consumer import GROUP
from workers.dispatcher.parts import DispatcherParts
from workers.outgoing.outside import outside


class Made:
    """Records which calls were made and how many at once. Calls to endpoints named `slow…` wait until `let_go` is set."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, ...]] = []
        self.let_go = threading.Event()
        self.most: Counter[str] = Counter()
        self._now: Counter[str] = Counter()
        self._lock = threading.Lock()

    def make(self, _desk: DispatcherParts, endpoint: str, *ids: str) -> datetime | None:
        with self._lock:
            self._now[endpoint] += 1
            self.most[endpoint] = max(self.most[endpoint], self._now[endpoint])
        if endpoint.startswith("slow"):
            with outside():
                self.let_go.wait(30)
        with self._lock:
            self._now[endpoint] -= 1
            self.calls.append((endpoint, *ids))
        return None


def ask(parts: DispatcherParts, *ids: str, kind: str = "note") -> None:
    parts.schedule.request(Call(kind, ids), parts.now())


def unfinished(parts: DispatcherParts) -> int:
    """The number of feed entries that were delivered and are not processed."""
    pending: list[Any] = [parts.worker.client.xpending(feed_key(partition), GROUP) for partition in PARTITIONS]
    return sum(found["pending"] for found in pending)
