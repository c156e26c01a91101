"""Rebuilds the lists from the logs while readers use the old lists, then replaces the old lists."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from events.errors import BrokenLog, TableUnknown, UnreadableNow
from events.feed.entries import order
from events.projections.batches import advance
from events.projections.changes import Change, changed
from events.projections.generations import Batch, GenerationPosition, Generations
from events.projections.summaries import LAST_EVENTS, Span, ended_at, summary
from events.store.event_store import StoreUnavailable
from events.store.keys import PARTITIONS, partition_of
from events.tables.opening import Tables
from events.timestamps import epoch_ms
from rules.table_state import Table

TABLES_PER_WRITE: Final = 20
"""Tables per write. Each write renews the lease of the rebuild."""

CATCH_UPS: Final = 3
"""Rounds of catching up with running games; each round takes less time than the one before."""

Progress = Callable[[int, int], None]
"""A callback with the number of finished tables and the number of all tables."""


class LeftOut(NamedTuple):
    """Tables missing from the new lists, and why: damaged tables, and tables that this process cannot read now."""

    damaged: dict[str, str]
    waiting: dict[str, str]


def rebuild(tables: Tables, generations: Generations, progress: Progress) -> LeftOut:
    """Fill a new generation and make it current. Until then readers use the old one, which is deleted afterwards.

    Reads every log completely and checks its hash chain. Raises `RebuildRunning`, `Moved` if it stalled and another rebuild began, and
    `StoreUnavailable`. After an error the old generation stays.
    """
    position = generations.begin()
    try:
        position = generations.start_from(position, _all_ends(tables))
        left_out = _fill(tables, generations, position, progress)
        generations.publish(_caught_up(tables, generations, position))
    finally:
        generations.clear(position)
    return left_out


def _fill(tables: Tables, generations: Generations, position: GenerationPosition, progress: Progress) -> LeftOut:
    table_ids, left_out = sorted({*tables.store.tables(), *tables.store.archived_tables()}), LeftOut({}, {})
    done = 0
    progress(done, len(table_ids))
    for partition, group in groupby(table_ids, key=partition_of):
        for chunk in _in_chunks([*group]):
            read = {table: found for table in chunk if (found := _read(tables, table, left_out))}
            versions = {table: version for table, (version, _) in read.items()}
            changes = [change for _, change in read.values() if change]
            waiting = {table: why for table, why in left_out.waiting.items() if table in chunk}
            generations.write(position, Batch(partition, position.checkpoints[partition], versions, changes, waiting))
            generations.hold()
            done += len(chunk)
            progress(done, len(table_ids))
    return left_out


def _read(tables: Tables, table_id: str, left_out: LeftOut) -> tuple[int, Change | None] | None:
    """The table's version and its change in the lists, from its whole log without a snapshot. None if the table is left out."""
    try:
        loaded = tables.open(table_id)
        created_at, table = tables.replay(loaded.codec, table_id, loaded.table.version)
        ending = tables.recorded_events(loaded.codec, table_id, max(0, table.version - LAST_EVENTS), table.version)
        span = Span(created_at, ended_at(ending))
    except StoreUnavailable:
        raise
    except UnreadableNow as waits:
        left_out.waiting[table_id] = waits.why
    except BrokenLog as broken:
        left_out.damaged[table_id] = broken.why
    except TableUnknown:
        pass  # the table was removed meanwhile
    else:
        _note_source(tables, table_id, table)
        [creator] = tables.store.creators([table_id])
        return table.version, changed(None, summary(table_id, loaded.game.name, span, table, creator))
    return None


def _note_source(tables: Tables, table_id: str, table: Table[Any]) -> None:
    """Protect the source of a fork from removal, even if an older build created the fork."""
    if table.forked_from is not None:
        tables.store.note_fork(table.forked_from.table, table_id, epoch_ms(tables.now()))


def _caught_up(tables: Tables, generations: Generations, position: GenerationPosition) -> GenerationPosition:
    """Bring the new generation to the ends of the feeds."""
    for _ in range(CATCH_UPS):
        ends = _all_ends(tables)
        while any(order(position.checkpoints[partition]) < order(end) for partition, end in ends.items()):
            position = advance(tables, generations, position, 0)
            generations.hold()
    return position


def _all_ends(tables: Tables) -> Mapping[str, str]:
    """The ends of all feeds. Raises `StoreUnavailable` if one is missing: its tables would be, too."""
    ends = tables.store.feed_ends()
    if missing := [partition for partition in PARTITIONS if partition not in ends]:
        raise StoreUnavailable(f"the servers of {', '.join(missing)} do not answer")
    return ends


def _in_chunks(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), TABLES_PER_WRITE):
        yield names[start : start + TABLES_PER_WRITE]
