"""Removes and archives tables automatically when their time has come: walks through the whole store in small steps, again and again.

The age of a table is read from its log only, or from its stub. So no index can miss a table, and a changed limit takes effect by itself.
Any number of processes may do this at once: they share the steps, and each step may run twice.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from redis import Redis

from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown
from events.limits import Limits
from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.retry_loop import retry_forever
from events.tables.opening import LoadedTable
from events.tables.scanning import FIRST_PLACE, Newest, newest, walk
from workers.jobs.parts import WorkerParts
from workers.retention.archive_figures import Walked, note_walked
from workers.retention.removing import clean, remove

STEP_PAUSE_MS: Final = 250
"""Pause between two steps of any processes."""

LONGEST_STEP_MS: Final = 10_000
"""If a process that makes a step is gone, another makes one after this time."""

MOST_ARCHIVED_PER_STEP: Final = 10

WALK_PAUSE_MS: Final = 60_000
"""Pause between two walks through the whole store."""

ASSUMED_LONGEST_WAIT: Final = timedelta(days=30)
"""A table of an older build without `abandon_after` counts as closed after so long without an action."""

_STEP_LOCK: Final = service_key("retention")
_PLACE: Final = service_key("retention:place")

log = logging.getLogger(__name__)


class Retention:
    """Removes old tables and archives finished ones, in one process."""

    def __init__(self, parts: WorkerParts, *, step_ms: int = STEP_PAUSE_MS, round_ms: int = WALK_PAUSE_MS) -> None:
        self._parts = parts
        self._step_ms, self._round_ms = step_ms, round_ms
        self._warned, self._warning = set[str](), set[str]()

    def run(self, stopping: Callable[[], bool]) -> None:
        """Run until `stopping()` is true. Waits for a store that is unavailable."""

        def step() -> None:
            self.step()
            time.sleep(self._step_ms / 1000)

        retry_forever(step, stopping)

    def start(self, stopping: Callable[[], bool]) -> None:
        """Run in a daemon thread."""
        threading.Thread(target=self.run, args=(stopping,), name="retention", daemon=True).start()

    def step(self) -> int:
        """Do the next step, unless another process has just done one. Returns how many tables were removed. Raises `StoreUnavailable`.

        A step archives a few tables only, because the process has other work. The next one continues at the same place then.
        """
        client = self._parts.client
        if not _lock_step(client):
            return 0
        before = _read_place(client)
        if not before:  # a walk begins
            self._warned, self._warning = self._warning, set()
        clean(self._parts, self._warn)
        after, found = walk(client, before)
        limits, now = self._parts.limits, self._parts.tables.now()
        known = {table: known for table, known in newest(client, found).items() if known is not None}
        removed = {table for table, last in known.items() if _may_be_over(last, limits, now) and self._remove_if_over(table)}
        ended = [table for table, last in known.items() if table not in removed and is_to_be_archived(last, limits, now)]
        archived, failed = self._archive(ended)
        place = before or FIRST_PLACE if archived == MOST_ARCHIVED_PER_STEP else after
        if archived < MOST_ARCHIVED_PER_STEP:  # else the next step begins at the same place again
            stubs = sum(last.is_archived for table, last in known.items() if table not in removed)
            note_walked(client, Walked(stubs, len(ended) - archived - failed, failed), complete=not after)
        _store_place(client, place, self._step_ms if place else self._round_ms)
        return len(removed)

    def _archive(self, tables: Sequence[str]) -> tuple[int, int]:
        """Archive some of these tables. Returns how many, and how many cannot be: a damaged table stays in the store."""
        archived = failed = 0
        for table in tables:
            try:
                archived += self._parts.archiving.archive(table)
            except ArchiveUnreachable as error:
                self._warn(f"tables are archived later: {error.why}")
                break
            except BrokenLog:
                failed += 1
            except TableUnknown:
                continue
            if archived == MOST_ARCHIVED_PER_STEP:
                break
        return archived, failed

    def _warn(self, message: str) -> None:
        """Log what keeps steps from their work, unless this walk or the one before has met the same: steps follow each other quickly."""
        if message not in self._warned | self._warning:
            log.warning(message)
        self._warning.add(message)

    def _remove_if_over(self, table: str) -> bool:
        """Remove the table if its time is over. Returns whether it was removed. A damaged table stays until an operator decides."""
        try:
            loaded = self._parts.tables.open(table)
        except (BrokenLog, TableUnknown):
            return False
        if not is_over(loaded, self._parts.limits, self._parts.tables.now()):
            return False
        result = remove(self._parts, table, loaded)
        if result == "removed":
            log.info("table %s is removed: its time is over", table, extra={"table": table})
        return result == "removed"


def is_over(loaded: LoadedTable, limits: Limits, now: datetime) -> bool:
    """Whether a table is to be removed now."""
    period = kept_for(loaded, limits)
    return period is not None and now - datetime.fromisoformat(loaded.at) >= period


def is_to_be_archived(known: Newest, limits: Limits, now: datetime) -> bool:
    """Whether a table with this newest event leaves the store now."""
    return bool(limits.archived_after) and has_ended(known, timedelta(days=limits.archived_after), now)


def has_ended(known: Newest, age: timedelta, now: datetime) -> bool:
    """Whether a table with this newest event is in the store, and ended so long ago."""
    return not known.is_archived and known.reason is not None and now - known.at >= age


def kept_for(loaded: LoadedTable, limits: Limits) -> timedelta | None:
    """How long a table is stored after its newest event; None: for ever, or while it is running."""
    table = loaded.table
    if table.outcome is not None:
        return _kept_once_ended(table.outcome.reason, limits)
    if table.abandon_after is not None:
        return None  # it will be closed automatically
    return ASSUMED_LONGEST_WAIT + timedelta(hours=limits.unstarted_kept if table.status == "open" else limits.inactive_kept)


def _kept_once_ended(reason: str, limits: Limits) -> timedelta | None:
    hours = {"abandoned": limits.unstarted_kept, "inactive": limits.inactive_kept, "closed": limits.inactive_kept}
    if reason in hours:
        return timedelta(hours=hours[reason])
    return timedelta(days=limits.finished_kept) if limits.finished_kept else None


def _may_be_over(known: Newest, limits: Limits, now: datetime) -> bool:
    period = ASSUMED_LONGEST_WAIT if known.reason is None else _kept_once_ended(known.reason, limits)
    return period is not None and now - known.at >= period


@answered
def _lock_step(client: Redis) -> bool:
    return bool(client.set(_STEP_LOCK, 1, nx=True, px=LONGEST_STEP_MS))


@answered
def _read_place(client: Redis) -> str:
    stored: Any = client.get(_PLACE)
    return "" if stored is None else stored.decode(errors="replace")


@answered
def _store_place(client: Redis, place: str, pause_ms: int) -> None:
    with client.pipeline(transaction=False) as pipe:
        pipe.set(_PLACE, place)
        pipe.set(_STEP_LOCK, 1, px=max(1, pause_ms))
        pipe.execute()
