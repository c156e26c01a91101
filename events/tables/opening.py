"""Loads tables: a snapshot and the lines after it, or the whole log, folded into state."""

import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

from events.damaged.setting_aside import Aside
from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown, VersionUnknown
from events.store.event_store import Append, Appended, Conflict, IdempotencyRecord, Rematch, StoredTable, StoreUnavailable
from events.store.keys import is_table_id
from events.store.store import Store
from events.tables.codec import Codec
from events.tables.envelope import Recorded
from events.tables.log_reader import (
    RecordedEvent,
    codec_at,
    folded,
    linked,
    pages,
    read_events,
    read_line_at,
    replay,
    stored_events,
)
from events.timestamps import epoch_ms
from events.tracing import span, traceparent
from rules.game import AnyGame
from rules.table_state import Table

__all__ = ["LoadedTable", "RecordedEvent", "Tables", "read_events"]

log = logging.getLogger(__name__)

CACHED_FOR, MOST_CACHED_TABLES = timedelta(seconds=5), 1000
"""How long, and how many, tables stay in this process's cache. The list of connected seats may be as old as that."""


class LoadedTable(NamedTuple):
    """A table as it was loaded: its state and the data that the store holds beside the log.

    `head` is the hash of the newest event, `at` its time. `rematch` is the rematch that a player of the finished table has requested.
    `erasures`: how often names were erased at the table.
    `broken` is None if this is the current table; otherwise it says why the log can be read only this far.
    """

    id: str
    codec: Codec
    table: Table[Any]
    head: str
    at: str
    secret: str | None
    idempotency_record: IdempotencyRecord | None
    connected: Collection[int]
    broken: BrokenLog | None = None
    rematch: Rematch | None = None
    erasures: int = 0

    @property
    def game(self) -> AnyGame:
        return self.codec.game

    def holds(self, seat: int, taken: int) -> bool:
        """Whether the seat is held by the player who took it at the version `taken`."""
        seats = self.table.seats
        return 0 <= seat < len(seats) and 0 < taken == seats[seat].taken


