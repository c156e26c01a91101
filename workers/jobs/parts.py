"""The parts that every task works with. A worker creates them once; clock and randomness enter here only."""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Final

from redis import Redis

from events.archive.archive import Archive, archive_at
from events.archive.archiving import Archiving
from events.archive.marked_place import OwnPlaceId, StoredPlaceId
from events.fairness.issuer import Issuer, SigningKeys
from events.limits import DEFAULT_LIMITS, Limits
from events.store.event_store import PRIMARY_ONLY, Replication
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.store.stubs import Stubs
from events.tables.handler import Handler
from events.tables.opening import Tables
from events.timestamps import now
from rules.game import AnyGame
from rules.value_tables import with_library
from workers.counts import Counts
from workers.exports.file_store import FileStore
from workers.jobs.job import Task
from workers.jobs.parked import ParkedJobs
from workers.jobs.queue_server import connect_queue
from workers.jobs.queues import Jobs
from workers.values.kept import KeptTables
from workers.values.library import Library

IN_MEMORY: Final = "memory://exports"
"""A file store in the memory of this process."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerParts:
    """The store, the handler, the queues and the limits that a task uses."""

    client: Redis
    """The store's client."""
    handler: Handler
    jobs: Jobs
    parked: ParkedJobs
    monotonic: Callable[[], float] = time.monotonic
    progress: Callable[[float], None] = lambda _: None
    """Called with the progress of the running job, from 0.0 to 1.0."""
    urgent: bool = False
    """Whether the running job was served before background jobs."""
    limits: Limits = DEFAULT_LIMITS
    counts: Counts = field(default_factory=Counts)
    """What this process counts for /metrics."""
    open_file_store: Callable[[], FileStore] = lambda: FileStore(IN_MEMORY, OwnPlaceId())
    archive: Archive = field(default_factory=lambda: archive_at(IN_MEMORY, OwnPlaceId()))
    """The archive that the store of `tables` reads."""

    @property
    def tables(self) -> Tables:
        return self.handler.tables

    @property
    def queue(self) -> Redis:
        """The queue's client. The queue may be the store itself."""
        return self.jobs.client

    @property
    def file_store(self) -> FileStore:
        """Where exports are stored; opened on first use. Raises `FileStoreUnusable`."""
        return self.open_file_store()

    @property
    def stubs(self) -> Stubs:
        return Stubs(self.client)

    @property
    def archiving(self) -> Archiving:
        return Archiving(self.tables, self.stubs, self.archive, secrets.token_bytes)


def worker_parts(
    url: str,
    games: Mapping[str, AnyGame],
    tasks: Mapping[str, Task],
    exports_url: str = IN_MEMORY,
    *,
    queue_url: str | None = None,
    replication: Replication = PRIMARY_ONLY,
    signing_key: bytes | None = None,
    limits: Limits = DEFAULT_LIMITS,
) -> WorkerParts:
    """The parts for tables of these games on the store at `url`, which may start later. `queue_url`: the queue (None: the store).
    `replication`: what an append waits for. `signing_key`: the operator's key (None: the store holds one).

    Raises `UnsuitableServer`, `ValueError`.
    """
    client = connect(url, patience=0.0)  # work at other tables would wait for a lost master, too; due times bring its own work back
    queue = client if queue_url in {None, url} else connect_queue(queue_url)
    issuer = Issuer(SigningKeys(client), signing_key, secrets.token_bytes, now)
    place_id = StoredPlaceId(client)
    archive = archive_at(exports_url, place_id)
    jobs, open_file_store = Jobs(queue, tasks), cache(partial(FileStore, exports_url, place_id))
    library = Library(KeptTables(client, open_file_store), partial(_ask_for_values, jobs), time.monotonic)
    tables = Tables(RedisStore(client, replication, archive), with_library(games, library), now)
    return WorkerParts(
        client=client,
        handler=Handler(tables, secrets.token_bytes, issuer.key, before_start=limits.events_before_start),
        jobs=jobs,
        parked=ParkedJobs(queue),
        limits=limits,
        open_file_store=open_file_store,
        archive=archive,
    )


def _ask_for_values(jobs: Jobs, name: str) -> None:
    """Enqueue the job that computes a table of values. Raises `QueueUnavailable`."""
    jobs.enqueue("values", name, job_id=f"values-{name}")
