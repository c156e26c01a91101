"""Builds the lists anew from the logs alone, beside the ones that are read meanwhile, and then puts them in their place."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain, groupby
from typing import Final

from events.errors import BrokenLog, TableUnknown
from events.feed import order
from events.keys import partition_of
from events.opening import Tables
from events.projections.batches import ProjectionStopped, advance
from events.projections.generations import Batch, Generations, Position
from events.projections.summaries import Change, changed, summary
from rules.table_state import fold

AT_ONCE: Final = 20
"""Tables written at once; between two writes nobody else gives the rebuild up."""

CATCH_UPS: Final = 3
"""How often to catch up with the games that go on meanwhile; each time takes less than the one before."""

Progress = Callable[[int, int], None]
"""Told how many tables are done, of how many."""


def rebuild(tables: Tables, generations: Generations, progress: Progress, without: Collection[str] = ()) -> None:
    """Fill a new generation and make it current; readers read the old one until then, and it is forgotten afterwards.

    Tables in `without` are left out. Raises `RebuildRunning`, `Moved` if it took so long that another began,
    `ProjectionStopped` for a log that cannot be read, `StoreUnavailable`; then the old generation stays.
    """
    position = generations.begin()
    try:
        position = generations.start_from(position, tables.store.feed_ends())
        _fill(tables, generations, position, progress, without)
        generations.publish(_caught_up(tables, generations, position))
    finally:
        generations.clear(position)


def _fill(tables: Tables, generations: Generations, position: Position, progress: Progress, without: Collection[str]) -> None:
    wanted = sorted({*tables.store.tables()} - {*without})
    done = 0
    progress(done, len(wanted))
    for partition, group in groupby(wanted, key=partition_of):
        for some in _in_parts([*group]):
            read = {table: _read(tables, table) for table in some}
            versions = {table: version for table, (version, _) in read.items()}
            changes = [change for _, change in read.values() if change]
            generations.write(position, Batch(partition, position.checkpoints[partition], versions, changes))
            generations.hold()
            done += len(some)
            progress(done, len(wanted))


def _read(tables: Tables, table_id: str) -> tuple[int, Change | None]:
    """The table's version and what it adds to the lists, from its whole log; a snapshot is not believed here."""
    try:
        opened = tables.open(table_id)
        events = tables.happened(opened.codec, table_id, 0, opened.table.version)
        first = next(events)
        table = fold(opened.game, None, chain([first.event], (event for _, event in events)))
    except (BrokenLog, TableUnknown) as error:
        raise ProjectionStopped(partition_of(table_id), f"{table_id}: {error}") from error
    assert table is not None  # noqa: S101 - it has a first event
    return table.version, changed(None, summary(table_id, opened.game.name, first.recorded.at, table))


def _caught_up(tables: Tables, generations: Generations, position: Position) -> Position:
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
