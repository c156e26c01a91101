"""Compares a fork's file with the file of its source: whether the inherited events are the ones of the source."""

from collections.abc import Sequence
from typing import NamedTuple

from events.tables.opening import LoadedTable, RecordedEvent
from rules.table_fork import inherited, origin


class LoadedFile(NamedTuple):
    """A table and all its events, as `load_file` returns them."""

    loaded: LoadedTable
    events: Sequence[RecordedEvent]


def copy_fault(fork: LoadedFile, source: LoadedFile) -> str | None:
    """The first difference between a fork and its source, for people; None if the copy is exact. Each file must be valid by itself.

    The comparison uses facts in the newest schema, because a later build may have written the fork.
    """
    own_origin = fork.loaded.table.forked_from
    if own_origin is None or own_origin.table != source.loaded.id:
        return "it does not come from there"
    if not 0 < own_origin.version <= len(source.events):
        return f"the source has no version {own_origin.version}"
    own_hash = source.events[own_origin.version - 1].recorded.hash
    if own_origin.hash != own_hash:
        return f"the source had the hash {own_hash} at version {own_origin.version}, not {own_origin.hash}"
    if _kind(fork) != _kind(source):
        return "its game, options or number of seats are not those of the source"
    there = inherited(fact for _, fact in source.events[: own_origin.version])
    copied = [recorded_event for recorded_event in fork.events if inherited([recorded_event.event])][: own_origin.events]
    for (recorded, fact), original in zip(copied, there, strict=False):
        if fact != original:
            return f"its event {recorded.version} is not the one that the source has in its place"
    if own_origin.events != len(there):
        return f"the source has {len(there)} events to take over up to version {own_origin.version}, not {own_origin.events}"
    if own_origin != origin(source.loaded.table, source.loaded.id, own_origin.version, own_origin.hash, there):
        return "its draws do not have the source's secrets"
    return None


def _kind(table: LoadedFile) -> tuple[object, ...]:
    """The properties that a fork shares with its source from the beginning."""
    return table.loaded.game.name, table.loaded.table.options, len(table.loaded.table.seats)
