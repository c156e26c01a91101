"""Tables as an operator looks for them: by id, state, age and creator, straight from the logs."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import Final, NamedTuple

from events.errors import BrokenLog, NewerLog, TableUnknown
from events.tables.opening import LoadedTable
from events.tables.scanning import newest, walk
from events.timestamps import stamp
from workers.jobs.parts import WorkerParts

AT_ONCE: Final = 200
"""Tables of which the newest event and the creator are asked for together."""

LINE: Final = "{:<30}  {:<9}  {:<24}  {:>6}  {}  {}"
HEADER: Final = LINE.format("table", "state", "newest event", "events", "game", "creator")


class TableFilter(NamedTuple):
    """Which tables are looked for; what is empty or None means any."""

    tables: Sequence[str]
    states: frozenset[str]
    older_than: timedelta | None
    creator: str | None


class FoundTable(NamedTuple):
    """A table. `at` is the time of its newest event; `opened` is None and `why` says why if it cannot be read."""

    table: str
    state: str
    at: str
    version: int
    creator: str
    opened: LoadedTable | None = None
    why: str = ""

    def line(self) -> str:
        """The table in a list, below `HEADER`."""
        game = self.opened.game.name if self.opened is not None else self.why
        return LINE.format(self.table, self.state, self.at or "-", self.version, game, self.creator or "-")


def find(tools: WorkerParts, wanted: TableFilter) -> Iterator[FoundTable]:
    """The tables, in no order; the store is asked for a few at a time. Raises `StoreUnavailable`."""
    names = iter(wanted.tables) if wanted.tables else _all(tools)
    while some := list(islice(names, AT_ONCE)):
        for table, creator in _sifted(tools, wanted, some):
            found = look(tools, table, creator)
            if found is not None and (not wanted.states or found.state in wanted.states):
                yield found


def look(tools: WorkerParts, table: str, creator: str | None = None) -> FoundTable | None:
    """What is known of a table; None if there is none. Raises `StoreUnavailable`."""
    who = tools.tables.store.creators([table])[0] if creator is None else creator
    try:
        opened = tools.tables.open(table)
    except TableUnknown:
        return None
    except BrokenLog as broken:
        last = newest(tools.client, [table])[table]
        state = "newer" if isinstance(broken, NewerLog) else "damaged"
        return FoundTable(table, state, "" if last is None else stamp(last.at), max(0, broken.version - 1), who, why=broken.why)
    return FoundTable(table, _state(opened), opened.at, opened.table.version, who, opened)


def _state(opened: LoadedTable) -> str:
    outcome = opened.table.outcome
    if opened.table.status != "finished" or outcome is None:
        return opened.table.status
    return outcome.reason if outcome.reason in {"abandoned", "inactive", "closed"} else "finished"


def _all(tools: WorkerParts) -> Iterator[str]:
    """All tables: those that have a log, once each, and then those whose logs are gone."""
    seen: set[str] = set()
    place, begun = 0, False
    while place or not begun:
        begun = True
        place, found = walk(tools.client, place)
        yield from (table for table in found if table not in seen)
        seen.update(found)
    yield from (table for table in tools.tables.store.damaged() if table not in seen)


def _sifted(tools: WorkerParts, wanted: TableFilter, tables: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Those that may be wanted, as far as that can be said without opening them, and whom they count for."""
    creators = dict(zip(tables, tools.tables.store.creators(tables), strict=True))
    times = newest(tools.client, tables) if wanted.older_than is not None else {}
    now = tools.tables.now()
    for table, creator in creators.items():
        last = times.get(table)
        young = wanted.older_than is not None and (last is None or now - last.at < wanted.older_than)
        if not young and wanted.creator in {None, creator}:
            yield table, creator
