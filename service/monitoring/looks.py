"""The looks at the store and the queue, each with the metrics that it makes of what it reads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events.projections.feed_lags import feed_lags
from events.projections.read_model import ReadModel
from events.store.memory_usage import MemoryUsage
from events.store.replication import StoreState
from events.store.server_state import server_state
from service.monitoring import families
from service.monitoring.exposition import Look
from workers.calls.schedule import Schedule
from workers.counts import stored_counts
from workers.health import damaged, files_up, parts_up, queue_health, workers_up
from workers.jobs.parked import ParkedJobs
from workers.jobs.queue_server import QueueUnavailable
from workers.jobs.queues import Jobs
from workers.retention.archive_figures import archive_figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """What the looks read. The clients are those for health, which wait a second at most."""

    client: Any
    """The store's client."""
    jobs: Jobs
    parked: ParkedJobs
    lobby: ReadModel
    games: tuple[str, ...]
    store_state: Callable[[], StoreState]
    memory: Callable[[], MemoryUsage]
    now: Callable[[], datetime]


def looks(of: Sources) -> Mapping[str, Look]:
    """All looks by their names, in the order in which they are made."""
    return {
        "build": families.of_build,
        "store": lambda: families.of_store(of.store_state()),
        "memory": lambda: families.of_memory(of.memory()),
        "servers": lambda: families.of_servers(server_state(of.client)),
        "parts": lambda: families.of_parts(_parts(of)),
        "feed": lambda: families.of_feed(feed_lags(of.client), of.now()),
        "queue": lambda: families.of_queue(queue_health(of.jobs, of.parked)),
        "calls": lambda: families.of_calls(Schedule(of.client).count()),
        "damaged": lambda: families.of_damaged(damaged(of.client)),
        "archive": lambda: families.of_archive(archive_figures(of.client), is_there=files_up(of.client)),
        "tables": lambda: families.of_tables(of.lobby.counts(of.games)),
        "counts": lambda: families.of_counts(stored_counts(of.client)),
    }


def _parts(of: Sources) -> Mapping[str, bool]:
    """Whether each part is up. Those of workers are left out while the queue does not answer."""
    found = dict(parts_up(of.client))
    try:
        return found | {f"worker-{queue}": up for queue, up in workers_up(of.jobs.client).items()}
    except QueueUnavailable:
        return found
