"""A table's events as a live stream (Server-Sent Events) or as lines (NDJSON).

`id:` names the version and the event's hash, so a client that comes back with `Last-Event-ID` gets exactly what it missed, or hears that
what it has read is lost (ADR 28).
"""

from collections.abc import Iterator

import msgspec

from events.errors import BranchLost, BrokenLog
from events.store.event_store import StoreUnavailable
from events.tables.envelope import Recorded
from events.tables.following import EventRange, resume, up_to_now
from events.tables.lineage import START, LogPosition
from events.tables.opening import LINES_AT_ONCE, LoadedTable, RecordedEvent, Tables
from events.tables.presenting import present_event
from rules.game import Seat
from service.live.hub import StreamEnded, StreamReader

KEEP_ALIVE = 15.0
"""Seconds of silence after which a comment is sent: below the idle limits of common proxies."""
RETRY_MS = 1000
RESUME = ": resume with Last-Event-ID\n\n"
LEFT = "table.seat-left"
"""Whoever sits there later may see what the one who left may not: the stream of the seat ends."""
LAST = "table.seed-revealed"
"""The type of the event after which nothing can happen at a table."""


def server_sent(tables: Tables, reader: StreamReader, opened: LoadedTable, place: LogPosition) -> Iterator[str]:
    """The frames of the events after a place: those that are stored, then each as it happens, until the table is finished, or the log does
    not hold what was told (any more).

    The reader must have been opened before, so that nothing falls between what is stored and what happens.
    """
    yield f"retry: {RETRY_MS}\n\n"
    try:
        for happened in _from(tables, reader, opened, place):
            yield ": keep-alive\n\n" if happened is None else _frame(opened, happened, reader.seat)
    except BranchLost as lost:
        yield _reset(lost)
    except (StreamEnded, StoreUnavailable, BrokenLog):  # a client that comes back to a damaged table is told so
        yield RESUME


def server_sent_whole(tables: Tables, opened: LoadedTable, viewer: Seat | None, place: LogPosition) -> Iterator[str]:
    """The frames of the events after a place of a table that cannot be read whole, up to where it can."""
    yield f"retry: {RETRY_MS}\n\n"
    try:
        for happened in _to_the_end(tables, opened, up_to_now(tables, opened, place, LINES_AT_ONCE)):
            yield _frame(opened, happened, viewer)
    except BranchLost as lost:
        yield _reset(lost)
    else:
        yield RESUME


def _from(tables: Tables, reader: StreamReader, opened: LoadedTable, place: LogPosition) -> Iterator[RecordedEvent | None]:
    """Every event after a place, once each and in order; None after a silence.

    Raises `BranchLost`, `BrokenLog`, `StreamEnded`, `StoreUnavailable`.
    """
    told, due = _look(tables, reader, opened, place)  # from here on with the whole hash
    heard = START
    while True:
        for happened in due:
            yield happened
            told = LogPosition.of(happened.recorded)
            if _is_last(happened.recorded, opened, reader.seat):
                return
        if len(due) == LINES_AT_ONCE:
            due = _look(tables, reader, opened, told).events
            continue
        news = reader.wait(KEEP_ALIVE)
        if not news.events:
            yield None
        following = () if _is_late(news, heard, told) else news.after(told)
        due = _look(tables, reader, opened, told).events if following is None else following
        heard = news.end


def _look(tables: Tables, reader: StreamReader, opened: LoadedTable, place: LogPosition) -> EventRange:
    """What the log holds after a place. Raises `BranchLost` if it does not hold the place itself."""
    with reader.looking:
        return resume(tables, opened, place, LINES_AT_ONCE)


def _is_late(news: EventRange, heard: LogPosition, told: LogPosition) -> bool:
    """Whether the news goes on from what was heard before, and the log has already said more."""
    return news.before == heard and news.end.version < told.version


def _is_last(recorded: Recorded, opened: LoadedTable, viewer: Seat | None) -> bool:
    """Whether nothing more may follow: the table is over, or the viewer has left the seat since the stream was opened."""
    left = recorded.type == LEFT and recorded.seat == viewer and recorded.version > opened.table.version
    return recorded.type == LAST or left


def _frame(opened: LoadedTable, happened: RecordedEvent, viewer: Seat | None) -> str:
    data = msgspec.json.encode(present_event(opened, happened, viewer)).decode()
    return f"id: {LogPosition.of(happened.recorded)}\ndata: {data}\n\n"


def _reset(lost: BranchLost) -> str:
    """The last frame of a stream whose client has read events that are lost. Its id is where the log ends: an EventSource that comes back
    by itself goes on from there instead of being sent away again.
    """
    data = msgspec.json.encode({"reason": lost.reason, "version": lost.head.version, "detail": str(lost)}).decode()
    return f"event: reset\nid: {lost.head}\ndata: {data}\n\n"


def lines(tables: Tables, opened: LoadedTable, viewer: Seat | None, first: EventRange) -> Iterator[bytes]:
    """The events of a stretch and all after it up to now, one JSON document a line. Raises `BranchLost` between two of them."""
    for happened in _to_the_end(tables, opened, first):
        yield msgspec.json.encode(present_event(opened, happened, viewer)) + b"\n"


def _to_the_end(tables: Tables, opened: LoadedTable, part: EventRange) -> Iterator[RecordedEvent]:
    """The events of a stretch and all after it, up to the table as it was opened. Raises `BranchLost`."""
    while part.events:
        yield from part.events
        part = up_to_now(tables, opened, part.end, LINES_AT_ONCE)
