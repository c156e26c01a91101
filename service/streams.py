"""A table's events as a live stream (Server-Sent Events) or as lines (NDJSON).

`id:` is the version, so a client that comes back with `Last-Event-ID` gets exactly what it missed.
"""

from collections.abc import Iterator, Sequence

import msgspec

from events.envelope import Recorded
from events.opening import PAGE, Happened, Opened, Tables, read_events
from events.store import StoreUnavailable
from events.telling import tell_event
from rules.game import Seat
from service.hub import Ended, Reader

KEEP_ALIVE = 15.0
"""Seconds of silence after which a comment is sent: below the idle limits of common proxies."""
RETRY_MS = 1000
LEFT = "table.seat-left"
"""Whoever sits there later may see what the one who left may not: the stream of the seat ends."""
LAST = "table.seed-revealed"
"""The type of the event after which nothing can happen at a table."""


def server_sent(tables: Tables, reader: Reader, opened: Opened, after: int) -> Iterator[str]:
    """The frames of the events after a version: those that are stored, then each as it happens, until the table is finished.

    The reader must have been opened before, so that nothing falls between what is stored and what happens.
    """
    yield f"retry: {RETRY_MS}\n\n"
    try:
        for happened in _from(tables, reader, opened, after):
            yield ": keep-alive\n\n" if happened is None else _frame(opened, happened, reader.seat)
    except (Ended, StoreUnavailable):
        yield ": resume with Last-Event-ID\n\n"


def _from(tables: Tables, reader: Reader, opened: Opened, after: int) -> Iterator[Happened | None]:
    """Every event after a version, once each and in order; None after a silence."""
    news: Sequence[Happened] = ()
    while True:
        if not news or news[0].recorded.version > after + 1:
            with reader.looking:
                stored = tables.store.read(opened.id, after, PAGE)
            news = tuple(read_events(opened.codec, stored, after))
        for happened in news:
            if happened.recorded.version > after:
                yield happened
                after = happened.recorded.version
            if _is_last(happened.recorded, opened, reader.seat):
                return
        if len(news) == PAGE:
            news = ()
            continue
        news = reader.wait(KEEP_ALIVE)
        if not news:
            yield None


def _is_last(recorded: Recorded, opened: Opened, viewer: Seat | None) -> bool:
    """Whether nothing more may follow: the table is over, or the viewer has left the seat since the stream was opened."""
    left = recorded.type == LEFT and recorded.seat == viewer and recorded.version > opened.table.version
    return recorded.type == LAST or left


def _frame(opened: Opened, happened: Happened, viewer: Seat | None) -> str:
    data = msgspec.json.encode(tell_event(opened, happened, viewer)).decode()
    return f"id: {happened.recorded.version}\ndata: {data}\n\n"


def lines(tables: Tables, opened: Opened, viewer: Seat | None, after: int) -> Iterator[bytes]:
    """The events after a version up to now, one JSON document a line."""
    for happened in tables.happened(opened.codec, opened.id, after, opened.table.version):
        yield msgspec.json.encode(tell_event(opened, happened, viewer)) + b"\n"
