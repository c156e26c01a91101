"""Builds the lists anew from the logs alone, beside the ones that are read meanwhile, and then puts them in their place."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from events.errors import BrokenLog, NewerLog, TableUnknown
from events.feed.entries import order
from events.projections.batches import advance
from events.projections.generations import Batch, GenerationPosition, Generations
from events.projections.summaries import ENDING, Change, Span, changed, ended_at, summary
from events.store.event_store import StoreUnavailable
from events.store.keys import partition_of
from events.tables.opening import Tables
from events.timestamps import epoch_ms
from rules.table_state import Table

AT_ONCE: Final = 20
"""Tables written at once; between two writes nobody else gives the rebuild up."""

CATCH_UPS: Final = 3
"""How often to catch up with the games that go on meanwhile; each time takes less than the one before."""

Progress = Callable[[int, int], None]
"""Told how many tables are done, of how many."""


class LeftOut(NamedTuple):
    """Tables that are not in the new lists, and why: those that are damaged, and those that only a newer build can read."""

    damaged: dict[str, str]
    newer: dict[str, str]


def rebuild(tables: Tables, generations: Generations, progress: Progress) -> LeftOut:
    """Fill a new generation and make it current; readers read the old one until then, and it is forgotten afterwards.

    Every log is read whole, its chain of hashes too. Raises `RebuildRunning`, `Moved` if it took so long that another began,
    `StoreUnavailable`; then the old generation stays.
    """
    position = generations.begin()
    try:
        position = generations.start_from(position, tables.store.feed_ends())
        left_out = _fill(tables, generations, position, progress)
        generations.publish(_caught_up(tables, generations, position))
    finally:
        generations.clear(position)
    return left_out


def _fill(tables: Tables, generations: Generations, position: GenerationPosition, progress: Progress) -> LeftOut:
    wanted, left_out = sorted({*tables.store.tables()}), LeftOut({}, {})
    done = 0
    progress(done, len(wanted))
    for partition, group in groupby(wanted, key=partition_of):
        for some in _in_parts([*group]):
            read = {table: found for table in some if (found := _read(tables, table, left_out))}
            versions = {table: version for table, (version, _) in read.items()}
            changes = [change for _, change in read.values() if change]
            waiting = {table: why for table, why in left_out.newer.items() if table in some}
            generations.write(position, Batch(partition, position.checkpoints[partition], versions, changes, waiting))
            generations.hold()
            done += len(some)
            progress(done, len(wanted))
    return left_out


def _read(tables: Tables, table_id: str, left_out: LeftOut) -> tuple[int, Change | None] | None:
    """The table's version and what it adds to the lists, from its whole log; a snapshot is not believed here. None if it is left out."""
    try:
        opened = tables.open(table_id)
        created_at, table = tables.replay(opened.codec, table_id, opened.table.version)
        ending = tables.happened(opened.codec, table_id, max(0, table.version - ENDING), table.version)
        span = Span(created_at, ended_at(ending))
    except StoreUnavailable:
        raise
    except NewerLog as newer:
        left_out.newer[table_id] = newer.why
    except BrokenLog as broken:
        left_out.damaged[table_id] = broken.why
    except TableUnknown:
        pass  # it was removed meanwhile
    else:
        _note_source(tables, table_id, table)
        [creator] = tables.store.creators([table_id])
        return table.version, changed(None, summary(table_id, opened.game.name, span, table, creator))
    return None


def _note_source(tables: Tables, table_id: str, table: Table[Any]) -> None:
    """A fork that an older build created holds its source, too."""
    if table.forked_from is not None:
        tables.store.note_fork(table.forked_from.table, table_id, epoch_ms(tables.now()))


def _caught_up(tables: Tables, generations: Generations, position: GenerationPosition) -> GenerationPosition:
    """Bring the new generation to where the feeds end."""
    for _ in range(CATCH_UPS):
        ends = tables.store.feed_ends()
        while any(order(position.checkpoints[partition]) < order(end) for partition, end in ends.items()):
            position = advance(tables, generations, position, 0)
            generations.hold()
    return position


def _in_parts(names: Sequence[str]) -> Iterator[Sequence[str]]:
    for start in range(0, len(names), AT_ONCE):
        yield names[start : start + AT_ONCE]
