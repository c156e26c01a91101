"""Reading a log from a reader's position on, and detecting that the log no longer contains what the reader has read."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.errors import BranchLost, BrokenLog, TableUnknown
from events.tables.codec import Codec
from events.tables.lineage import START, LogPosition
from events.tables.opening import LoadedTable, RecordedEvent, Tables, read_events


class EventRange(NamedTuple):
    """Consecutive events, and the position before them."""

    before: LogPosition
    events: Sequence[RecordedEvent]

    @property
    def end(self) -> LogPosition:
        """The position of the last event."""
        return LogPosition.of(self.events[-1].recorded) if self.events else self.before

    def after(self, position: LogPosition) -> Sequence[RecordedEvent] | None:
        """The events after a position that has its whole hash; None if this range does not contain the position."""
        if position == self.before:
            return self.events
        last = position.version - self.before.version
        if 0 < last <= len(self.events) and LogPosition.of(self.events[last - 1].recorded) == position:
            return self.events[last:]
        return None


UNKNOWN_RANGE: Final = EventRange(LogPosition(-1), ())
"""A range that says only that new events may exist: read the log."""


def stretch(tables: Tables, codec: Codec, table: str, after: int, limit: int) -> EventRange | None:
    """At most `limit` events after a version, and the position of that version, in one read. None if the log is shorter.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    try:
        if after == 0:
            return EventRange(START, tuple(read_events(codec, tables.store.read(table, 0, limit), 0, table)))
        lines = tables.store.read(table, after - 1, limit + 1)
        events = tuple(read_events(codec, lines, after - 1, table))
    except BrokenLog as broken:
        raise tables.aside.found(table, broken) from broken
    return EventRange(LogPosition.of(events[0].recorded), events[1:]) if events else None


def resume(tables: Tables, loaded: LoadedTable, position: LogPosition, limit: int) -> EventRange:
    """At most `limit` events after a position, as the log has them now. Raises `BranchLost`, `BrokenLog`, `StoreUnavailable`."""
    found = stretch(tables, loaded.codec, loaded.id, position.version, limit)
    if found is None or not position.fits(found.before.hash):
        raise BranchLost("ahead" if found is None else "replaced", _head(tables, loaded.id))
    return found


def up_to_now(tables: Tables, loaded: LoadedTable, position: LogPosition, limit: int) -> EventRange:
    """At most `limit` events after a position, up to the version at which the table was loaded. Raises as `resume` does."""
    head = LogPosition(loaded.table.version, loaded.head)
    if position.version < head.version:
        return resume(tables, loaded, position, min(limit, head.version - position.version))
    if position.version > head.version or not position.fits(head.hash):
        raise BranchLost("ahead" if position.version > head.version else "replaced", head)
    return EventRange(head, ())


def _head(tables: Tables, table: str) -> LogPosition:
    """The end of the log now; its start if the table itself is lost."""
    try:
        loaded = tables.open(table)
    except TableUnknown:
        return START
    return LogPosition(loaded.table.version, loaded.head)
