"""Prometheus metrics of the web processes, the workers and the store. Labels are routes and codes, never ids, names or tokens."""

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
from workers.health import QueueHealth, WorkersHealth

REQUESTS = Counter("rollstream_requests_total", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram(
    "rollstream_request_seconds",
    "Seconds from a request's first byte read to its answer ready (streams: to their first byte).",
    ["route"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
PROBLEMS = Counter("rollstream_problems_total", "Problem documents sent.", ["code"])
EVENTS = Counter("rollstream_events_appended_total", "Events appended by requests.", ["game"])
FOLLOWER_FAULTS = Counter("rollstream_follower_faults_total", "Feed entries that the follower of the event streams could not process.")
CLOSED = Counter("rollstream_connections_closed_total", "Connections that the web server closed on its own initiative.", ["reason"])
CONNECTIONS = Gauge("rollstream_open_connections", "Open connections of clients.", multiprocess_mode="livesum")
STREAMS = Gauge("rollstream_open_streams", "Open event streams.", multiprocess_mode="livesum")


@lru_cache(maxsize=1000)
def _series(method: str, route: str, status: int) -> tuple[Counter, Histogram]:
    """The time series of these labels. They are cached because a look-up by labels costs more than a count."""
    return REQUESTS.labels(method, route, status), SECONDS.labels(route)


def count_request(method: str, route: str, status: int, problem: str | None, seconds: float) -> None:
    """Count one request. `problem` is the code of its problem document, if it was refused; `seconds` is its duration."""
    requests, durations = _series(method, route, status)
    requests.inc()
    durations.observe(seconds)
    if problem is not None:
        PROBLEMS.labels(problem).inc()


def count_events(answer: Answer) -> None:
    """Count the events that an order appended. A repeated order appends none."""
    if not answer.replayed:
        EVENTS.labels(answer.loaded.game.name).inc(len(answer.events))


def exposition(health: Callable[[], WorkersHealth], memory: Callable[[], MemoryUsage]) -> tuple[bytes, str]:
    """The metrics of all web processes of this server, in the Prometheus text format, and the format's media type.

    Metrics of workers, dispatchers and memory are left out while the store is unavailable, those of jobs without the queue, too.
    """
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's
    from_store = CollectorRegistry()
    with suppress(StoreUnavailable):  # the metrics of the store are then left out
        from_store.register(_WorkersCollector(health()))
        from_store.register(_MemoryCollector(memory()))
    return generate_latest(registry) + generate_latest(from_store), CONTENT_TYPE_PLAIN_0_0_4


class _MemoryCollector(Collector):
    """Memory metrics of the store."""

    def __init__(self, memory: MemoryUsage) -> None:
        self._memory = memory

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("rollstream_store_memory_bytes", "Memory that the store uses.", value=self._memory.used)
        yield GaugeMetricFamily("rollstream_store_memory_limit_bytes", "The store's maxmemory; 0: it has none.", value=self._memory.limit)
        yield GaugeMetricFamily(
            "rollstream_store_full",
            "1 if the service creates nothing new because the store has little free memory.",
            value=self._memory.full,
        )


class _WorkersCollector(Collector):
    """Metrics of due work, and of the queue."""

    def __init__(self, health: WorkersHealth) -> None:
        self._health = health

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("rollstream_queue_up", "1 if the job queue answers.", value=self._health.jobs.queue == "ok")
        if self._health.jobs.queue == "ok":
            yield from _metrics_of(self._health.jobs)
        yield GaugeMetricFamily("rollstream_tables_damaged", "Damaged tables that the service has set aside.", value=self._health.damaged)
        yield GaugeMetricFamily("rollstream_calls_due", "Scheduled calls of bots and webhooks.", value=self._health.calls)


def _metrics_of(jobs: QueueHealth) -> Iterator[Metric]:
    """Metrics of waiting and parked jobs."""
    waiting = GaugeMetricFamily("rollstream_jobs_waiting", "Jobs that no worker has started yet.", labels=["queue"])
    for queue, count in jobs.waiting.items():
        waiting.add_metric([queue], count)
    yield waiting
    oldest = GaugeMetricFamily(
        "rollstream_turns_oldest_seconds", "Age in seconds of the oldest waiting turn job of a class.", labels=["class"]
    )
    for name, seconds in jobs.oldest.items():
        oldest.add_metric([name], seconds)
    yield oldest
    yield GaugeMetricFamily("rollstream_jobs_parked", "Parked jobs: jobs that failed unexpectedly.", value=jobs.parked)
