"""A table's appends, one after the other, as a webhook is told of them; and how far each webhook has been told of each table."""

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
from workers.webhooks.deliveries import KEPT_FOR
from workers.webhooks.registry import Webhook

log = logging.getLogger(__name__)

STEP: Final = 50
"""Events read at once, from the newest backwards."""

PLACES: Final = 20
"""Places of a webhook at a table that are kept: a store that fails over loses about a second, and so seldom more appends than that."""

REMEMBERED: Final = 1_000
"""Tables that are remembered as they were where somebody stopped reading."""


class AppendOfTable(NamedTuple):
    """An append: its events, the table after it, and the seats whose turn it has become by it."""

    opened: LoadedTable
    events: tuple[RecordedEvent, ...]
    to_move: tuple[Seat, ...]

    @property
    def at(self) -> str:
        """When it happened (UTC, ms)."""
        return self.events[-1].recorded.at

    @property
    def end(self) -> LogPosition:
        """The place of its last event."""
        return LogPosition.of(self.events[-1].recorded)


class TableReader:
    """Reads tables append by append. Where it stopped it goes on without reading the table from its beginning. For many threads."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._stops: dict[tuple[str, str], Table[Any]] = {}

    def steps(self, opened: LoadedTable, after: LogPosition) -> Iterator[AppendOfTable]:
        """The appends after the place `after`, where one of them ended, up to the table as it was opened.

        Raises `BrokenLog`, `StoreUnavailable`.
        """
        if after.version >= opened.table.version:
            return
        table = self._stops.get((opened.id, str(after))) or self._folded(opened, after.version)
        events = self._tables.happened(opened.codec, opened.id, after.version, opened.table.version)
        for _, some in groupby(events, lambda happened: happened.recorded.key):  # a key is used once, so it tells appends apart
            append = tuple(some)
            before, table = table, fold(opened.game, table, (happened.event for happened in append))
            assert table is not None  # noqa: S101 - an append is never empty
            yield AppendOfTable(opened._replace(table=table), append, turns_begun(before, table))
        self._stops[opened.id, str(LogPosition(opened.table.version, opened.head))] = opened.table
        for stop in [*self._stops][:-REMEMBERED]:
            self._stops.pop(stop, None)

    def _folded(self, opened: LoadedTable, version: int) -> Table[Any] | None:
        return self._tables.fold_log(opened.codec, opened.id, version) if version else None


class Cursors:
    """Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    @answered
    def last(self, webhook: str, tables: Tables, opened: LoadedTable) -> LogPosition | None:
        """The last place in the log up to which a webhook has been told of a table; None if that is not known any more, or not yet."""
        return next((place for place in self._places(webhook, opened.id) if _holds(tables, opened, place)), None)

    def _places(self, webhook: str, table: str) -> Iterator[LogPosition]:
        """Up to where it has been told, and, in case the log has lost that branch, up to where before, newest first."""
        newest: Any = self._client.get(_key(webhook, table))
        if newest is None:
            return
        yield from _read([newest])
        yield from _read(self._client.lrange(_before_key(webhook, table), 0, -1))

    def beginning(self, webhook: Webhook, tables: Tables, opened: LoadedTable) -> LogPosition:
        """Where to begin if that is not known: all is told that happened since the webhook was made; what is in its delivery log is not
        sent again. What happened longer ago than a cursor is kept has been told: a cursor is kept again by everything that is told.
        """
        return LogPosition(_version_before(tables, opened, max(webhook.created_at, stamp(tables.now() - KEPT_FOR))))

    @answered
    def move(self, webhook: str, table: str, place: LogPosition) -> None:
        key, before = _key(webhook, table), _before_key(webhook, table)
        with self._client.pipeline(transaction=False) as pipe:
            pipe.set(key, str(place), ex=KEPT_FOR)
            pipe.lpush(before, str(place))
            pipe.ltrim(before, 0, PLACES - 1)
            pipe.expire(before, KEPT_FOR)
            pipe.execute()


@answered
def forget_cursors(client: Redis, table: str) -> None:
    """No webhook is told of the table again. Raises `StoreUnavailable`."""
    webhooks: Any = client.hkeys(service_key("webhooks"))
    for start in range(0, len(webhooks), STEP):
        some = [webhook.decode() for webhook in webhooks[start : start + STEP]]
        client.unlink(*(key(webhook, table) for webhook in some for key in (_key, _before_key)))


def _read(kept: Iterable[Any]) -> Iterator[LogPosition]:
    return (place for text in kept if (place := LogPosition.read(text.decode())) is not None)


def _holds(tables: Tables, opened: LoadedTable, place: LogPosition) -> bool:
    """Whether the log has the place, as far as it is known: older builds kept a version alone."""
    try:
        up_to_now(tables, opened, place, 1)
    except BranchLost:
        log.warning("%s has lost the events up to %s that a webhook was told", opened.id, place)
        return False
    return True


def _version_before(tables: Tables, opened: LoadedTable, moment: str) -> int:
    """The table's last version before that moment; 0 if there was none."""
    to = opened.table.version
    while to:
        after = max(0, to - STEP)
        earlier = [happened for happened in tables.happened(opened.codec, opened.id, after, to) if happened.recorded.at < moment]
        if earlier:
            return earlier[-1].recorded.version
        to = after
    return 0


def _key(webhook: str, table: str) -> str:
    """A string: the place up to which a webhook has been told of a table."""
    return service_key(f"told:{webhook}:{table}")


def _before_key(webhook: str, table: str) -> str:
    """A list: the last places up to which it was told, newest first. Older builds do not know it."""
    return service_key(f"told:{webhook}:{table}:before")
