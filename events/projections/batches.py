"""What a stretch of the feed changes in a generation of the lists. The feed says where to look, the logs say what is there (ADR 9, 29)."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from events.errors import BrokenLog, NewerLog, TableUnknown
from events.feed.entries import just_before
from events.projections.generations import Batch, GenerationPosition, Generations, KnownTable
from events.projections.summaries import ENDING, Change, Span, changed, ended_at, summary, touches, without
from events.store.event_store import FeedEntry, StoreUnavailable
from events.tables.opening import Tables

AT_ONCE: Final = 4000
"""Feed entries read at once, over all partitions."""

AGAIN: Final = 100
"""Tables that wait for a newer build and are looked at again in one go."""


class Seen(NamedTuple):
    """A table as it was found: its version, what it changes in the lists (None: nothing), and why it has to wait (None: it has not).

    `removed`: there is none any more, and nothing is wrong with that.
    """

    version: int
    change: Change | None = None
    waits: str | None = None
    removed: bool = False


def advance(tables: Tables, generations: Generations, position: GenerationPosition, wait_ms: int) -> GenerationPosition:
    """Project what the feeds hold after `position`, waiting for the first entry; the position after it.

    A table that cannot be read keeps its place in the lists and holds up no other. Raises `Moved` if somebody else was first,
    `StoreUnavailable`; what came before it is written.
    """
    entries = tables.store.follow(position.checkpoints, wait_ms, AT_ONCE)
    for _, stretch in groupby(entries, key=lambda entry: entry.partition):
        position = generations.write(position, _batch(tables, generations, position, list(stretch)))
    return position


def look_again(tables: Tables, generations: Generations, position: GenerationPosition) -> GenerationPosition:
    """Project tables that waited for a build that can read them, as far as this one can. Raises as `advance` does."""
    waiting = sorted(generations.waiting(position, AGAIN))
    known = generations.known(position, waiting)
    for partition, group in groupby(waiting, key=lambda table: table[:3]):
        looked_at = [*group]
        creators = _creators(tables, looked_at, known)
        seen = {table: _seen(tables, table, known[table], creators[table]) for table in looked_at}
        position = generations.write(position, _written(partition, position.checkpoints[partition], seen, waiting))
    return position


def _batch(tables: Tables, generations: Generations, position: GenerationPosition, entries: Sequence[FeedEntry]) -> Batch:
    """The batch of one partition's entries. Raises `Moved`."""
    known = generations.known(position, {entry.table for entry in entries if entry.table})
    versions, newest = _told(known, entries)
    creators = _creators(tables, newest, known)
    seen = {table: _compared(tables, entry, _seen(tables, table, known[table], creators[table])) for table, entry in newest.items()}
    batch = _written(entries[-1].partition, entries[-1].id, seen)
    told = {table: version for table, version in versions.items() if table not in batch.removed}
    return batch._replace(versions={**told, **batch.versions})


def _told(known: Mapping[str, KnownTable], entries: Sequence[FeedEntry]) -> tuple[dict[str, int], dict[str, FeedEntry]]:
    """The newest version told of every table, and of those that must be looked at the entry that tells of it.

    Looked at is what can have changed a summary, and whatever does not follow on what was told before: the log has what the feed left
    out, or its store has gone back and it goes on another way (ADR 28).
    """
    versions: dict[str, int] = {}
    newest: dict[str, FeedEntry] = {}
    for entry in entries:
        if not entry.table:
            continue  # no append wrote it
        before = versions.get(entry.table, known[entry.table].version)
        versions[entry.table] = max(before, entry.last)
        if touches(entry.types) or entry.first != before + 1:
            earlier = newest.get(entry.table, entry)
            newest[entry.table] = max(earlier, entry, key=lambda one: one.last)
    return versions, newest


def _creators(tables: Tables, looked_at: Collection[str], known: Mapping[str, KnownTable]) -> Mapping[str, str]:
    """Whom the tables count for: as the lists know it, or else as the store does."""
    kept = {table: known[table].summary for table in looked_at}
    creators = {table: told.creator for table, told in kept.items() if told is not None and told.creator is not None}
    unknown = [table for table in looked_at if table not in creators]
    return creators | dict(zip(unknown, tables.store.creators(unknown) if unknown else (), strict=True))


def _seen(tables: Tables, table_id: str, known: KnownTable, creator: str) -> Seen:
    """The table now. The events since the lists last knew it must all be there, whatever a snapshot says."""
    try:
        opened = tables.open(table_id)
        version = opened.table.version
        after = min(known.version, version - (ENDING if opened.table.outcome else 0)) if known.summary else 0
        events = [*tables.happened(opened.codec, table_id, after, version)]
    except StoreUnavailable:
        raise
    except NewerLog as newer:
        return Seen(known.version, waits=newer.why)
    except TableUnknown:
        if not tables.store.was_removed(table_id):
            return Seen(known.version)
        return Seen(0, None if known.summary is None else without(known.summary), removed=True)
    except BrokenLog:
        return Seen(known.version)
    span = Span(known.summary.created_at if known.summary else events[0].recorded.at, ended_at(events))
    return Seen(version, changed(known.summary, summary(table_id, opened.game.name, span, opened.table, creator)))


def _compared(tables: Tables, entry: FeedEntry, seen: Seen) -> Seen:
    """What was seen of a table, after the feed has told of versions up to `entry.last`: a log that ends before has lost events.

    The feed is asked once more: both may have gone back together, to where another server has been.
    """
    if seen.version < entry.last and seen.waits is None and not seen.removed:
        told = tables.store.follow({entry.partition: just_before(entry.id)}, 0, limit=1)
        if any(again.id == entry.id for again in told):
            tables.aside.lost(entry.table, entry.last)
    return seen


def _written(partition: str, reached: str, seen: Mapping[str, Seen], waited: Collection[str] = ()) -> Batch:
    """The batch that brings the partition to `reached` with what was seen; who of those that waited has been read waits no more."""
    return Batch(
        partition,
        reached,
        {table: one.version for table, one in seen.items() if not one.removed},
        [one.change for one in seen.values() if one.change],
        waiting={table: one.waits for table, one in seen.items() if one.waits is not None},
        settled=[table for table in seen if table in waited and seen[table].waits is None],
        removed=[table for table, one in seen.items() if one.removed],
    )
