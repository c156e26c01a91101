"""Removes tables automatically when their time is over: walks through the whole store in small steps, again and again.

The age of a table is read from its log only. So no index can miss a table, and a changed limit takes effect by itself. Any number of
processes may do this at once: they share the steps, and each step may run twice.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from redis import Redis

from events.errors import BrokenLog, TableUnknown
from events.limits import Limits
from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.retry_loop import retry_forever
from events.tables.opening import LoadedTable
from events.tables.scanning import Newest, newest, walk
from workers.jobs.parts import WorkerParts
from workers.retention.removing import clean, remove

STEP_PAUSE_MS: Final = 250
"""Pause between two steps of any processes."""

WALK_PAUSE_MS: Final = 60_000
"""Pause between two walks through the whole store."""

ASSUMED_LONGEST_WAIT: Final = timedelta(days=30)
"""A table of an older build without `abandon_after` counts as closed after so long without an action."""

_STEP_LOCK: Final = service_key("retention")
_PLACE: Final = service_key("retention:place")

log = logging.getLogger(__name__)


class Retention:
    """Removes old tables, in one process."""

    def __init__(self, parts: WorkerParts, *, step_ms: int = STEP_PAUSE_MS, round_ms: int = WALK_PAUSE_MS) -> None:
        self._parts = parts
        self._step_ms, self._round_ms = step_ms, round_ms

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
        """Do the next step, unless another process has just done one. Returns how many tables were removed. Raises `StoreUnavailable`."""
        client = self._parts.client
        if not _lock_step(client, self._step_ms):
            return 0
        clean(self._parts)
        place, found = walk(client, _read_place(client))
        removed = sum(self._remove_if_over(table) for table in self._old(found))
        _store_place(client, place, self._step_ms if place else self._round_ms)
        return removed

    def _old(self, tables: Sequence[str]) -> Sequence[str]:
        """The tables whose newest event is old enough to be opened. Most tables are over or running, and are not opened."""
        limits, now = self._parts.limits, self._parts.tables.now()
        last = newest(self._parts.client, tables)
        return [table for table, known in last.items() if known is not None and _may_be_over(known, limits, now)]

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
def _lock_step(client: Redis, step_ms: int) -> bool:
    return bool(client.set(_STEP_LOCK, 1, nx=True, px=max(1, step_ms)))


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
