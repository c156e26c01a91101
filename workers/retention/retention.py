"""Removes tables when their time is over, by itself: the store is walked through in small steps, again and again.

Nothing but the logs says which tables are too old. So there is no index that could miss one, and nobody has to be told when an operator
changes a limit. Any number of processes may do this at once: they share the steps, and each step may be done twice.
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

STEP_MS: Final = 250
"""Pause between two steps, of whichever process."""

ROUND_MS: Final = 60_000
"""Pause between two walks through the whole store."""

LONGEST_PATIENCE: Final = timedelta(days=30)
"""A table of an older build that waits for ever counts as closed when nobody has acted for so long."""

_TURN: Final = service_key("retention")
_PLACE: Final = service_key("retention:place")

log = logging.getLogger(__name__)


class Retention:
    """What removes old tables, in one process."""

    def __init__(self, tools: WorkerParts, *, step_ms: int = STEP_MS, round_ms: int = ROUND_MS) -> None:
        self._tools = tools
        self._step_ms, self._round_ms = step_ms, round_ms

    def run(self, stopping: Callable[[], bool]) -> None:
        """Go on until `stopping()`, whatever happens to the store meanwhile."""

        def step() -> None:
            self.step()
            time.sleep(self._step_ms / 1000)

        retry_forever(step, stopping)

    def start(self, stopping: Callable[[], bool]) -> None:
        """Go on beside what else the process does."""
        threading.Thread(target=self.run, args=(stopping,), name="retention", daemon=True).start()

    def step(self) -> int:
        """Do the next step, unless another process has just done one; how many tables were removed. Raises `StoreUnavailable`."""
        client = self._tools.client
        if not _take_turn(client, self._step_ms):
            return 0
        clean(self._tools)
        place, found = walk(client, _place(client))
        removed = sum(self._removed(table) for table in self._old(found))
        _keep_place(client, place, self._step_ms if place else self._round_ms)
        return removed

    def _old(self, tables: Sequence[str]) -> Sequence[str]:
        """Those whose newest events say that it may be time. Most tables are over or running, and are not opened."""
        limits, now = self._tools.limits, self._tools.tables.now()
        last = newest(self._tools.client, tables)
        return [table for table, known in last.items() if known is not None and _may_be_over(known, limits, now)]

    def _removed(self, table: str) -> bool:
        """Whether it was time for the table. One that is damaged stays until an operator decides."""
        try:
            opened = self._tools.tables.open(table)
        except (BrokenLog, TableUnknown):
            return False
        if not is_over(opened, self._tools.limits, self._tools.tables.now()):
            return False
        result = remove(self._tools, table, opened)
        if result == "removed":
            log.info("table %s is removed: its time is over", table, extra={"table": table})
        return result == "removed"


def is_over(opened: LoadedTable, limits: Limits, now: datetime) -> bool:
    """Whether a table is to be removed now."""
    kept = kept_for(opened, limits)
    return kept is not None and now - datetime.fromisoformat(opened.at) >= kept


def kept_for(opened: LoadedTable, limits: Limits) -> timedelta | None:
    """How long after its newest event a table is kept; None: for ever, or as long as it is running."""
    table = opened.table
    if table.outcome is not None:
        return _kept_once_ended(table.outcome.reason, limits)
    if table.abandon_after is not None:
        return None  # it is closed in time
    return LONGEST_PATIENCE + timedelta(hours=limits.unstarted_kept if table.status == "open" else limits.inactive_kept)


def _kept_once_ended(reason: str, limits: Limits) -> timedelta | None:
    hours = {"abandoned": limits.unstarted_kept, "inactive": limits.inactive_kept, "closed": limits.inactive_kept}
    if reason in hours:
        return timedelta(hours=hours[reason])
    return timedelta(days=limits.finished_kept) if limits.finished_kept else None


def _may_be_over(known: Newest, limits: Limits, now: datetime) -> bool:
    kept = LONGEST_PATIENCE if known.reason is None else _kept_once_ended(known.reason, limits)
    return kept is not None and now - known.at >= kept


@answered
def _take_turn(client: Redis, step_ms: int) -> bool:
    return bool(client.set(_TURN, 1, nx=True, px=max(1, step_ms)))


@answered
def _place(client: Redis) -> int:
    kept: Any = client.get(_PLACE)
    return int(kept) if kept is not None and kept.isdigit() else 0


@answered
def _keep_place(client: Redis, place: int, pause_ms: int) -> None:
    with client.pipeline(transaction=False) as pipe:
        pipe.set(_PLACE, place)
        pipe.set(_TURN, 1, px=max(1, pause_ms))
        pipe.execute()
