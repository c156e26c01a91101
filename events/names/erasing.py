"""Takes names out of a table's log. Everything that follows from the log (views, lists, files) then follows from a log without them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec

from events.errors import ArchiveUnreachable, BrokenLog
from events.store.event_store import NewLine, StoreUnavailable
from events.store.store import Store
from events.store.whole_table import WholeTable
from events.tables.envelope import Recorded, line_of, read_line
from events.tables.names import name_of, without_name
from rules.table_events import SeatTaken, TableStarted

LINES_PER_READ: Final = 100
"""Lines per read. Most tables start within the first ten events."""

Erases: TypeAlias = Callable[[str, str], bool]
"""Whether a name is erased whose player joined at this time (UTC, ms)."""


class ErasedNames(NamedTuple):
    """How many names were taken out of a table now, and whether the table lacks any, from now or before. If it is not `complete`, a part of
    the table cannot be read, and may have more.
    """

    now: int
    any: bool
    complete: bool = True


def standing_names(store: Store, table: str, erases: Erases) -> Sequence[str]:
    """The names at the table that would be erased. Raises `StoreUnavailable`, `ArchiveUnreachable`."""
    return [name for joined in _joins(_lines(store, table)).events if (name := _name_to_erase(joined, erases)) is not None]


def erase_at(store: Store, table: str, erases: Erases) -> ErasedNames:
    """Erase names at a table of the store. It may be in play, and may be damaged: then as far as it can be read.

    Players notice nothing. Raises `StoreUnavailable`, `ArchiveUnreachable`.
    """
    erased = 0
    while True:
        joins = _joins(_lines(store, table))
        lines = _new_lines(joins.events, erases)
        if not lines:
            return ErasedNames(erased, any(name_of(joined) is None for joined in joins.events), joins.complete)
        if store.replace_lines(table, lines):
            erased += len(lines)
        elif table in store.archived_tables():
            raise StoreUnavailable(f"{table} was archived while names were erased there")


def without_names(whole: WholeTable, erases: Erases) -> WholeTable | None:
    """A whole table after names were erased; None if it has none of them. It has no snapshot: that has the names."""
    erased = {line.version: line.line for line in _new_lines(_joins(whole.lines).events, erases)}
    if not erased:
        return None
    return whole._replace(lines=[erased.get(version, line) for version, line in enumerate(whole.lines, 1)], snapshot=None)


def _new_lines(joins: Iterable[Recorded], erases: Erases) -> Sequence[NewLine]:
    found = (without_name(joined) for joined in joins if _name_to_erase(joined, erases) is not None)
    return [NewLine(recorded.version, recorded.hash, line_of(recorded)) for recorded in found]


def _name_to_erase(joined: Recorded, erases: Erases) -> str | None:
    name = name_of(joined)
    return name if name is not None and erases(name, joined.at) else None


class _Joins(NamedTuple):
    """The events in which players join, and whether all of them could be read."""

    events: Sequence[Recorded]
    complete: bool


def _joins(lines: Iterable[bytes]) -> _Joins:
    """Who has joined a table, by its lines. Nobody joins after the start, so later lines are not read. Raises `ArchiveUnreachable`."""
    events, complete = list[Recorded](), True
    try:
        for line in lines:
            try:
                recorded = read_line(line)
            except msgspec.DecodeError:
                complete = False
                continue
            if recorded.type == TableStarted.type:
                break
            if recorded.type == SeatTaken.type:
                events.append(recorded)
    except ArchiveUnreachable:
        raise
    except BrokenLog:
        complete = False
    return _Joins(events, complete)


def _lines(store: Store, table: str) -> Iterator[bytes]:
    after = 0
    while lines := store.read(table, after, LINES_PER_READ):
        yield from lines
        after += len(lines)
