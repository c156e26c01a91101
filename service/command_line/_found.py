"""Finds tables by id, state, age and creator, directly in the logs."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import islice
from typing import Final, NamedTuple

from events.errors import ArchiveUnreachable, BrokenLog, NewerLog, TableUnknown
from events.tables.opening import LoadedTable
from events.tables.scanning import newest, walk
from events.timestamps import stamp
from workers.jobs.parts import WorkerParts

TABLES_PER_BATCH: Final = 200
"""Number of tables whose newest events and creators are read together."""

LINE: Final = "{:<30}  {:<11}  {:<7}  {:<24}  {:>6}  {}  {}"
HEADER: Final = LINE.format("table", "state", "place", "newest event", "events", "game", "creator")


class TableFilter(NamedTuple):
    """A filter for tables; an empty field or None matches any. The state `archived` matches every table in the archive."""

    tables: Sequence[str]
    states: frozenset[str]
    older_than: timedelta | None
    creator: str | None

    def has_state_of(self, found: "FoundTable") -> bool:
        return not self.states or found.state in self.states or (found.archived and "archived" in self.states)


class FoundTable(NamedTuple):
    """A table that was found. `at` is the time of its newest event. If its log cannot be read, `loaded` is None and `why` is the reason."""

    table: str
    state: str
    at: str
    version: int
    creator: str
    archived: bool
    loaded: LoadedTable | None = None
    why: str = ""

    @property
    def place(self) -> str:
        return "archive" if self.archived else "store"

    def line(self) -> str:
        """The table as a line of a list, below `HEADER`."""
        game = self.loaded.game.name if self.loaded is not None else self.why
        return LINE.format(self.table, self.state, self.place, self.at or "-", self.version, game, self.creator or "-")


def find(parts: WorkerParts, wanted: TableFilter) -> Iterator[FoundTable]:
    """The matching tables, in no particular order, read in batches. Raises `StoreUnavailable`."""
    names = iter(wanted.tables) if wanted.tables else _all(parts)
    while some := list(islice(names, TABLES_PER_BATCH)):
        for table, creator in _prefiltered(parts, wanted, some):
            found = look(parts, table, creator)
            if found is not None and wanted.has_state_of(found):
                yield found


def look(parts: WorkerParts, table: str, creator: str | None = None) -> FoundTable | None:
    """A table with its state and creator; None if it does not exist. Raises `StoreUnavailable`."""
    known_creator = parts.tables.store.creators([table])[0] if creator is None else creator
    archived = table in parts.stubs.of([table])
    try:
        loaded = parts.tables.open(table)
    except TableUnknown:
        return None
    except BrokenLog as broken:
        last = newest(parts.client, [table])[table]
        state = _UNREADABLE.get(type(broken), "damaged")
        return FoundTable(
            table, state, "" if last is None else stamp(last.at), max(0, broken.version - 1), known_creator, archived, why=broken.why
        )
    return FoundTable(table, _state(loaded), loaded.at, loaded.table.version, known_creator, archived, loaded)


_UNREADABLE: Final[Mapping[type[BrokenLog], str]] = {NewerLog: "newer", ArchiveUnreachable: "unreachable"}
"""The states of tables that cannot be read now; all others that cannot be read are damaged."""


def _state(loaded: LoadedTable) -> str:
    outcome = loaded.table.outcome
    if loaded.table.status != "finished" or outcome is None:
        return loaded.table.status
    return outcome.reason if outcome.reason in {"abandoned", "inactive", "closed"} else "finished"


def _all(parts: WorkerParts) -> Iterator[str]:
    """The ids of all tables: first those with a log, each once, then damaged ones without a log."""
    seen: set[str] = set()
    place, started = "", False
    while place or not started:
        started = True
        place, found = walk(parts.client, place)
        yield from (table for table in found if table not in seen)
        seen.update(found)
    yield from (table for table in parts.tables.store.damaged() if table not in seen)


def _prefiltered(parts: WorkerParts, wanted: TableFilter, tables: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The tables that match by age and creator, which can be checked without opening them, with their creators."""
    creators = dict(zip(tables, parts.tables.store.creators(tables), strict=True))
    times = newest(parts.client, tables) if wanted.older_than is not None else {}
    now = parts.tables.now()
    for table, creator in creators.items():
        last = times.get(table)
        young = wanted.older_than is not None and (last is None or now - last.at < wanted.older_than)
        if not young and wanted.creator in {None, creator}:
            yield table, creator
