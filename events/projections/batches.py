"""What a stretch of the feed changes in a generation of the lists. Whatever does not fit together is an error, never passed over."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from events.errors import BrokenLog, TableUnknown
from events.opening import Tables
from events.projections.generations import Batch, Generations, Known, Position
from events.projections.summaries import Summary, changed, summary, touches
from events.store import FeedEntry

AT_ONCE: Final = 4000
"""Feed entries read at once, over all partitions."""


class ProjectionStopped(Exception):
    """The lists cannot go on at this partition without leaving something out."""

    def __init__(self, partition: str, why: str) -> None:
        super().__init__(why)
        self.partition = partition


def advance(tables: Tables, generations: Generations, position: Position, wait_ms: int) -> Position:
    """Project what the feeds hold after `position`, waiting for the first entry; the position after it.

    Raises `Moved` if somebody else was first, `ProjectionStopped`, `StoreUnavailable`; what came before it is written.
    """
    entries = tables.store.follow(position.checkpoints, wait_ms, AT_ONCE)
    for partition, stretch in groupby(entries, key=lambda entry: entry.partition):
        try:
            batch = _batch(tables, generations, position, list(stretch))
        except (BrokenLog, TableUnknown) as error:
            raise ProjectionStopped(partition, str(error)) from error
        position = generations.write(position, batch)
    return position


class _Span(NamedTuple):
    """Versions `after` + 1 to `to` of a table."""

    after: int
    to: int


def _batch(tables: Tables, generations: Generations, position: Position, entries: Sequence[FeedEntry]) -> Batch:
    """The batch of one partition's entries. Raises `Moved`, `BrokenLog`, `TableUnknown`."""
    known = generations.known(position, {entry.table for entry in entries})
    versions, touched = _told(known, entries)
    fresh = {table: _summary(tables, table, span, known[table].summary) for table, span in touched.items()}
    changes = [change for table, told in fresh.items() if (change := changed(known[table].summary, told))]
    return Batch(entries[-1].partition, entries[-1].id, versions, changes)


def _told(known: Mapping[str, Known], entries: Sequence[FeedEntry]) -> tuple[dict[str, int], dict[str, _Span]]:
    """The newest version told of every table, and the versions among which a summary can have changed: all of them, if the feed tells of
    what was known already. Then the table was read while it went on, or its store has gone back and it goes on another way (ADR 28).
    """
    versions: dict[str, int] = {}
    touched: dict[str, _Span] = {}
    for entry in entries:
        before = versions.get(entry.table, known[entry.table].version)
        if not entry.table:
            continue  # no append wrote it
        if entry.first <= before:
            versions[entry.table], touched[entry.table] = entry.last, _Span(0, entry.last)
            continue
        if entry.first != before + 1:
            raise BrokenLog(f"{entry.table}: the feed tells of version {entry.first} after {before}")
        versions[entry.table] = entry.last
        if touches(entry.types):
            since = touched.get(entry.table, _Span(before, before))
            touched[entry.table] = _Span(since.after, entry.last)
    return versions, touched


def _summary(tables: Tables, table_id: str, span: _Span, before: Summary | None) -> Summary:
    """The table's summary now. The events that have changed it must all be there, whatever a snapshot says."""
    opened = tables.open(table_id)
    events = list(tables.happened(opened.codec, table_id, span.after, span.to))
    created_at = events[0].recorded.at if before is None else before.created_at
    return summary(table_id, opened.game.name, created_at, opened.table)
