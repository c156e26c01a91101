"""Live streams: one follower of the feed per process, which wakes every stream that is open there.

The feed is the fast path, the log the truth: a stream that hears of a version it did not expect, or hears nothing for a
while, reads the log. So a lost wake-up delays an event by at most one keep-alive and never loses one.
"""

import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, Full, Queue
from random import uniform

from events.errors import BrokenLog, TableUnknown
from events.feed.entries import order
from events.store.event_store import REMOVED, FeedEntry, StoreUnavailable
from events.store.keys import partition_of
from events.tables.following import UNKNOWN, EventRange, stretch
from events.tables.opening import Tables
from rules.game import Seat
from service.metrics import FOLLOWER_FAULTS, STREAMS

WAIT_MS = 1000
"""How long the follower waits for news, and so the longest that a stop goes unnoticed."""
BACKLOG = 100
"""Appends that may wait for a slow reader before it is let go."""
LOOKING = 4
"""Readers that may look into the log at once: those of one table fall silent together, and else would ask for a connection each."""
PRESENCE_EVERY, PRESENCE_FOR = 10.0, 25.0
"""Seconds: how often a connected seat is marked so, and how long a mark lasts."""
MARKED = 50
"""Seats that are marked in one go: between two of them the process serves others."""
SPREAD = 0.25
"""By what share of it a silence may be shorter. Streams that fall silent together, as all of one table do, else would stay together, and
every 15 seconds a process would serve nobody but them.
"""

log = logging.getLogger(__name__)


class StreamsFull(Exception):
    """The process serves as many streams as it may."""


class ClientStreamsFull(Exception):
    """The client has as many streams open here as one may have."""


class StreamEnded(Exception):
    """The stream ends here and can be resumed: the server stops, or the reader was too slow."""


@dataclass(frozen=True, slots=True, eq=False)
class StreamReader:
    """An open stream: the seat that watches (None: a spectator), whom it counts for, the news on their way to it (None: end), and what it
    holds while it looks into the log.
    """

    table: str
    seat: Seat | None
    client: str
    news: Queue[EventRange | None]
    looking: threading.Semaphore

    def wait(self, seconds: float) -> EventRange:
        """The events of the next append; `UNKNOWN` after `seconds` of silence, or a little less, or when the log is to be looked into.

        Raises `StreamEnded`.
        """
        try:
            news = self.news.get(timeout=spread(seconds))
        except Empty:
            return UNKNOWN
        if news is None:
            raise StreamEnded
        return news


