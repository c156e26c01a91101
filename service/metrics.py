"""What the web processes count for /metrics. Labels are routes and codes, never ids, names or tokens."""

import os
from functools import cache, lru_cache

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from events.tables.handler import Answer

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


@cache
def _appended(game: str) -> Counter:
    return EVENTS.labels(game)


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
        _appended(answer.loaded.game.name).inc(len(answer.events))


def of_this_server() -> bytes:
    """The metrics that all web processes of this server have counted, in the Prometheus text format."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # the library's
    return generate_latest(registry)
