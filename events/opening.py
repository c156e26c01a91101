"""Reading tables: a snapshot and the lines after it, or the whole log, folded into state."""

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import msgspec

from events.codec import Codec
from events.envelope import Recorded, read_line
from events.errors import BrokenLog, TableUnknown, VersionUnknown
from events.keys import is_table_id
from events.moments import epoch_ms
from events.store import Loaded, Recollection, Store, StoreUnavailable
from rules.game import AnyGame
from rules.table_state import Table, fold

log = logging.getLogger(__name__)

PAGE = 1000
"""Lines read in one go; between two pages others get their turn."""

RECENT, RECENT_TABLES = timedelta(seconds=5), 1000
"""How long and how many tables are remembered. What is told of who is connected may be as old as that."""


class Happened(NamedTuple):
    """An event and its envelope."""

    recorded: Recorded
    event: Any


class Opened(NamedTuple):
    """A table as it was read: its state and what the store knows beside it. `head` is the hash of the newest event, `at` its time."""

    id: str
    codec: Codec
    table: Table[Any]
    head: str
    at: str
    secret: str | None
    recollection: Recollection | None
    connected: Collection[int]

    @property
    def game(self) -> AnyGame:
        return self.codec.game

    def holds(self, seat: int, taken: int) -> bool:
        """Whether the seat is held by whoever took it at the version `taken`."""
        seats = self.table.seats
        return 0 <= seat < len(seats) and 0 < taken == seats[seat].taken


class Tables:
    """All tables of one store, for reading."""

    def __init__(self, store: Store, games: Mapping[str, AnyGame], now: Callable[[], datetime]) -> None:
        self.store = store
        self.now = now
        self.codecs = {name: Codec(game) for name, game in games.items()}
        self._recent: dict[str, tuple[datetime, Opened]] = {}
        self.codec_of = lru_cache(maxsize=10_000)(self._codec_of)

    def open(self, table_id: str, key: str | None = None) -> Opened:
        """The table now, with what it remembers of the key. Raises `TableUnknown`, `BrokenLog`, `StoreUnavailable`."""
        if not is_table_id(table_id):
            raise TableUnknown(table_id)
        loaded = self.store.load(table_id, key, epoch_ms(self.now()))
        if loaded.newest is None:
            raise TableUnknown(table_id)
        codec = self.codec_of(table_id)
        newest = read_line(loaded.newest)
        table = self._thawed(codec, table_id, loaded) or self._refolded(codec, table_id, newest)
        return Opened(table_id, codec, table, newest.hash, newest.at, loaded.secret, loaded.recollection, loaded.connected)

    def recent(self, table_id: str) -> Opened | None:
        """The table as this process has left it some seconds ago at the most; others may have moved on since."""
        kept = self._recent.get(table_id)
        return kept[1] if kept is not None and kept[0] > self.now() else None

    def remember(self, opened: Opened) -> None:
        """Keep the table for the next move, which often comes soon and from the same player."""
        self._recent.pop(opened.id, None)
        self._recent[opened.id] = (self.now() + RECENT, opened)
        if len(self._recent) > RECENT_TABLES:
            del self._recent[next(iter(self._recent))]

    def open_at(self, table_id: str, version: int) -> Opened:
        """The table as it was at `version` (from 1). Raises `VersionUnknown` if it has not come so far, and as `open` does."""
        now = self.open(table_id)
        if version == now.table.version:
            return now
        if version > now.table.version:
            raise VersionUnknown(now.table.version)
        table = self.fold_log(now.codec, table_id, version)
        [newest] = self.happened(now.codec, table_id, version - 1, version)
        return now._replace(table=table, head=newest.recorded.hash, at=newest.recorded.at)

    def happened(self, codec: Codec, table_id: str, after: int, to: int) -> Iterator[Happened]:
        """The events with versions `after` + 1 to `to`. Raises `BrokenLog` at a gap."""
        for lines, before in self._pages(table_id, after, to):
            yield from read_events(codec, lines, before)

    def _pages(self, table_id: str, after: int, to: int) -> Iterator[tuple[Sequence[bytes], int]]:
        """The lines with versions `after` + 1 to `to`, in pages, each with the version before it."""
        while after < to:
            lines = self.store.read(table_id, after, min(PAGE, to - after))
            if not lines:
                raise BrokenLog(f"{table_id}: ends after version {after}, not {to}")
            yield lines, after
            after += len(lines)

    def fold_log(self, codec: Codec, table_id: str, to: int) -> Table[Any]:
        """The table after the events 1 to `to` of its log, without any snapshot. Raises `BrokenLog`."""
        pages = (codec.facts(lines, before) for lines, before in self._pages(table_id, 0, to))
        return _folded(codec, None, chain.from_iterable(pages))

    def _thawed(self, codec: Codec, table_id: str, loaded: Loaded) -> Table[Any] | None:
        """The table from its snapshot and the lines after it; None if this build cannot read the snapshot."""
        if loaded.snapshot is None:
            return None
        table = codec.thaw(table_id, loaded.snapshot)
        if table is None:
            log.warning("snapshot of %s at version %d does not fit and is made anew", table_id, loaded.snapshot.version)
            return None
        if not loaded.tail:
            return table
        return _folded(codec, table, codec.facts(loaded.tail, table.version))

    def _refolded(self, codec: Codec, table_id: str, newest: Recorded) -> Table[Any]:
        """The table from its whole log; a snapshot is left behind for the next reader."""
        table = self.fold_log(codec, table_id, newest.version)
        with suppress(StoreUnavailable):  # a store that takes no writes can still be read
            self.store.keep_snapshot(table_id, codec.freeze(table_id, newest.hash, table))
        return table

    def _codec_of(self, table_id: str) -> Codec:
        """The codec of a table's game, which never changes. Raises `TableUnknown`, `BrokenLog`, `StoreUnavailable`."""
        lines = self.store.read(table_id, 0, 1) if is_table_id(table_id) else ()
        if not lines:
            raise TableUnknown(table_id)
        created = read_line(lines[0])
        name = msgspec.json.decode(created.data).get("game") if created.type == "table.created" else None
        if name not in self.codecs:
            raise BrokenLog(f"{table_id}: begins with {created.type} of the unknown game {name!r}")
        return self.codecs[name]


def read_events(codec: Codec, lines: Iterable[bytes], after: int) -> Iterator[Happened]:
    """The events in stored lines, the first of which must have version `after` + 1. Raises `BrokenLog`."""
    for line in lines:
        after += 1
        try:
            recorded = read_line(line)
            event = codec.event(recorded)
        except msgspec.DecodeError as error:
            raise BrokenLog(f"version {after} is unreadable: {error}") from error
        if recorded.version != after:
            raise BrokenLog(f"{recorded.table}: version {recorded.version} where {after} belongs")
        yield Happened(recorded, event)


def _folded(codec: Codec, table: Table[Any] | None, facts: Iterable[Any]) -> Table[Any]:
    after = fold(codec.game, table, facts)
    assert after is not None  # noqa: S101 - a log is never empty here
    return after
