"""Reading a log on from where somebody stands, and noticing that the log does not hold what they have read."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from events.errors import BranchLost, BrokenLog, TableUnknown
from events.tables.codec import Codec
from events.tables.lineage import START, LogPosition
from events.tables.opening import LoadedTable, RecordedEvent, Tables, read_events


class EventRange(NamedTuple):
    """Events that follow each other, and the place before them."""

    before: LogPosition
    events: Sequence[RecordedEvent]

    @property
    def end(self) -> LogPosition:
        """The place of the last event."""
        return LogPosition.of(self.events[-1].recorded) if self.events else self.before

    def after(self, place: LogPosition) -> Sequence[RecordedEvent] | None:
        """The events after a place that is known with its whole hash; None if it is not in here."""
        if place == self.before:
            return self.events
        last = place.version - self.before.version
        if 0 < last <= len(self.events) and LogPosition.of(self.events[last - 1].recorded) == place:
            return self.events[last:]
        return None


UNKNOWN: Final = EventRange(LogPosition(-1), ())
"""Something may have happened; the log knows what."""


def stretch(tables: Tables, codec: Codec, table: str, after: int, limit: int) -> EventRange | None:
    """At most `limit` events after a version, and the place of that version, in one reading; None if the log does not come so far.

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


def resume(tables: Tables, opened: LoadedTable, place: LogPosition, limit: int) -> EventRange:
    """At most `limit` events after a place, as the log has them now. Raises `BranchLost`, `BrokenLog`, `StoreUnavailable`."""
    found = stretch(tables, opened.codec, opened.id, place.version, limit)
    if found is None or not place.fits(found.before.hash):
        raise BranchLost("ahead" if found is None else "replaced", _head(tables, opened.id))
    return found


def up_to_now(tables: Tables, opened: LoadedTable, place: LogPosition, limit: int) -> EventRange:
    """At most `limit` events after a place, up to the table as it was opened. Raises as `resume` does."""
    head = LogPosition(opened.table.version, opened.head)
    if place.version < head.version:
        return resume(tables, opened, place, min(limit, head.version - place.version))
    if place.version > head.version or not place.fits(head.hash):
        raise BranchLost("ahead" if place.version > head.version else "replaced", head)
    return EventRange(head, ())


def _head(tables: Tables, table: str) -> LogPosition:
    """Where the log ends now; at its start, if the table itself is lost."""
    try:
        opened = tables.open(table)
    except TableUnknown:
        return START
    return LogPosition(opened.table.version, opened.head)
