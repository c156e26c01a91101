"""Erases names in the lists at tables whose logs cannot be read. At all others the projector does it: it reads the log again."""

from collections.abc import Callable, Collection
from itertools import groupby

from msgspec.structs import replace

from events.names.erasing import Erases
from events.projections.changes import Change, changed
from events.projections.generations import Batch, GenerationPosition, Generations, Moved
from events.projections.summaries import Sitter, StoredSummary
from events.store.keys import partition_of
from rules.table_view import name_view


def erase_in_lists(generations: Generations, tables: Collection[str], erases: Erases) -> None:
    """Erase names at these tables in the lists, also in those that are being built.

    Nobody joins a table that cannot be read, so its players count as having joined when it was created. Raises `StoreUnavailable`.
    """
    for find in (generations.current, generations.building):
        while not _erased(generations, find, sorted(tables), erases):
            pass


def _erased(generations: Generations, find: Callable[[], GenerationPosition | None], tables: Collection[str], erases: Erases) -> bool:
    """False if a projector was first: then all of it is done again."""
    position = find()
    if position is None:
        return True
    try:
        for partition, group in groupby(tables, key=partition_of):
            known = generations.known(position, [*group])
            changes = [change for one in known.values() if one.summary is not None and (change := _change(one.summary, erases))]
            if changes:
                generations.write(position, Batch(partition, position.checkpoints[partition], {}, changes))
    except Moved:
        return False
    return True


def _change(known: StoredSummary, erases: Erases) -> Change | None:
    return changed(known, replace(known, seats=tuple(_without_name(sitter, known.created_at, erases) for sitter in known.seats)))


def _without_name(sitter: Sitter, joined_at: str, erases: Erases) -> Sitter:
    if sitter.name is None or sitter.name_erased or not erases(sitter.name, joined_at):
        return sitter
    return replace(sitter, **name_view(sitter.seat, None, erased=True))
