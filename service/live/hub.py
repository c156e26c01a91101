"""The hub of live streams: one follower of the feed per process wakes the open streams of that process.

The feed is fast, the log is authoritative. A stream reads the log when it receives an unexpected version, or nothing for a while. So a
lost wake-up delays an event by at most one keep-alive and `KNOWN_FOR`, and no event is lost.
"""

import logging
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty
from random import uniform

from events.errors import BrokenLog, TableUnknown
from events.feed.entries import order
from events.store.event_store import REMOVED_TYPE, FeedEntry, StoreUnavailable
from events.store.keys import partition_of
from events.tables.following import UNKNOWN_RANGE, EventRange, stretch
from events.tables.opening import Tables
from rules.game import Seat
from service.live.log_access import LogAccess
from service.live.mailbox import Mailbox
from service.metrics import FOLLOWER_FAULTS, STREAMS

WAIT_MS = 1000
"""Milliseconds that the follower waits for entries; a stop takes effect after at most this time."""
BACKLOG = 100
"""Maximum number of appends that wait for a slow reader; beyond that, its stream ends."""
PRESENCE_EVERY, PRESENCE_FOR = 10.0, 25.0
"""Seconds: how often a connected seat is marked as such, and how long a mark lasts."""
SEATS_MARKED_AT_ONCE = 50
"""Between two batches the process serves others."""
RETRY_MS = 1000
"""Milliseconds after which the client of an ended stream should resume it."""
RETRY_MS_PER_STREAM = 1
"""When a process stops, its streams come back to other processes together: for each stream, all of them get so much more time."""
SILENCE_SPREAD = 0.25
"""The share by which a silence may be shorter. Otherwise streams that fall silent together, as all streams of a table do, would stay
together, and every 15 seconds a process would serve only them.
"""

log = logging.getLogger(__name__)


class StreamsFull(Exception):
    """The process has reached its limit of streams."""


class ClientStreamsFull(Exception):
    """The client has reached its limit of streams in this process."""


class StreamEnded(Exception):
    """The stream ends and the client can resume it after `retry_ms` milliseconds: the server stops, or the reader was too slow."""

    def __init__(self, retry_ms: int = RETRY_MS) -> None:
        super().__init__()
        self.retry_ms = retry_ms


@dataclass(frozen=True, slots=True, eq=False)
class StreamReader:
    """An open stream of a table.

    `seat` is the seat that watches (None: a spectator), `client` the client that the stream counts for. `news` are the appends that the
    stream has not read yet, and the end of the stream. `log_access` is shared by all streams of the process.
    """

    table: str
    seat: Seat | None
    client: str
    news: Mailbox[EventRange | StreamEnded]
    log_access: LogAccess

    def wait(self, seconds: float) -> EventRange:
        """The events of the next append; `UNKNOWN_RANGE` after `seconds` of silence, or a little less, or if the log must be read.

        Raises `StreamEnded`.
        """
        try:
            news = self.news.get(timeout=spread(seconds))
        except Empty:
            return UNKNOWN_RANGE
        if isinstance(news, StreamEnded):
            raise news
        return news


