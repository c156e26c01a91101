"""Makes Prometheus metrics of what was read. Series of the store are the same at every web server: take their maximum."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from importlib.metadata import version
from typing import Final

from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric

from events.projections.feed_lags import FeedLags
from events.store.memory_usage import MemoryUsage
from events.store.replication import StoreState
from events.store.server_state import ServerState
from workers.counts import BOUNDS_MS, StoredCounts
from workers.health import QueueHealth
from workers.retention.archive_figures import ArchiveFigures

_COUNTS: Final = {
    "jobs": ("rollstream_jobs", "Jobs that workers have run.", ("task", "outcome")),
    "calls": ("rollstream_calls", "Calls of bots and webhooks.", ("to", "outcome")),
}
"""Counts by their names in the store."""

_TIMES: Final = {
    "job_wait": ("rollstream_job_wait_seconds", "Seconds for which jobs have waited for a worker.", "task"),
    "job": ("rollstream_job_seconds", "Seconds for which jobs have run.", "task"),
    "call": ("rollstream_call_seconds", "Seconds for which calls of bots and webhooks have taken.", "to"),
}
"""Times by their names in the store."""


def of_build() -> Iterator[Metric]:
    found = GaugeMetricFamily("rollstream_build_info", "1; the version of this web server.", labels=["version"])
    found.add_metric([version("rollstream")], 1)
    yield found


def of_store(state: StoreState) -> Iterator[Metric]:
    yield _gauge("store_up", "1 if the store answers and stores writes.", state != "down")
    yield _gauge("store_acknowledges", "1 if the store acknowledges moves: enough replicas confirm them.", state == "ok")


def of_memory(memory: MemoryUsage) -> Iterator[Metric]:
    yield _gauge("store_memory_bytes", "Memory that the store uses. Of a cluster: its fullest master.", memory.used)
    yield _gauge("store_memory_limit_bytes", "The store's maxmemory; 0: it has none.", memory.limit)
    yield _gauge("store_full", "1 if the service creates nothing new because the store has little free memory.", memory.full)


def of_servers(state: ServerState) -> Iterator[Metric]:
    yield _gauge("store_aof_enabled", "1 if every server of the store has an append-only file.", state.aof_enabled)
    yield _gauge("store_aof_write_ok", "1 if the last write to every append-only file succeeded.", state.aof_write_ok)
    yield _gauge("store_aof_rewrite_ok", "1 if the last rewrite of every append-only file succeeded.", state.aof_rewrite_ok)
    yield _gauge("store_aof_bytes", "Size of the append-only files.", state.aof_bytes)
    yield _counter("store_aof_delays", "Writes to an append-only file that waited for a slow disk.", state.aof_delays)
    yield _gauge("store_replicas", "Connected replicas. Of a cluster: those of the master that has the fewest.", state.replicas)
    yield _gauge("store_replica_lag_bytes", "What the slowest replica has not received yet.", state.replica_lag)
    yield _counter("store_evicted_keys", "Keys that the store has dropped for lack of memory: lost data.", state.evicted)
    yield _gauge("store_connections", "Connections of clients of the store.", state.connections)


def of_parts(up: Mapping[str, bool]) -> Iterator[Metric]:
    found = GaugeMetricFamily("rollstream_part_up", "1 if at least one process of this part has sent a heartbeat lately.", labels=["part"])
    for part, is_up in up.items():
        found.add_metric([part], is_up)
    yield found


def of_feed(lags: FeedLags, now: datetime) -> Iterator[Metric]:
    entries = GaugeMetricFamily(
        "rollstream_feed_lag_entries", "Feed entries that a reader has not processed, at most 1000 of each partition.", labels=["reader"]
    )
    seconds = GaugeMetricFamily("rollstream_feed_lag_seconds", "Age of the oldest of them; 0: there is none.", labels=["reader"])
    for reader, lag in lags.readers.items():
        entries.add_metric([reader], lag.entries)
        seconds.add_metric([reader], 0.0 if lag.since is None else max(0.0, (now - lag.since).total_seconds()))
    yield from (entries, seconds)
    yield _gauge("store_partitions_up", "Partitions, of 16, whose server answers.", lags.partitions)


def of_queue(jobs: QueueHealth) -> Iterator[Metric]:
    is_up = jobs.queue == "ok"
    yield _gauge("queue_up", "1 if the job queue answers.", is_up)
    if is_up:
        waiting = GaugeMetricFamily("rollstream_jobs_waiting", "Jobs that no worker has started yet.", labels=["queue"])
        for queue, count in jobs.waiting.items():
            waiting.add_metric([queue], count)
        yield waiting
        oldest = GaugeMetricFamily("rollstream_turns_oldest_seconds", "Age of the oldest waiting turn job of a class.", labels=["class"])
        for name, seconds in jobs.oldest.items():
            oldest.add_metric([name], seconds)
        yield oldest
        yield _gauge("jobs_parked", "Parked jobs: jobs that failed unexpectedly.", jobs.parked)


def of_calls(scheduled: int) -> Iterator[Metric]:
    yield _gauge("calls_due", "Scheduled calls of bots and webhooks.", scheduled)


def of_damaged(tables: int) -> Iterator[Metric]:
    yield _gauge("tables_damaged", "Damaged tables that the service has set aside.", tables)


def of_archive(figures: ArchiveFigures, *, is_there: bool) -> Iterator[Metric]:
    yield _gauge("files_up", "1 if a reactor has seen the place of exports and archive lately.", is_there)
    found = GaugeMetricFamily(
        "rollstream_archive_tables", "Finished tables: in the archive, still to be archived, or too damaged for that.", labels=["state"]
    )
    for state, count in figures.walked._asdict().items():
        found.add_metric([state], count)
    yield found
    yield _gauge("archive_last_success_timestamp_seconds", "When a table was archived last (epoch); 0: never.", figures.last_success)
    yield _counter("archive_written_bytes", "Bytes of all files of the archive that were written.", figures.written_bytes)


def of_tables(counts: Mapping[tuple[str, str], int]) -> Iterator[Metric]:
    found = GaugeMetricFamily("rollstream_tables", "Tables by their status: open, playing or finished.", labels=["game", "status"])
    for labels, count in counts.items():
        found.add_metric(labels, count)
    yield found


def of_counts(stored: StoredCounts) -> Iterator[Metric]:
    for name, (metric, about, labels) in _COUNTS.items():
        counter = CounterMetricFamily(metric, about, labels=labels)
        for values, count in stored.counts(name).items():
            counter.add_metric(values, count)
        yield counter
    for name, (metric, about, label) in _TIMES.items():
        histogram = HistogramMetricFamily(metric, about, labels=[label])
        for value, times in stored.times(name).items():
            bounds = [*zip((str(ms / 1000) for ms in BOUNDS_MS), times.up_to, strict=True), ("+Inf", times.number)]
            histogram.add_metric([value], bounds, times.sum_ms / 1000)
        yield histogram


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(f"rollstream_{name}", about, value=value)


def _counter(name: str, about: str, value: float) -> Metric:
    return CounterMetricFamily(f"rollstream_{name}", about, value=value)
