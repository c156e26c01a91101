"""A table's events as a stream (Server-Sent Events) or as lines (NDJSON).

`id:` contains the version and the event's hash. So a client that returns with `Last-Event-ID` gets exactly the events that it missed, or
learns that the event it has read is lost (ADR 28).
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain
from typing import Final

import msgspec

from events.errors import BranchLost, BrokenLog
from events.store.event_store import StoreUnavailable
from events.tables.envelope import Recorded
from events.tables.following import UNKNOWN_RANGE, EventRange, resume, up_to_now
from events.tables.lineage import START, LogPosition
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from events.tables.presenting import present_event
from rules.game import Seat
from service.live.hub import RETRY_MS, StreamEnded, StreamReader

KEEP_ALIVE = 15.0
"""Seconds without an event after which a comment is sent: less than the idle timeout of common proxies."""
EVENTS_AT_ONCE: Final = 1000
"""The most events that a stream holds in memory: it reads a long log in parts of this size."""

KEPT_ALIVE = ": keep-alive\n\n"
RESUME = ": resume with Last-Event-ID\n\n"
SEAT_LEFT = "table.seat-left"
"""The next player of the seat may see what the one who left may not, so the stream of the seat ends."""
LAST_TYPE = "table.seed-revealed"
"""The type of the last event of every table."""


def server_sent(tables: Tables, reader: StreamReader, loaded: LoadedTable, position: LogPosition) -> Iterator[str]:
    """The frames of the events after a position: the stored ones, then each new one. The stream ends when the table is finished, or with a
    `reset` frame when the log no longer holds the event that was sent last.

    Open the reader before calling this, so that no event between the stored and the new ones is missed.
    """
    yield f"retry: {RETRY_MS}\n\n"
    try:
        yield from chain.from_iterable(map(partial(_frames, loaded, reader.seat), _follow(tables, reader, loaded, position)))
    except BranchLost as lost:
        yield _reset(lost)
    except StreamEnded as ended:
        yield f"retry: {ended.retry_ms}\n{RESUME}"
    except (StoreUnavailable, BrokenLog):  # a client that returns to a damaged table gets the problem
        yield RESUME


def server_sent_whole(tables: Tables, loaded: LoadedTable, viewer: Seat | None, position: LogPosition) -> Iterator[str]:
    """The frames of the events after a position of a damaged table, up to the last readable event."""
    yield f"retry: {RETRY_MS}\n\n"
    try:
        for recorded_event in _remaining(tables, loaded, up_to_now(tables, loaded, position, EVENTS_AT_ONCE)):
            yield _frame(loaded, recorded_event, viewer)
    except BranchLost as lost:
        yield _reset(lost)
    else:
        yield RESUME


def _frames(loaded: LoadedTable, viewer: Seat | None, events: Sequence[RecordedEvent]) -> Iterator[str]:
    """The frames of some events; a sign of life if there are none."""
    return (_frame(loaded, recorded_event, viewer) for recorded_event in events) if events else iter((KEPT_ALIVE,))


def _follow(tables: Tables, reader: StreamReader, loaded: LoadedTable, position: LogPosition) -> Iterator[Sequence[RecordedEvent]]:
    """Every event after a position, each once and in order, as many at a time as there are; none after each silence.

    An open stream holds no events while it waits. Raises `BranchLost`, `BrokenLog`, `StreamEnded`, `StoreUnavailable`.
    """
    sent, due = _read_log(tables, reader, loaded, position)  # from here on, `sent` has the whole hash
    received = START
    while True:
        while due:
            to_send = _up_to_the_last(due, loaded, reader.seat)
            yield to_send
            sent = LogPosition.of(to_send[-1].recorded)
            if _is_last(to_send[-1].recorded, loaded, reader.seat):
                return
            due = _read_log(tables, reader, loaded, sent).events if len(due) == EVENTS_AT_ONCE else ()
            del to_send
        news = reader.wait(KEEP_ALIVE)
        if not news.events:
            yield ()
        is_known = news is UNKNOWN_RANGE and reader.log_access.is_end(reader.table, sent)
        following = () if is_known or _is_outdated(news, received, sent) else news.after(sent)
        due = _read_log(tables, reader, loaded, sent).events if following is None else following
        received = news.end
        del news, following


def _read_log(tables: Tables, reader: StreamReader, loaded: LoadedTable, position: LogPosition) -> EventRange:
    """The events in the log after a position. Raises `BranchLost` if the log does not hold the position itself."""
    with reader.log_access:
        found = resume(tables, loaded, position, EVENTS_AT_ONCE)
    if not found.events:
        reader.log_access.note_end(reader.table, found.end)
    return found


def _is_outdated(news: EventRange, received: LogPosition, sent: LogPosition) -> bool:
    """Whether the news continues the last received news, but its events have already been sent from the log."""
    return news.before == received and news.end.version < sent.version


def _up_to_the_last(events: Sequence[RecordedEvent], loaded: LoadedTable, viewer: Seat | None) -> Sequence[RecordedEvent]:
    """The events up to the one after which the stream ends, if it is among them."""
    ends = (number for number, (recorded, _) in enumerate(events, 1) if _is_last(recorded, loaded, viewer))
    return events[: next(ends, len(events))]


def _is_last(recorded: Recorded, loaded: LoadedTable, viewer: Seat | None) -> bool:
    """Whether the stream ends after this event: the table is over, or the viewer has left the seat since the stream was opened."""
    left = recorded.type == SEAT_LEFT and recorded.seat == viewer and recorded.version > loaded.table.version
    return recorded.type == LAST_TYPE or left


def _frame(loaded: LoadedTable, recorded_event: RecordedEvent, viewer: Seat | None) -> str:
    data = msgspec.json.encode(present_event(loaded, recorded_event, viewer)).decode()
    return f"id: {LogPosition.of(recorded_event.recorded)}\ndata: {data}\n\n"


def _reset(lost: BranchLost) -> str:
    """The last frame of a stream whose client has read lost events. Its id is the end of the log, so an EventSource that reconnects
    automatically continues from there.
    """
    data = msgspec.json.encode({"reason": lost.reason, "version": lost.head.version, "detail": str(lost)}).decode()
    return f"event: reset\nid: {lost.head}\ndata: {data}\n\n"


def lines(tables: Tables, loaded: LoadedTable, viewer: Seat | None, first: EventRange) -> Iterator[bytes]:
    """The events of a range and all later ones up to now, one JSON document per line. Raises `BranchLost` between two of them."""
    for recorded_event in _remaining(tables, loaded, first):
        yield msgspec.json.encode(present_event(loaded, recorded_event, viewer)) + b"\n"


def _remaining(tables: Tables, loaded: LoadedTable, part: EventRange) -> Iterator[RecordedEvent]:
    """The events of a range and all later ones, up to the table's version when it was loaded. Raises `BranchLost`."""
    while part.events:
        yield from part.events
        part = up_to_now(tables, loaded, part.end, EVENTS_AT_ONCE)
