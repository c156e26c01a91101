"""The store in memory: the same contract without a server, for tests and small tools. The data ends with the process."""

import threading
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from events.damaged.damage import Damage
from events.errors import TableRemoved
from events.feed.entries import order
from events.store.event_store import (
    REMOVED_TYPE,
    Append,
    Appended,
    Conflict,
    FeedEntry,
    IdempotencyRecord,
    KeptReceipts,
    NewLine,
    Proposal,
    Rematch,
    Removal,
    Snapshot,
    StoredTable,
    check,
    check_due,
)
from events.store.keys import PARTITIONS, partition_of
from events.store.levels import NEWEST_LEVEL
from events.store.whole_table import PutBack, WholeTable


@dataclass(slots=True)
class _KeptTable:
    """The stored data of one table."""

    lines: list[bytes] = field(default_factory=list)
    snapshot: Snapshot | None = None
    known: dict[str, IdempotencyRecord] = field(default_factory=dict)
    secret: str | None = None
    connected: dict[tuple[int, str], int] = field(default_factory=dict)
    receipts: KeptReceipts = field(default_factory=KeptReceipts)
    creator: str = ""
    forks: dict[str, int] = field(default_factory=dict)
    rematch: Rematch | None = None
    exports: dict[str, bytes] = field(default_factory=dict)
    erasures: int = 0

    def fits(self, snapshot: Snapshot | None) -> bool:
        """Whether the log has the snapshot's version with its hash."""
        return snapshot is not None and self.has(snapshot.version, snapshot.hash)

    def has(self, version: int, hash: str) -> bool:
        """Whether the event of this version has this hash."""
        return 0 < version <= len(self.lines) and b'"hash":"%s","key":' % hash.encode() in self.lines[version - 1]