class Tables:
    """Reads all tables of one store."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], now: Callable[[], datetime]) -> None:
        self.store = store
        self.now = now
        self.codecs = {name: Codec(game) for name, game in games.items()}
        self.aside = Aside(store, self.codecs, now)
        self._recent: dict[str, tuple[datetime, LoadedTable]] = {}
        self.codec_of = lru_cache(maxsize=10_000)(self._codec_of)

    def exists(self, table_id: str) -> bool:
        """Whether the table was created and has not been removed since. Raises `StoreUnavailable`."""
        try:
            return bool(self.store.read(table_id, 0, 1))
        except ArchiveUnreachable:
            return True

    def open(self, table_id: str, key: str | None = None) -> LoadedTable:
        """The table now, with the stored result of the key. Raises `TableUnknown`, `BrokenLog`, `StoreUnavailable`."""
        stored = self._load(table_id, key)
        if stored.damage is not None:
            raise stored.damage.error(table_id)
        if stored.newest is None and not stored.trouble:
            raise TableUnknown(table_id)
        try:
            return self._loaded(table_id, stored)
        except BrokenLog as broken:
            raise self.aside.found(table_id, broken) from broken

    def _load(self, table_id: str, key: str | None) -> StoredTable:
        if not is_table_id(table_id):
            raise TableUnknown(table_id)
        return self.store.load(table_id, key, epoch_ms(self.now()))

    def _loaded(self, table_id: str, stored: StoredTable) -> LoadedTable:
        if stored.trouble or stored.newest is None:
            raise BrokenLog(stored.trouble)
        codec = self.codec_of(table_id)
        newest = read_line_at(stored.newest, stored.version, table_id)
        table = self._thawed(codec, table_id, stored) or self._refolded(codec, table_id, newest, stored.erasures)
        if stored.secret is None and table.status != "finished":
            raise BrokenLog("its dice secret is lost", version=newest.version + 1)
        extras = (stored.secret, stored.idempotency_record, stored.connected)
        return LoadedTable(table_id, codec, table, newest.hash, newest.at, *extras, rematch=stored.rematch, erasures=stored.erasures)

    def open_whole(self, table_id: str) -> LoadedTable:
        """The table now, or as much of it as can be read if its log is damaged.

        Raises `TableUnknown`, `StoreUnavailable`, and `BrokenLog` if nothing can be read.
        """
        try:
            return self.open(table_id)
        except StoreUnavailable:
            raise
        except BrokenLog as broken:
            error = broken
        while error.version > 1:
            to = error.version - 1
            try:
                codec = self.codec_of(table_id)
                _, table = replay(codec, stored_events(self.store, codec, table_id, 0, to))
                newest = read_line_at(self.store.read(table_id, to - 1, 1)[0], to, table_id)
            except BrokenLog as earlier:
                error = type(earlier)(earlier.why, table_id, min(earlier.version, to))
            else:
                return LoadedTable(table_id, codec, table, newest.hash, newest.at, None, None, (), error)
        raise error

    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        """Append as the store does. Raises `BrokenLog`, `StoreUnavailable`."""
        try:
            with span("append", table=batch.table, events=len(batch.lines)):
                trace = traceparent()
                return self.store.append(batch._replace(trace=trace) if trace else batch)
        except BrokenLog as broken:
            raise self.aside.found(batch.table, broken) from broken

    def recent(self, table_id: str) -> LoadedTable | None:
        """The table as this process left it up to `CACHED_FOR` ago. Other processes may have changed it since."""
        cached = self._recent.get(table_id)
        return cached[1] if cached is not None and cached[0] > self.now() else None

    def remember(self, loaded: LoadedTable) -> None:
        """Cache the table for the next move, which often comes soon and from the same player."""
        self._recent.pop(loaded.id, None)
        self._recent[loaded.id] = (self.now() + CACHED_FOR, loaded)
        if len(self._recent) > MOST_CACHED_TABLES:
            del self._recent[next(iter(self._recent))]

    def open_at(self, table_id: str, version: int) -> LoadedTable:
        """The table as it was at `version` (from 1). Raises `VersionUnknown` if the log is shorter, and as `open` does."""
        return self.at(self.open(table_id), version)

    def at(self, loaded: LoadedTable, version: int) -> LoadedTable:
        """A loaded table as it was at `version` (from 1). Raises as `open_at` does."""
        newest = loaded.table.version
        if version > newest:
            raise loaded.broken or VersionUnknown(newest)
        if version == newest:
            return loaded
        table = self.fold_log(loaded.codec, loaded.id, version)
        [then] = self.recorded_events(loaded.codec, loaded.id, version - 1, version)
        return loaded._replace(table=table, head=then.recorded.hash, at=then.recorded.at)

    def recorded_events(self, codec: Codec, table_id: str, after: int, to: int) -> Iterator[RecordedEvent]:
        """The events with versions `after` + 1 to `to`. Raises `BrokenLog`, `StoreUnavailable`."""
        return self._finding(table_id, stored_events(self.store, codec, table_id, after, to))

    def checked(self, codec: Codec, table_id: str, to: int) -> Iterator[RecordedEvent]:
        """The events with versions 1 to `to`, after checking that each chains to the one before. Raises as `recorded_events` does."""
        return self._finding(table_id, linked(stored_events(self.store, codec, table_id, 0, to)))

    def _finding(self, table_id: str, events: Iterator[RecordedEvent]) -> Iterator[RecordedEvent]:
        try:
            yield from events
        except BrokenLog as broken:
            raise self.aside.found(table_id, broken) from broken

    def replay(self, codec: Codec, table_id: str, to: int) -> tuple[str, Table[Any]]:
        """The time of the table's creation, and the table after the events 1 to `to`, from the whole log with its chain checked. Raises as
        `recorded_event` does.
        """
        try:
            return replay(codec, linked(stored_events(self.store, codec, table_id, 0, to)))
        except BrokenLog as broken:
            raise self.aside.found(table_id, broken) from broken

    def fold_log(self, codec: Codec, table_id: str, to: int) -> Table[Any]:
        """The table after the events 1 to `to` of its log, without any snapshot. Raises as `recorded_events` does."""
        try:
            facts = (codec.facts(lines, before) for lines, before in pages(self.store, table_id, 0, to))
            return folded(codec, None, chain.from_iterable(facts))
        except BrokenLog as broken:
            raise self.aside.found(table_id, broken) from broken

    def _thawed(self, codec: Codec, table_id: str, stored: StoredTable) -> Table[Any] | None:
        """The table from its snapshot and the lines after it; None if this build cannot read the snapshot."""
        if stored.snapshot is None:
            return None
        table = codec.thaw(table_id, stored.snapshot)
        if table is None:
            log.warning("snapshot of %s at version %d does not fit and is made anew", table_id, stored.snapshot.version)
            return None
        if not stored.tail:
            return table
        return folded(codec, table, codec.facts(stored.tail, table.version))

    def _refolded(self, codec: Codec, table_id: str, newest: Recorded, erasures: int) -> Table[Any]:
        """The table from its whole log, with each event's hash checked. Stores a snapshot for the next reader."""
        _, table = replay(codec, linked(stored_events(self.store, codec, table_id, 0, newest.version)))
        with suppress(StoreUnavailable):  # a store that accepts no writes can still be read
            self.store.keep_snapshot(table_id, codec.freeze(table_id, newest.hash, table), erasures)
        return table

    def _codec_of(self, table_id: str) -> Codec:
        """The codec of a table's game, which never changes. Raises `TableUnknown`, `BrokenLog`, `StoreUnavailable`."""
        if not is_table_id(table_id):
            raise TableUnknown(table_id)
        try:
            codec = codec_at(self.store, self.codecs, table_id)
        except BrokenLog as broken:
            raise self.aside.found(table_id, broken) from broken
        return self.open(table_id).codec if codec is None else codec  # `open` raises the right error for a missing log
