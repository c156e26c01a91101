"""Follows the feed and the due times of tables, and enqueues jobs for the workers. It knows no rules and opens no table.

The feed is the fast path, and the due times are the guarantee: an entry that is lost is made up for by the table's due time. Any number of
reactors may run at once.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Final

from events.store.event_store import FeedEntry, StoreUnavailable
from events.store.keys import is_table_id
from events.store.retry_loop import retry_forever
from events.timestamps import epoch_ms
from workers.feed.claiming import Feed, claim
from workers.health import HEARTBEAT_INTERVAL, reactor_lives
from workers.jobs.job import UNDECODABLE
from workers.jobs.parts import WorkerParts
from workers.jobs.queue_server import QueueUnavailable

log = logging.getLogger(__name__)

GROUP: Final = "reactor"

MOST_AT_ONCE: Final = 500
"""Feed entries, and due tables, in one step."""

SWEEP_INTERVAL: Final = 0.25
"""Seconds between two sweeps of the due tables."""

LEASE_MS: Final = 5_000
"""How long a due table is leased to the job that was enqueued for it."""

NO_TRACES: Final[Mapping[str, str]] = {}

CLAIM_INTERVAL: Final = 5.0
"""Seconds between two claims of the entries of dead reactors."""


class Reactor:
    """One reactor, a member of the feed's group."""

    def __init__(self, parts: WorkerParts, feed: Feed) -> None:
        self._parts = parts
        self._feed = feed
        self._processed: list[FeedEntry] = []
        self._queue_is_away = False
        self._next_sweep = self._next_claim = self._next_beat = float("-inf")

    def run(self, stopping: Callable[[], bool]) -> None:
        """Run until `stopping()` is true. Waits for a store or a queue that is unavailable."""
        log.info("the reactor follows the feed")
        retry_forever(self.step, stopping)
        with suppress(StoreUnavailable):  # another reactor does it again
            self._settle_processed()

    def step(self) -> None:
        """Process what is due now, or arrives before the next sweep. Raises `StoreUnavailable`, `QueueUnavailable`."""
        now = self._parts.monotonic()
        if now >= self._next_beat:
            reactor_lives(self._parts.client, self._parts.limits)
            self._next_beat = now + HEARTBEAT_INTERVAL
        if self._queue_is_away:
            self._parts.jobs.ping()  # before anything is read: an entry that is delivered too often is parked
        try:
            self._request_jobs(now)
        except QueueUnavailable:
            self._queue_is_away = True
            raise
        self._queue_is_away = False

    def _request_jobs(self, now: float) -> None:
        if now >= self._next_sweep:
            self._next_sweep = now + (0 if self.sweep() == MOST_AT_ONCE else SWEEP_INTERVAL)
        if now >= self._next_claim:
            self._next_claim = now + CLAIM_INTERVAL
            self.claim()
        self.follow(max(0, int((self._next_sweep - self._parts.monotonic()) * 1000)))

    def follow(self, wait_ms: int) -> None:
        """Enqueue jobs for the entries that are there or arrive within `wait_ms`."""
        self._process(self._feed.read(min(wait_ms, int(SWEEP_INTERVAL * 1000)), MOST_AT_ONCE))

    def sweep(self) -> int:
        """Enqueue jobs for due tables, and return how many tables were due. Entries processed since the last sweep are done."""
        self._settle_processed()
        now = self._parts.tables.now()
        tables = self._parts.tables.store.take_due(epoch_ms(now), LEASE_MS, MOST_AT_ONCE)
        paused = self._parts.parked.resting(tables, now)
        self._enqueue("due", {table: f"due-{table}" for table in tables if table not in paused})
        return len(tables)

    def _settle_processed(self) -> None:
        self._feed.done(self._processed)
        self._processed = []

    def claim(self) -> None:
        """Process the entries of reactors that are gone; park those that were delivered too often."""
        claimed = claim(self._feed, "reactors", self._park_entry)
        self._processed += claimed.parked
        self._process(claimed.entries)

    def _process(self, entries: Sequence[FeedEntry]) -> None:
        """Enqueue one job for each table, at the newest version that needs it."""
        newest: dict[str, FeedEntry] = {}
        for entry in entries:
            if "play" in entry.calls and entry.last > (newest[entry.table].last if entry.table in newest else 0):
                newest[entry.table] = entry
        paused = self._parts.parked.resting(newest, self._parts.tables.now())
        wanted = {table: entry for table, entry in newest.items() if table not in paused}
        self._enqueue(
            "play",
            {table: f"play-{table}-{entry.last}" for table, entry in wanted.items()},
            {table: entry.trace for table, entry in wanted.items()},
        )
        self._processed += entries

    def _enqueue(self, task: str, jobs: Mapping[str, str], traces: Mapping[str, str] = NO_TRACES) -> None:
        """Enqueue the task for each of these tables under the given job id, in the share of the table's creator. `traces`: what the jobs of
        tables belong to.
        """
        known = [table for table in jobs if is_table_id(table)]
        creators = self._creators(known)
        for table, job_id in jobs.items():
            try:
                creator, trace = creators.get(table) or f"table:{table}", traces.get(table, "")
                self._parts.jobs.enqueue(task, table, job_id=job_id, creator=creator, trace=trace)
            except ValueError as error:  # not one of our entries
                log.error("no job can be enqueued for %r: %s", table, error)  # noqa: TRY400 - the traceback says nothing
                self._park(task, table, job_id, UNDECODABLE, str(error))

    def _creators(self, tables: Sequence[str]) -> Mapping[str, str]:
        """The creators of these tables. If one cannot be found, because its server in a cluster is lost, each table counts for itself: the
        jobs of the others do not wait.
        """
        try:
            return dict(zip(tables, self._parts.tables.store.creators(tables), strict=True)) if tables else {}
        except StoreUnavailable:
            return {}

    def _park(self, task: str, table: str, job_id: str, code: str, why: str) -> None:
        self._parts.parked.park(task, (table,), job_id, code, why, self._parts.tables.now())

    def _park_entry(self, entry: FeedEntry, code: str, why: str) -> None:
        self._park("play", entry.table, f"play-{entry.table}-{entry.last}", code, why)