class MemoryStore:
    """Tables, feeds, due times and connections as `Store` describes them."""

    def __init__(self) -> None:
        self._stored: defaultdict[str, _KeptTable] = defaultdict(_KeptTable)
        self._feeds: dict[str, list[FeedEntry]] = {partition: [] for partition in PARTITIONS}
        self._due: dict[str, int] = {}
        self._aside: dict[str, Damage] = {}
        self._removed: set[str] = set()
        self._appends = 0
        self._changed = threading.Condition()

    def format_level(self) -> int:
        return NEWEST_LEVEL

    def load(self, table: str, key: str | None, now_ms: int) -> StoredTable:
        partition_of(table)
        with self._changed:
            stored = self._stored[table]
            snapshot = stored.snapshot if stored.fits(stored.snapshot) else None
            return StoredTable(
                version=len(stored.lines),
                newest=stored.lines[-1] if stored.lines else None,
                snapshot=snapshot,
                tail=stored.lines[snapshot.version :] if snapshot else [],
                idempotency_record=stored.known.get(key) if key else None,
                secret=stored.secret,
                connected=frozenset(seat for (seat, _), until in stored.connected.items() if until > now_ms),
                damage=self._aside.get(table),
                rematch=stored.rematch,
                erasures=stored.erasures,
            )

    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        check(batch)
        partition = partition_of(batch.table)
        with self._changed:
            stored = self._stored[batch.table]
            if batch.key.name in stored.known:
                return stored.known[batch.key.name]
            if batch.table in self._aside:
                raise self._aside[batch.table].error(batch.table)
            if batch.expected == 0 and batch.table in self._removed:
                raise TableRemoved(batch.table)
            if len(stored.lines) != batch.expected or (batch.expected and not stored.has(batch.expected, batch.previous)):
                return Conflict(len(stored.lines))
            if batch.erasures != stored.erasures:
                return Conflict(len(stored.lines))
            first, last = batch.expected + 1, batch.expected + len(batch.lines)
            stored.lines.extend(line.plain(batch.table, version) for version, line in enumerate(batch.lines, first))
            stored.snapshot = batch.snapshot
            stored.known[batch.key.name] = IdempotencyRecord(batch.key.fingerprint, first, last)
            if batch.secret is not None:
                stored.secret = batch.secret or None
            receipts = zip(batch.receipts, stored.receipts, strict=True)
            stored.receipts = KeptReceipts(*(new or old for new, old in receipts))
            stored.creator = batch.creator or stored.creator
            self._appends += 1
            entry = FeedEntry(
                partition, f"{self._appends}-0", batch.table, first, last, tuple(batch.types), batch.calls, batch.previous, batch.trace
            )
            self._feeds[partition].append(entry)
            self._set_due(batch.table, batch.due)
            self._changed.notify_all()
        return Appended(last)

    def confirm(self, table: str, version: int, hash: str) -> None:
        """Nothing to wait for: the data has one copy."""

    def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        with self._changed:
            return self._stored[table].lines[after : after + limit]

    def name_rematch(self, table: str, seat: int, proposal: Proposal, unusable: str = "") -> Rematch | None:
        partition_of(table)
        with self._changed:
            stored = self._stored[table]
            if not stored.lines:
                return None
            rematch = stored.rematch
            if rematch is None or rematch.proposal.table == unusable:
                rematch = Rematch(proposal._replace(seat=seat), ())
            if seat not in rematch.asked:
                self._announce(table, len(stored.lines), "table.rematch")
            stored.rematch = rematch._replace(asked=tuple(sorted({*rematch.asked, seat})))
            return stored.rematch

    def receipts(self, table: str) -> KeptReceipts:
        partition_of(table)
        with self._changed:
            return self._stored[table].receipts

    def creators(self, tables: Sequence[str]) -> Sequence[str]:
        with self._changed:
            return [self._stored[table].creator for table in tables]

    def keep_snapshot(self, table: str, snapshot: Snapshot, erasures: int = 0) -> None:
        with self._changed:
            stored = self._stored[table]
            current = stored.snapshot
            newer_is_kept = current and current.version > snapshot.version and stored.fits(current)
            if erasures == stored.erasures and stored.fits(snapshot) and not newer_is_kept:
                stored.snapshot = snapshot

    def replace_lines(self, table: str, lines: Sequence[NewLine]) -> bool:
        with self._changed:
            stored = self._stored[table]
            if not stored.lines or not all(stored.has(line.version, line.hash) for line in lines):
                return False
            for new in lines:
                stored.lines[new.version - 1] = new.line
            stored.snapshot = None
            stored.erasures += 1
            self._announce(table, len(stored.lines), "table.name-erased")
            return True

    def _announce(self, table: str, version: int, kind: str) -> None:
        """Add an entry to the feed that is no append: about the log's last event, or a removal."""
        self._appends += 1
        self._feeds[partition_of(table)].append(FeedEntry(partition_of(table), f"{self._appends}-0", table, version, version, (kind,)))
        self._changed.notify_all()

    def feed_ends(self) -> Mapping[str, str]:
        with self._changed:
            return {partition: feed[-1].id if feed else "0-0" for partition, feed in self._feeds.items()}

    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        each = max(1, limit // max(1, len(after)))

        def news() -> list[FeedEntry]:
            return [entry for feed, position in after.items() for entry in self._after(feed, position)[:each]]

        with self._changed:
            self._changed.wait_for(news, wait_ms / 1000 if after else 0)
            return news()

    def _after(self, partition: str, position: str) -> list[FeedEntry]:
        feed = self._feeds[partition]
        return feed[bisect_right(feed, order(position), key=_position_of) :]

    def trim_feed(self, before: Mapping[str, str]) -> None:
        with self._changed:
            for partition, position in before.items():
                feed = self._feeds[partition]
                del feed[: bisect_left(feed, order(position), key=_position_of)]

    def feed_readers(self) -> Sequence[Mapping[str, str]]:
        return ()

    def take_due(self, now_ms: int, lease_ms: int, limit: int) -> Sequence[str]:
        with self._changed:
            due = sorted((at, table) for table, at in self._due.items() if at <= now_ms)
            taken = [table for _, table in due[:limit]]
            self._due |= dict.fromkeys(taken, now_ms + lease_ms)
            return taken

    def postpone(self, table: str, version: int, due_ms: int | None) -> None:
        check_due(due_ms)
        with self._changed:
            if len(self._stored[table].lines) == version:
                self._set_due(table, due_ms)

    def _set_due(self, table: str, due_ms: int | None) -> None:
        if due_ms is None:
            self._due.pop(table, None)
        else:
            self._due[table] = due_ms

    def set_aside(self, table: str, damage: Damage) -> bool:
        with self._changed:
            self._set_due(table, None)
            return table not in self._removed and self._aside.setdefault(table, damage) is damage

    def bring_back(self, table: str, entry: FeedEntry | None) -> None:
        with self._changed:
            self._aside.pop(table, None)
            if entry is not None:
                self._appends += 1
                self._feeds[partition_of(table)].append(entry._replace(partition=partition_of(table), id=f"{self._appends}-0"))
            self._changed.notify_all()

    def damage(self, table: str) -> Damage | None:
        return self._aside.get(table)

    def damaged(self) -> Mapping[str, Damage]:
        return {**self._aside}

    def mark_connected(self, seats: Collection[tuple[str, int]], through: str, until_ms: int) -> None:
        with self._changed:
            for table, seat in seats:
                self._stored[table].connected[seat, through] = until_ms

    def mark_gone(self, table: str, seat: int, through: str) -> None:
        with self._changed:
            self._stored[table].connected.pop((seat, through), None)

    def tables(self) -> Sequence[str]:
        with self._changed:
            return [table for table, stored in self._stored.items() if stored.lines]

    def archived_tables(self) -> Sequence[str]:
        return ()

    def remove(self, table: str, now_ms: int, version: int | None = None, *, forked: bool = False) -> Removal:
        with self._changed:
            if table in self._removed:
                return "removed"
            stored = self._stored[table]
            if not stored.lines and table not in self._aside:
                return "unknown"
            if version not in {None, len(stored.lines)}:
                return "moved"
            if stored.forks and not forked:
                return "forked"
            self._removed.add(table)
            del self._stored[table]
            self._aside.pop(table, None)
            self._set_due(table, None)
            self._announce(table, 0, REMOVED_TYPE)
        return "removed"

    def was_removed(self, table: str) -> bool:
        return table in self._removed

    def note_fork(self, source: str, fork: str, now_ms: int) -> bool:
        with self._changed:
            stored = self._stored[source]
            if stored.lines:
                stored.forks.setdefault(fork, now_ms)
            return bool(stored.lines)

    def forks(self, source: str) -> Mapping[str, int]:
        with self._changed:
            return {**self._stored[source].forks}

    def forget_forks(self, source: str, forks: Collection[str]) -> None:
        with self._changed:
            for fork in forks:
                self._stored[source].forks.pop(fork, None)

    def read_whole(self, table: str) -> WholeTable | None:
        with self._changed:
            if table in self._aside:
                raise self._aside[table].error(table)
            stored = self._stored[table]
            snapshot = stored.snapshot if stored.fits(stored.snapshot) else None
            return (
                WholeTable(
                    table,
                    tuple(stored.lines),
                    snapshot if snapshot and snapshot.version == len(stored.lines) else None,
                    {**stored.known},
                    stored.secret,
                    stored.receipts,
                    stored.creator,
                    self._due.get(table),
                    {**stored.forks},
                    stored.rematch,
                    {**stored.exports},
                    stored.erasures,
                )
                if stored.lines
                else None
            )

    def put_back(self, whole: WholeTable, now_ms: int) -> PutBack:
        with self._changed:
            if whole.table in self._removed:
                return "removed"
            stored = self._stored[whole.table]
            if stored.lines or stored.known:
                return "stored" if [*whole.lines] == stored.lines else "exists"
            stored.lines, stored.snapshot, stored.known = [*whole.lines], whole.snapshot, {**whole.records}
            stored.secret, stored.receipts, stored.creator = whole.secret, whole.receipts, whole.creator
            stored.forks, stored.rematch, stored.exports = {**whole.forks}, whole.rematch, {**whole.exports}
            self._set_due(whole.table, whole.due)
            return "stored"


def _position_of(entry: FeedEntry) -> tuple[int, int]:
    return order(entry.id)