class Hub:
    """Distributes the feed to the streams of one process."""

    def __init__(self, tables: Tables, limit: int, share: int, name: str) -> None:
        """At most `limit` streams may be open, at most `share` of them per client. `name` is unique among all processes."""
        self._tables = tables
        self._limit = limit
        self._share = share
        self._clients: Counter[str] = Counter()
        self._name = name
        self._readers: defaultdict[str, set[StreamReader]] = defaultdict(set)
        self._lock = threading.Lock()
        self._log_access = LogAccess()
        self._follower: threading.Thread | None = None
        self._closing: Callable[[], bool] = lambda: False

    @property
    def open_streams(self) -> int:
        return sum(map(len, self._readers.values()))

    def close_when(self, closing: Callable[[], bool]) -> None:
        """End all streams soon after `closing()` becomes true, and later ones as soon as they have sent what is stored."""
        self._closing = closing

    @contextmanager
    def reading(self, table: str, seat: Seat | None, client: str) -> Iterator[StreamReader]:
        """A reader of all later appends to the table. Raises `ClientStreamsFull`, `StreamsFull`, `StoreUnavailable`."""
        reader = StreamReader(table, seat, client, Mailbox(BACKLOG), self._log_access)
        with self._lock:
            if self.open_streams >= self._limit:
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
        marked, store_was_away = time.monotonic(), False
        while not self._closing():
            try:
                if store_was_away:
                    self._resume_after_outage(ends)
                    store_was_away = False
                for entry in self._tables.store.follow(ends, WAIT_MS):
                    self._deliver_safely(entry)
                    ends[entry.partition] = entry.id
                if time.monotonic() - marked > PRESENCE_EVERY:
                    marked = time.monotonic()
                    self._mark_connected(self._all_readers())
                    self._follow_from_end_if_ahead(ends)
            except StoreUnavailable:
                log.warning("the hub waits for the store")
                store_was_away = True
                time.sleep(1)
            except Exception:
                FOLLOWER_FAULTS.inc()
                log.exception("the hub cannot follow the feed; it tries again")
                time.sleep(1)
        with self._lock:  # a stream that is being opened was allowed before the stop: it ends, too
            longest = RETRY_MS + RETRY_MS_PER_STREAM * self.open_streams
            for reader in self._all_readers():
                _end(reader, retry_ms=round(uniform(0, longest)))  # noqa: S311 - spreads work, hides nothing

    def _resume_after_outage(self, ends: dict[str, str]) -> None:
        """The store was unavailable and may have lost its newest writes: every reader checks the log."""
        self._follow_from_end_if_ahead(ends)
        self._log_access.forget_all()
        for reader in self._all_readers():
            _put(reader, UNKNOWN_RANGE)

    def _follow_from_end_if_ahead(self, ends: dict[str, str]) -> None:
        """If a partition of the feed ends before the cursor, continue from its end: the entries up to the cursor are lost. Likewise if
        there is no cursor, because the partition's server did not answer.
        """
        for partition, end in self._tables.store.feed_ends().items():
            cursor = ends.get(partition)
            if cursor is None or order(end) < order(cursor):
                log.warning("partition %s of the feed is followed from %s, not %s", partition, end, cursor)
                ends[partition] = end
                self._log_access.forget_all()
                for reader in self._all_readers():
                    if partition_of(reader.table) == partition:
                        _put(reader, UNKNOWN_RANGE)

    def _deliver_safely(self, entry: FeedEntry) -> None:
        """Deliver an entry. If that fails, end the streams of its table: clients that return get the error. Later entries are unaffected.

        Raises `StoreUnavailable`.
        """
        try:
            self._deliver(entry)
        except StoreUnavailable:
            raise
        except (BrokenLog, TableUnknown):  # the next request that opens the table reports it
            self._end_all(entry.table)
        except Exception:
            FOLLOWER_FAULTS.inc()
            log.exception("the hub cannot deliver entry %s of the feed to streams of table %s", entry.id, entry.table)
            self._end_all(entry.table)

    def _end_all(self, table: str) -> None:
        for reader in tuple(self._readers.get(table, ())):
            _end(reader)

    def _deliver(self, entry: FeedEntry) -> None:
        readers = tuple(self._readers.get(entry.table, ()))
        if not readers:
            return
        if entry.types == (REMOVED_TYPE,):
            raise TableUnknown(entry.table)
        codec = self._tables.codec_of(entry.table)
        news = stretch(self._tables, codec, entry.table, entry.first - 1, entry.last - entry.first + 1)
        for reader in readers:
            _put(reader, news or UNKNOWN_RANGE)

    def _all_readers(self) -> list[StreamReader]:
        return [reader for readers in tuple(self._readers.values()) for reader in tuple(readers)]

    def _mark_connected(self, readers: Sequence[StreamReader]) -> None:
        seats = [*{(reader.table, reader.seat) for reader in readers if reader.seat is not None}]
        until = self._tables.now().timestamp() + PRESENCE_FOR
        for start in range(0, len(seats), SEATS_MARKED_AT_ONCE):
            self._tables.store.mark_connected(seats[start : start + SEATS_MARKED_AT_ONCE], self._name, int(until * 1000))

    def _leave(self, reader: StreamReader) -> None:
        with self._lock:
            self._readers[reader.table].discard(reader)
            self._clients[reader.client] -= 1
            if not self._clients[reader.client]:
                del self._clients[reader.client]
            remaining_seats = {other.seat for other in self._readers[reader.table]}
            if not self._readers[reader.table]:
                del self._readers[reader.table]
                self._log_access.forget(reader.table)
            STREAMS.set(self.open_streams)
        if reader.seat is not None and reader.seat not in remaining_seats:
            with suppress(StoreUnavailable):
                self._tables.store.mark_gone(reader.table, reader.seat, self._name)


def spread(seconds: float) -> float:
    """A time of this length, or a little shorter by chance."""
    return seconds * uniform(1 - SILENCE_SPREAD, 1)  # noqa: S311 - nobody gains by guessing it


def _put(reader: StreamReader, news: EventRange) -> None:
    """Add news to a reader's mailbox. If it is full, end its stream."""
    if not reader.news.put(news):
        _end(reader)


def _end(reader: StreamReader, retry_ms: int = RETRY_MS) -> None:
    """Make the reader's next `wait` raise `StreamEnded`. The client finds its unread events in the log."""
    reader.news.put_alone(StreamEnded(retry_ms))
