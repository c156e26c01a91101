"""Reads a table's log append by append for webhooks, and stores a cursor for each webhook and table."""

import logging
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from redis import Redis

from events.errors import BranchLost
from events.store.keys import service_key
from events.store.redis_connection import answered
from events.tables.following import up_to_now
from events.tables.lineage import LogPosition
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from events.tables.recording import turns_begun
from events.timestamps import stamp
from rules.game import Seat
from rules.table_state import Table, fold
from workers.webhooks.deliveries import SETTLED_KEPT_FOR
from workers.webhooks.registry import Webhook

log = logging.getLogger(__name__)

EVENTS_AT_ONCE: Final = 50
"""Events read in one step, from the newest backwards."""

MOST_POSITIONS: Final = 20
"""Positions of a webhook at a table that are stored: a fail-over of the store loses about a second, so rarely more appends than that."""

MOST_STOPS: Final = 1_000
"""States of tables that are cached where a reader stopped."""


class TableAppend(NamedTuple):
    """An append: its events, the table after it, and the seats whose turn it has begun."""

    loaded: LoadedTable
    events: tuple[RecordedEvent, ...]
    to_move: tuple[Seat, ...]

    @property
    def at(self) -> str:
        """When it happened (UTC, ms)."""
        return self.events[-1].recorded.at

    @property
    def end(self) -> LogPosition:
        """The position of its last event."""
        return LogPosition.of(self.events[-1].recorded)


class TableReader:
    """Reads tables append by append. Continues where it stopped, without reading the table from its beginning. Threads may share it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._stops: dict[tuple[str, str, int], Table[Any]] = {}

    def steps(self, loaded: LoadedTable, after: LogPosition) -> Iterator[TableAppend]:
        """The appends after the position `after`, which must be the end of an append, up to the table as it was loaded.

        Raises `BrokenLog`, `StoreUnavailable`.
        """
        if after.version >= loaded.table.version:
            return
        stop = self._stops.get((loaded.id, str(after), loaded.erasures))  # a state from before an erasure has the name
        table = stop or self._folded(loaded, after.version)
        events = self._tables.recorded_events(loaded.codec, loaded.id, after.version, loaded.table.version)
        for _, batch in groupby(events, lambda recorded_event: recorded_event.recorded.key):  # each append has its own key
            append = tuple(batch)
            before, table = table, fold(loaded.game, table, (recorded_event.event for recorded_event in append))
            assert table is not None  # noqa: S101 - an append is never empty
            yield TableAppend(loaded._replace(table=table), append, turns_begun(before, table))
        self._stops[loaded.id, str(LogPosition(loaded.table.version, loaded.head)), loaded.erasures] = loaded.table
        for oldest in [*self._stops][:-MOST_STOPS]:
            self._stops.pop(oldest, None)

    def _folded(self, loaded: LoadedTable, version: int) -> Table[Any] | None:
        return self._tables.fold_log(loaded.codec, loaded.id, version) if version else None


class Cursors:
    """The cursor of each webhook at each table: how far its events were delivered. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    @answered
    def last(self, webhook: str, tables: Tables, loaded: LoadedTable) -> LogPosition | None:
        """The cursor of a webhook at a table: the newest position of a delivered event that is still in the log; None without one."""
        return next((position for position in self._positions(webhook, loaded.id) if _log_contains(tables, loaded, position)), None)

    def _positions(self, webhook: str, table: str) -> Iterator[LogPosition]:
        """The cursor, and, in case the log has lost that branch, the positions before it, newest first."""
        newest: Any = self._client.get(_key(webhook, table))
        if newest is None:
            return
        yield from _read([newest])
        yield from _read(self._client.lrange(_before_key(webhook, table), 0, -1))

    def beginning(self, webhook: Webhook, tables: Tables, loaded: LoadedTable) -> LogPosition:
        """The position to begin at without a cursor: from the creation of the webhook on. Messages in its delivery log are not sent again.
        Events older than a cursor's lifetime were delivered: each delivery stores the cursor again.
        """
        return LogPosition(_version_before(tables, loaded, max(webhook.created_at, stamp(tables.now() - SETTLED_KEPT_FOR))))

    @answered
    def move(self, webhook: str, table: str, position: LogPosition) -> None:
        """Store the cursor of a webhook at a table."""
        key, before = _key(webhook, table), _before_key(webhook, table)
        with self._client.pipeline(transaction=False) as pipe:
            pipe.set(key, str(position), ex=SETTLED_KEPT_FOR)
            pipe.lpush(before, str(position))
            pipe.ltrim(before, 0, MOST_POSITIONS - 1)
            pipe.expire(before, SETTLED_KEPT_FOR)
            pipe.execute()


@answered
def delete_cursors(client: Redis, table: str) -> None:
    """Delete the cursors of all webhooks at a table. Raises `StoreUnavailable`."""
    webhooks: Any = client.hkeys(service_key("webhooks"))
    for start in range(0, len(webhooks), EVENTS_AT_ONCE):
        some = [webhook.decode() for webhook in webhooks[start : start + EVENTS_AT_ONCE]]
        client.unlink(*(key(webhook, table) for webhook in some for key in (_key, _before_key)))


def _read(stored: Iterable[Any]) -> Iterator[LogPosition]:
    return (position for text in stored if (position := LogPosition.read(text.decode())) is not None)


def _log_contains(tables: Tables, loaded: LoadedTable, position: LogPosition) -> bool:
    """Whether the log contains the position, as far as it is known: cursors of older builds are versions only."""
    try:
        up_to_now(tables, loaded, position, 1)
    except BranchLost:
        log.warning("%s has lost the events up to %s that a webhook has received", loaded.id, position)
        return False
    return True


def _version_before(tables: Tables, loaded: LoadedTable, at: str) -> int:
    """The table's last version before this time (UTC, ms); 0 if there was none."""
    to = loaded.table.version
    while to:
        after = max(0, to - EVENTS_AT_ONCE)
        earlier = [
            recorded_event
            for recorded_event in tables.recorded_events(loaded.codec, loaded.id, after, to)
            if recorded_event.recorded.at < at
        ]
        if earlier:
            return earlier[-1].recorded.version
        to = after
    return 0


def _key(webhook: str, table: str) -> str:
    """A string: the position up to which the table's events were delivered to the webhook."""
    return service_key(f"told:{webhook}:{table}")


def _before_key(webhook: str, table: str) -> str:
    """A list: the last positions up to which events were delivered, newest first. Older builds do not know it."""
    return service_key(f"told:{webhook}:{table}:before")
