"""Follows the feed and the due times, and asks workers to bring tables on. It knows no rules and touches no table.

The feed is the fast path and the due times are the guarantee: what is lost on the way from the one comes back by the other. Any number
of reactors may run at once.
"""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Protocol

from events.feed.consumer_group import Delivered
from events.store.event_store import FeedEntry
from events.store.keys import is_table_id
from events.store.retry_loop import retry_forever
from events.timestamps import epoch_ms
from workers.health import BEAT, reactor_lives
from workers.jobs.job import UNDECODABLE
from workers.jobs.parts import WorkerParts

log = logging.getLogger(__name__)

GROUP: Final = "reactor"

AT_ONCE: Final = 500
"""Feed entries, and due tables, that are dealt with in one go."""

SWEEP: Final = 0.25
"""Seconds between two looks at what is due."""

LEASE_MS: Final = 5_000
"""How long a table that was due is left to whoever was asked to look at it."""

SELDOM: Final = 5.0
"""Seconds between two looks for what dead reactors left."""

LEFT_FOR_MS: Final = 5_000
"""How long ago an entry was given to a reactor that has not dealt with it."""

TRIES: Final = 5
"""How often an entry is given to a reactor before it is parked."""


class Feed(Protocol):
    """What a reactor asks of a `FeedGroup`."""

    def read(self, wait_ms: int, limit: int = ...) -> Sequence[FeedEntry]: ...
    def claim(self, idle_ms: int) -> Sequence[Delivered]: ...
    def done(self, entries: Iterable[FeedEntry]) -> None: ...


class Reactor:
    """One reactor, on its own member of the feed's group."""

    def __init__(self, tools: WorkerParts, feed: Feed) -> None:
        self._tools = tools
        self._feed = feed
        self._dealt: list[FeedEntry] = []
        self._next_sweep = self._next_claim = self._next_beat = float("-inf")

    def run(self, stopping: Callable[[], bool]) -> None:
        """Go on until `stopping()`, whatever happens to the store meanwhile."""
        log.info("the reactor follows the feed")
        retry_forever(self.step, stopping)

    def step(self) -> None:
        """Do what there is to do now, or comes before the next look at what is due. Raises `StoreUnavailable`."""
        now = self._tools.monotonic()
        if now >= self._next_beat:
            reactor_lives(self._tools.client, self._tools.limits)
            self._next_beat = now + BEAT
        if now >= self._next_sweep:
            self._next_sweep = now + (0 if self.sweep() == AT_ONCE else SWEEP)
        if now >= self._next_claim:
            self._next_claim = now + SELDOM
            self.claim()
        self.follow(max(0, int((self._next_sweep - self._tools.monotonic()) * 1000)))

    def follow(self, wait_ms: int) -> None:
        """Ask for what the feed calls for now, or first within `wait_ms`."""
        self._answer(self._feed.read(min(wait_ms, int(SWEEP * 1000)), AT_ONCE))

    def sweep(self) -> int:
        """Ask for what is due, and answer how much that was. What was dealt with since the last time need not be given to anybody again."""
        self._feed.done(self._dealt)
        self._dealt = []
        now = self._tools.tables.now()
        tables = self._tools.tables.store.take_due(epoch_ms(now), LEASE_MS, AT_ONCE)
        resting = self._tools.parked.resting(tables, now)
        self._ask("due", {table: f"due-{table}" for table in tables if table not in resting})
        return len(tables)

    def claim(self) -> None:
        """Take over what reactors that are gone have left, as often as that may help."""
        again = []
        for entry, times in self._feed.claim(LEFT_FOR_MS):
            if times <= TRIES:
                again.append(entry)
                continue
            log.error(
                "the feed's entry %s about %s is given up: %d reactors had it and did not say that it was done",
                entry.id,
                entry.table,
                times,
            )
            job = f"play-{entry.table}-{entry.last}"
            self._park("play", entry.table, job, "feed-entry-stuck", f"given to {times} reactors")
            self._dealt.append(entry)
        self._answer(again)

    def _answer(self, entries: Sequence[FeedEntry]) -> None:
        """Ask for each table once, at the newest version that calls for it."""
        newest: dict[str, int] = {}
        for entry in entries:
            if "play" in entry.calls:
                newest[entry.table] = max(entry.last, newest.get(entry.table, 0))
        resting = self._tools.parked.resting(newest, self._tools.tables.now())
        self._ask("play", {table: f"play-{table}-{version}" for table, version in newest.items() if table not in resting})
        self._dealt += entries

    def _ask(self, task: str, jobs: Mapping[str, str]) -> None:
        """Ask for the task for each of these tables, whose job's id is given, on behalf of the table's creator."""
        known = [table for table in jobs if is_table_id(table)]
        creators = dict(zip(known, self._tools.tables.store.creators(known), strict=True)) if known else {}
        for table, job_id in jobs.items():
            try:
                self._tools.jobs.enqueue(task, table, job_id=job_id, creator=creators.get(table) or f"table:{table}")
            except ValueError as error:  # nothing that we wrote
                log.error("nobody can be asked to bring on %r: %s", table, error)  # noqa: TRY400 - where it happened says nothing
                self._park(task, table, job_id, UNDECODABLE, str(error))

    def _park(self, task: str, table: str, job_id: str, code: str, why: str) -> None:
        self._tools.parked.park(task, (table,), job_id, code, why, self._tools.tables.now())
