"""Turns a part of the feed into changes of the lists. The feed says which tables have changed, and the logs how (ADR 9, 29)."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from events.errors import BrokenLog, TableUnknown, UnreadableNow
from events.feed.entries import just_before
from events.projections.changes import Change, changed, without
from events.projections.generations import Batch, GenerationPosition, Generations, KnownTable
from events.projections.summaries import LAST_EVENTS, Span, ended_at, summary, touches
from events.store.event_store import FeedEntry, StoreUnavailable
from events.tables.opening import Tables

ENTRIES_PER_READ: Final = 4000
"""Feed entries per read, over all partitions."""

WAITING_TABLES_PER_CHECK: Final = 100
"""Tables that wait for a newer build or for the archive, and are checked again per call."""


class Seen(NamedTuple):
    """The result of reading a table: its version, its change in the lists (None: none), and why it must wait (None: it need not).

    `removed`: the table has been removed, which is no damage.
    """

    version: int
    change: Change | None = None
    waits: str | None = None
    removed: bool = False


def advance(tables: Tables, generations: Generations, position: GenerationPosition, wait_ms: int) -> GenerationPosition:
    """Project the feed entries after `position`; waits up to `wait_ms` for the first entry. Returns the position after them.

    A table that cannot be read stays in the lists unchanged and delays no other. Raises `Moved` if another projector was first, and
    `StoreUnavailable`. Batches before the error stay written.
    """
    entries = tables.store.follow(position.checkpoints, wait_ms, ENTRIES_PER_READ)
    for _, stretch in groupby(entries, key=lambda entry: entry.partition):
        position = generations.write(position, _batch(tables, generations, position, list(stretch)))
    return position


def look_again(tables: Tables, generations: Generations, position: GenerationPosition) -> GenerationPosition:
    """Project waiting tables that this process can now read. Raises as `advance` does."""
    waiting = sorted(generations.waiting(position, WAITING_TABLES_PER_CHECK))
    known = generations.known(position, waiting)
    for partition, group in groupby(waiting, key=lambda table: table[:3]):
        tables_to_read = [*group]
        creators = _creators(tables, tables_to_read, known)
        seen = {table: _seen(tables, table, known[table], creators[table]) for table in tables_to_read}
        position = generations.write(position, _written(partition, position.checkpoints[partition], seen, waiting))
    return position


def _batch(tables: Tables, generations: Generations, position: GenerationPosition, entries: Sequence[FeedEntry]) -> Batch:
    """The batch for the entries of one partition. Raises `Moved`."""
    known = generations.known(position, {entry.table for entry in entries if entry.table})
    versions, newest = _announced(known, entries)
    creators = _creators(tables, newest, known)
    seen = {table: _compared(tables, entry, _seen(tables, table, known[table], creators[table])) for table, entry in newest.items()}
    batch = _written(entries[-1].partition, entries[-1].id, seen)
    announced = {table: version for table, version in versions.items() if table not in batch.removed}
    return batch._replace(versions={**announced, **batch.versions})


def _announced(known: Mapping[str, KnownTable], entries: Sequence[FeedEntry]) -> tuple[dict[str, int], dict[str, FeedEntry]]:
    """The newest announced version of every table, and the newest entry of every table that must be read.

    A table must be read if an entry can have changed its summary, or if an entry does not follow the version known before. In that case the
    feed has skipped events that the log has, or the store has lost events and continued from an earlier version (ADR 28).
    """
    versions: dict[str, int] = {}
    newest: dict[str, FeedEntry] = {}
    for entry in entries:
        if not entry.table:
            continue  # no append has written this entry
        before = versions.get(entry.table, known[entry.table].version)
        versions[entry.table] = max(before, entry.last)
        if touches(entry.types) or entry.first != before + 1:
            earlier = newest.get(entry.table, entry)
            newest[entry.table] = max(earlier, entry, key=lambda result: result.last)
    return versions, newest


def _creators(tables: Tables, tables_to_read: Collection[str], known: Mapping[str, KnownTable]) -> Mapping[str, str]:
    """The creators that the tables count for: from the lists, or else from the store."""
    summaries = {table: known[table].summary for table in tables_to_read}
    creators = {table: found.creator for table, found in summaries.items() if found is not None and found.creator is not None}
    unknown = [table for table in tables_to_read if table not in creators]
    return creators | dict(zip(unknown, tables.store.creators(unknown) if unknown else (), strict=True))


def _seen(tables: Tables, table_id: str, known: KnownTable, creator: str) -> Seen:
    """The table now. All events since the version known to the lists must be readable, whatever a snapshot says."""
    try:
        loaded = tables.open(table_id)
        version = loaded.table.version
        after = min(known.version, version - (LAST_EVENTS if loaded.table.outcome else 0)) if known.summary else 0
        events = [*tables.recorded_events(loaded.codec, table_id, after, version)]
    except StoreUnavailable:
        raise
    except UnreadableNow as unreadable:
        return Seen(known.version, waits=unreadable.why)
    except TableUnknown:
        if not tables.store.was_removed(table_id):
            return Seen(known.version)
        return Seen(0, None if known.summary is None else without(known.summary), removed=True)
    except BrokenLog:
        return Seen(known.version)
    span = Span(known.summary.created_at if known.summary else events[0].recorded.at, ended_at(events))
    return Seen(version, changed(known.summary, summary(table_id, loaded.game.name, span, loaded.table, creator)))


def _compared(tables: Tables, entry: FeedEntry, seen: Seen) -> Seen:
    """Returns `seen`. A table whose log ends before the announced `entry.last` has lost events, and is set aside.

    The entry is first read from the feed again: feed and log may have lost writes together in a fail-over.
    """
    if seen.version < entry.last and seen.waits is None and not seen.removed:
        entries_now = tables.store.follow({entry.partition: just_before(entry.id)}, 0, limit=1)
        if any(again.id == entry.id for again in entries_now):
            tables.aside.lost(entry.table, entry.last)
    return seen


def _written(partition: str, reached: str, seen: Mapping[str, Seen], waited: Collection[str] = ()) -> Batch:
    """The batch that moves the partition to `reached`. Tables from `waited` that could be read wait no longer."""
    return Batch(
        partition,
        reached,
        {table: result.version for table, result in seen.items() if not result.removed},
        [result.change for result in seen.values() if result.change],
        waiting={table: result.waits for table, result in seen.items() if result.waits is not None},
        settled=[table for table in seen if table in waited and seen[table].waits is None],
        removed=[table for table, result in seen.items() if result.removed],
    )
