"""A fork's file beside that of the table it comes from: whether what it has taken over is what happened there."""

from collections.abc import Sequence
from typing import NamedTuple

from events.tables.opening import LoadedTable, RecordedEvent
from rules.table_fork import inherited, origin


class Retold(NamedTuple):
    """A table and all its events, as `retold` tells them."""

    opened: LoadedTable
    events: Sequence[RecordedEvent]


def copy_fault(fork: Retold, source: Retold) -> str | None:
    """What is wrong with a fork as a copy of its source, for people; None if it is a true one. Both files are right by themselves.

    Compared are facts, with which older events' data are raised to the newest schema: a later build may have written the fork.
    """
    told = fork.opened.table.forked_from
    if told is None or told.table != source.opened.id:
        return "it does not come from there"
    if not 0 < told.version <= len(source.events):
        return f"the source has no version {told.version}"
    own_hash = source.events[told.version - 1].recorded.hash
    if told.hash != own_hash:
        return f"the source had the hash {own_hash} at version {told.version}, not {told.hash}"
    if _kind(fork) != _kind(source):
        return "its game, options or number of seats are not those of the source"
    there = inherited(fact for _, fact in source.events[: told.version])
    copied = [happened for happened in fork.events if inherited([happened.event])][: told.events]
    for (recorded, fact), original in zip(copied, there, strict=False):
        if fact != original:
            return f"its event {recorded.version} is not the one that the source has in its place"
    if told.events != len(there):
        return f"the source has {len(there)} events to take over up to version {told.version}, not {told.events}"
    if told != origin(source.opened.table, source.opened.id, told.version, told.hash, there):
        return "its draws do not have the source's secrets"
    return None


def _kind(table: Retold) -> tuple[object, ...]:
    """What a fork has in common with its source from the beginning."""
    return table.opened.game.name, table.opened.table.options, len(table.opened.table.seats)
