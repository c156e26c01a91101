"""What the process counts, for Prometheus. Labels are routes and codes, never ids, names or tokens."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from events.store.event_store import StoreUnavailable
from events.store.memory_usage import MemoryUsage
from events.tables.handler import Answer
from workers.health import WorkersHealth

REQUESTS = Counter("rollstream_requests_total", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "rollstream_request_seconds",
    "Seconds from a request's first byte read to its answer ready (streams: to their first byte).",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
PROBLEMS = Counter("rollstream_problems_total", "Problem documents sent.", ["code"])
EVENTS = Counter("rollstream_events_appended_total", "Events appended by requests.", ["game"])
FOLLOWER_FAULTS = Counter("rollstream_follower_faults_total", "Entries of the feed that the streams' follower could not tell.")
CLOSED = Counter("rollstream_connections_closed_total", "Connections that the web server has closed by itself.", ["reason"])
CONNECTIONS = Gauge("rollstream_open_connections", "Open connections of clients.", multiprocess_mode="livesum")
STREAMS = Gauge("rollstream_open_streams", "Open event streams.", multiprocess_mode="livesum")


@lru_cache(maxsize=1000)
def _series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """Finding a series by its labels costs more than counting in it."""
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


def count_request(method: str, route: str, status: int, problem: str | None, seconds: float) -> None:
    """Count one answered request; `problem` is its code, if it was one."""
    requests, durations = _series(method, route, status)
    requests.inc()
    durations.observe(seconds)
    if problem is not None:
        PROBLEMS.labels(problem).inc()


def count_events(answer: Answer) -> None:
    """Count the events that an order has caused, unless an earlier asking had caused them."""
    if not answer.replayed:
        EVENTS.labels(answer.opened.game.name).inc(len(answer.events))


def exposition(health: Callable[[], WorkersHealth], memory: Callable[[], MemoryUsage]) -> tuple[bytes, str]:
    """The metrics of all web processes of this server, and what workers and dispatchers have before them as far as the store tells that,
    in the Prometheus text format, and its media type.
    """
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's
    of_workers = CollectorRegistry()
    with suppress(StoreUnavailable):  # what cannot be known is not told
        of_workers.register(_Work(health()))
        of_workers.register(_Room(memory()))
    return generate_latest(registry) + generate_latest(of_workers), CONTENT_TYPE_PLAIN_0_0_4


class _Room(Collector):
    """How full the store is."""

    def __init__(self, memory: MemoryUsage) -> None:
        self._memory = memory

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("rollstream_store_memory_bytes", "Memory that the store uses.", value=self._memory.used)
        yield GaugeMetricFamily("rollstream_store_memory_limit_bytes", "The store's maxmemory; 0: it has none.", value=self._memory.limit)
        yield GaugeMetricFamily(
            "rollstream_store_full", "1 if nothing new is created, because little memory is left.", value=self._memory.full
        )


class _Work(Collector):
    """What waits for workers and dispatchers, and what they could not do."""

    def __init__(self, health: WorkersHealth) -> None:
        self._health = health

    def collect(self) -> Iterator[Metric]:
        waiting = GaugeMetricFamily("rollstream_jobs_waiting", "Jobs that no worker has begun yet.", labels=["queue"])
        for queue, jobs in self._health.waiting.items():
            waiting.add_metric([queue], jobs)
        yield waiting
        oldest = GaugeMetricFamily(
            "rollstream_turns_oldest_seconds", "Seconds that the oldest waiting turn of a class has waited.", labels=["class"]
        )
        for name, seconds in self._health.oldest.items():
            oldest.add_metric([name], seconds)
        yield oldest
        yield GaugeMetricFamily("rollstream_jobs_parked", "Jobs that failed although they should not have.", value=self._health.parked)
        yield GaugeMetricFamily(
            "rollstream_tables_damaged", "Tables that are set aside because they are damaged.", value=self._health.damaged
        )
        yield GaugeMetricFamily("rollstream_calls_due", "Calls of bots and webhooks to be made, now or later.", value=self._health.calls)
