"""Puts together what /metrics shows: the counts of this server, and the looks at the store and the queue.

A look that fails is left out, and `rollstream_look_ok` says so: the others are shown all the same.
"""

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, TypeAlias

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from events.store.looking import seen
from service.metrics import of_this_server

VALID_SECONDS: Final = 1.0
"""Seconds for which what was read of the store is shown again."""

LONGEST_LOOK: Final = 1.5
"""Seconds after which a look counts as failed. The clients for health give up a server after one."""

Look: TypeAlias = Callable[[], Iterable[Metric]]
"""Reads metrics of the store or the queue. Raises `StoreUnavailable`."""


class Exposition:
    """The metrics in the Prometheus text format. Safe for threads."""

    def __init__(self, looks: Mapping[str, Look], monotonic: Callable[[], float] = time.monotonic) -> None:
        self._looks = looks
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._until = float("-inf")
        self._seen = b""

    def __call__(self) -> bytes:
        with self._lock:  # who comes meanwhile waits, and gets the same
            if self._monotonic() >= self._until:
                self._seen = generate_latest(_Found([*self._found()]).registry())
                self._until = self._monotonic() + VALID_SECONDS
            return of_this_server() + self._seen

    def _found(self) -> Iterator[Metric]:
        """The metrics of every look that succeeds, and which did."""
        found = _together(self._looks)
        succeeded = GaugeMetricFamily("rollstream_look_ok", "1 if the metrics of this look are there.", labels=["look"])
        for name in self._looks:
            metrics = found.get(name)
            succeeded.add_metric([name], metrics is not None)
            yield from metrics or ()
        yield succeeded


class _Found(Collector):
    """Metrics that were read before."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics

    def registry(self) -> CollectorRegistry:
        registry = CollectorRegistry()
        registry.register(self)
        return registry


def _together(looks: Mapping[str, Look]) -> Mapping[str, list[Metric] | None]:
    """What each look finds within `LONGEST_LOOK`, all of them at once: servers that do not answer are waited for together."""
    found: dict[str, list[Metric] | None] = {}

    def take(name: str, look: Look) -> None:
        found[name] = seen(look)

    threads = [threading.Thread(target=take, args=each, name="look", daemon=True) for each in looks.items()]
    for thread in threads:
        thread.start()
    until = time.monotonic() + LONGEST_LOOK
    for thread in threads:
        thread.join(max(0.0, until - time.monotonic()))
    return dict(found)