class Hub:
    """Fans the feed out to the streams of one process."""

    def __init__(self, tables: Tables, limit: int, share: int, name: str) -> None:
        """`limit` streams may be open at once, `share` of them for one client; no other process has the `name`."""
        self._tables = tables
        self._limit = limit
        self._share = share
        self._clients: Counter[str] = Counter()
        self._name = name
        self._readers: defaultdict[str, set[StreamReader]] = defaultdict(set)
        self._lock = threading.Lock()
        self._looking = threading.Semaphore(LOOKING)
        self._follower: threading.Thread | None = None
        self._closing: Callable[[], bool] = lambda: False

    @property
    def open_streams(self) -> int:
        return sum(map(len, self._readers.values()))

    def close_when(self, closing: Callable[[], bool]) -> None:
        """End all streams soon after `closing()` has become true."""
        self._closing = closing

    @contextmanager
    def reading(self, table: str, seat: Seat | None, client: str) -> Iterator[StreamReader]:
        """A reader of all appends to the table from now on. Raises `ClientStreamsFull`, `StreamsFull`, `StoreUnavailable`."""
        reader = StreamReader(table, seat, client, Queue(maxsize=BACKLOG), self._looking)
        with self._lock:
            if self.open_streams >= self._limit or self._closing():
                raise StreamsFull
            if self._clients[client] >= self._share:
                raise ClientStreamsFull
            self._follow_from_now()
            self._readers[table].add(reader)
            self._clients[client] += 1
            STREAMS.set(self.open_streams)
        try:
            self._mark_connected([reader])
            yield reader
        finally:
            self._leave(reader)

    def _follow_from_now(self) -> None:
        if self._follower is None or not self._follower.is_alive():
            ends = dict(self._tables.store.feed_ends())
            self._follower = threading.Thread(target=self._follow, args=(ends,), name="hub", daemon=True)
            self._follower.start()

    def _follow(self, ends: dict[str, str]) -> None:
        marked, away = time.monotonic(), False
        while not self._closing():
            try:
                if away:
                    self._resume(ends)
                    away = False
                for entry in self._tables.store.follow(ends, WAIT_MS):
                    self._tell_safely(entry)
                    ends[entry.partition] = entry.id
                if time.monotonic() - marked > PRESENCE_EVERY:
                    marked = time.monotonic()
                    self._mark_connected(self._all_readers())
                    self._turn_back(ends)
            except StoreUnavailable:
                log.warning("the hub waits for the store")
                away = True
                time.sleep(1)
            except Exception:
                FOLLOWER_FAULTS.inc()
                log.exception("the hub cannot follow the feed; it goes on")
                time.sleep(1)
        for reader in self._all_readers():
            _end(reader)

    def _resume(self, ends: dict[str, str]) -> None:
        """The store was away and may have lost its newest writes: every reader looks whether the log holds what it was told."""
        self._turn_back(ends)
        for reader in self._all_readers():
            _put(reader, UNKNOWN)

    def _turn_back(self, ends: dict[str, str]) -> None:
        """Follow the feed from its end where it ends before the place up to which it was read: that place is lost."""
        for partition, end in self._tables.store.feed_ends().items():
            if order(end) < order(ends[partition]):
                log.warning("the feed of %s has gone back from %s to %s", partition, ends[partition], end)
                ends[partition] = end
                for reader in self._all_readers():
                    if partition_of(reader.table) == partition:
                        _put(reader, UNKNOWN)

    def _tell_safely(self, entry: FeedEntry) -> None:
        """Whatever an entry leads to, the next one is told. Streams that this one was for end: who comes back hears what is wrong.

        Raises `StoreUnavailable`.
        """
        try:
            self._tell(entry)
        except StoreUnavailable:
            raise
        except (BrokenLog, TableUnknown):  # said by who opens the table next
            self._end_all(entry.table)
        except Exception:
            FOLLOWER_FAULTS.inc()
            log.exception("the hub cannot tell what the feed's entry %s says of %s", entry.id, entry.table)
            self._end_all(entry.table)

    def _end_all(self, table: str) -> None:
        for reader in tuple(self._readers.get(table, ())):
            _end(reader)

    def _tell(self, entry: FeedEntry) -> None:
        readers = tuple(self._readers.get(entry.table, ()))
        if not readers:
            return
        if entry.types == (REMOVED,):
            raise TableUnknown(entry.table)
        codec = self._tables.codec_of(entry.table)
        news = stretch(self._tables, codec, entry.table, entry.first - 1, entry.last - entry.first + 1)
        for reader in readers:
            _put(reader, news or UNKNOWN)

    def _all_readers(self) -> list[StreamReader]:
        return [reader for readers in tuple(self._readers.values()) for reader in tuple(readers)]

    def _mark_connected(self, readers: Sequence[StreamReader]) -> None:
        seats = [*{(reader.table, reader.seat) for reader in readers if reader.seat is not None}]
        until = self._tables.now().timestamp() + PRESENCE_FOR
        for start in range(0, len(seats), MARKED):
            self._tables.store.mark_connected(seats[start : start + MARKED], self._name, int(until * 1000))

    def _leave(self, reader: StreamReader) -> None:
        with self._lock:
            self._readers[reader.table].discard(reader)
            self._clients[reader.client] -= 1
            if not self._clients[reader.client]:
                del self._clients[reader.client]
            still = {other.seat for other in self._readers[reader.table]}
            if not self._readers[reader.table]:
                del self._readers[reader.table]
            STREAMS.set(self.open_streams)
        if reader.seat is not None and reader.seat not in still:
            with suppress(StoreUnavailable):
                self._tables.store.mark_gone(reader.table, reader.seat, self._name)


def spread(seconds: float) -> float:
    """A time of this length, or a little shorter by chance."""
    return seconds * uniform(1 - SPREAD, 1)  # noqa: S311 - nobody gains by guessing it


def _put(reader: StreamReader, news: EventRange) -> None:
    """Give news to a reader; one that has not taken what came before is let go."""
    try:
        reader.news.put_nowait(news)
    except Full:
        _end(reader)


def _end(reader: StreamReader) -> None:
    """Make the reader's next `wait` raise `StreamEnded`; what it has not read yet it will find in the log."""
    with suppress(Empty):
        while True:
            reader.news.get_nowait()
    with suppress(Full):
        reader.news.put_nowait(None)
