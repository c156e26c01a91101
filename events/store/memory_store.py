"""The store in memory: the same contract without a server, for tests and small tools. Nothing outlives the process."""

import threading
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from events.damaged.damage import Damage
from events.errors import TableRemoved
from events.feed.entries import order
from events.store.event_store import (
    REMOVED,
    Append,
    Appended,
    Conflict,
    FeedEntry,
    IdempotencyRecord,
    KeptReceipts,
    Loaded,
    Proposal,
    Rematch,
    Removal,
    Snapshot,
    check,
    check_due,
)
from events.store.keys import PARTITIONS, partition_of


@dataclass(slots=True)
class _Shelf:
    """What is kept of one table."""

    lines: list[bytes] = field(default_factory=list)
    snapshot: Snapshot | None = None
    known: dict[str, IdempotencyRecord] = field(default_factory=dict)
    secret: str | None = None
    connected: dict[tuple[int, str], int] = field(default_factory=dict)
    receipts: KeptReceipts = field(default_factory=KeptReceipts)
    creator: str = ""
    forks: dict[str, int] = field(default_factory=dict)
    rematch: Rematch | None = None

    def fits(self, snapshot: Snapshot | None) -> bool:
        """Whether the log has the snapshot's version with its hash."""
        return snapshot is not None and self.has(snapshot.version, snapshot.hash)

    def has(self, version: int, hash: str) -> bool:
        """Whether the event of this version has this hash."""
        return 0 < version <= len(self.lines) and b'"hash":"%s","key":' % hash.encode() in self.lines[version - 1]


class MemoryStore:
    """Tables, feeds, due times and connections as `Store` describes them."""

    def __init__(self) -> None:
        self._shelves: defaultdict[str, _Shelf] = defaultdict(_Shelf)
        self._feeds: dict[str, list[FeedEntry]] = {partition: [] for partition in PARTITIONS}
        self._due: dict[str, int] = {}
        self._aside: dict[str, Damage] = {}
        self._removed: set[str] = set()
        self._appends = 0
        self._changed = threading.Condition()

    def load(self, table: str, key: str | None, now_ms: int) -> Loaded:
        partition_of(table)
        with self._changed:
            shelf = self._shelves[table]
            snapshot = shelf.snapshot if shelf.fits(shelf.snapshot) else None
            return Loaded(
                version=len(shelf.lines),
                newest=shelf.lines[-1] if shelf.lines else None,
                snapshot=snapshot,
                tail=shelf.lines[snapshot.version :] if snapshot else [],
                recollection=shelf.known.get(key) if key else None,
                secret=shelf.secret,
                connected=frozenset(seat for (seat, _), until in shelf.connected.items() if until > now_ms),
                damage=self._aside.get(table),
                rematch=shelf.rematch,
            )

    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        check(batch)
        partition = partition_of(batch.table)
        with self._changed:
            shelf = self._shelves[batch.table]
            if batch.key.name in shelf.known:
                return shelf.known[batch.key.name]
            if batch.table in self._aside:
                raise self._aside[batch.table].error(batch.table)
            if batch.expected == 0 and batch.table in self._removed:
                raise TableRemoved(batch.table)
            if len(shelf.lines) != batch.expected or (batch.expected and not shelf.has(batch.expected, batch.previous)):
                return Conflict(len(shelf.lines))
            first, last = batch.expected + 1, batch.expected + len(batch.lines)
            shelf.lines.extend(batch.lines)
            shelf.snapshot = batch.snapshot
            shelf.known[batch.key.name] = IdempotencyRecord(batch.key.fingerprint, first, last)
            if batch.secret is not None:
                shelf.secret = batch.secret or None
            kept = zip(batch.receipts, shelf.receipts, strict=True)
            shelf.receipts = KeptReceipts(*(new or old for new, old in kept))
            shelf.creator = batch.creator or shelf.creator
            self._appends += 1
            entry = FeedEntry(partition, f"{self._appends}-0", batch.table, first, last, tuple(batch.types), batch.calls, batch.previous)
            self._feeds[partition].append(entry)
            self._set_due(batch.table, batch.due)
            self._changed.notify_all()
        return Appended(last)

    def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        with self._changed:
            return self._shelves[table].lines[after : after + limit]

    def name_rematch(self, table: str, seat: int, proposal: Proposal, unusable: str = "") -> Rematch | None:
        partition = partition_of(table)
        with self._changed:
            shelf = self._shelves[table]
            if not shelf.lines:
                return None
            kept = shelf.rematch
            if kept is None or kept.proposal.table == unusable:
                kept = Rematch(proposal._replace(seat=seat), ())
            if seat not in kept.asked:
                self._appends += 1
                last = len(shelf.lines)
                self._feeds[partition].append(FeedEntry(partition, f"{self._appends}-0", table, last, last, ("table.rematch",)))
            shelf.rematch = kept._replace(asked=tuple(sorted({*kept.asked, seat})))
            self._changed.notify_all()
            return shelf.rematch

    def receipts(self, table: str) -> KeptReceipts:
        partition_of(table)
        with self._changed:
            return self._shelves[table].receipts

    def creators(self, tables: Sequence[str]) -> Sequence[str]:
        with self._changed:
            return [self._shelves[table].creator for table in tables]

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        with self._changed:
            shelf = self._shelves[table]
            kept = shelf.snapshot
            if shelf.fits(snapshot) and not (kept and kept.version > snapshot.version and shelf.fits(kept)):
                shelf.snapshot = snapshot

    def feed_ends(self) -> Mapping[str, str]:
        with self._changed:
            return {partition: feed[-1].id if feed else "0-0" for partition, feed in self._feeds.items()}

    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        each = max(1, limit // max(1, len(after)))

        def news() -> list[FeedEntry]:
            return [entry for feed, place in after.items() for entry in self._after(feed, place)[:each]]

        with self._changed:
            self._changed.wait_for(news, wait_ms / 1000 if after else 0)
            return news()

    def _after(self, partition: str, place: str) -> list[FeedEntry]:
        feed = self._feeds[partition]
        return feed[bisect_right(feed, order(place), key=_place_of) :]

    def trim_feed(self, before: Mapping[str, str]) -> None:
        with self._changed:
            for partition, place in before.items():
                feed = self._feeds[partition]
                del feed[: bisect_left(feed, order(place), key=_place_of)]

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
            if len(self._shelves[table].lines) == version:
                self._set_due(table, due_ms)

    def earliest_due(self) -> int | None:
        with self._changed:
            return min(self._due.values(), default=None)

    def _set_due(self, table: str, due_ms: int | None) -> None:
        if due_ms is None:
            self._due.pop(table, None)
        else:
            self._due[table] = due_ms

    def set_aside(self, table: str, damage: Damage) -> bool:
        with self._changed:
            self._set_due(table, None)
            return table not in self._removed and self._aside.setdefault(table, damage) is damage

    def bring_back(self, table: str, told: FeedEntry | None) -> None:
        with self._changed:
            self._aside.pop(table, None)
            if told is not None:
                self._appends += 1
                self._feeds[partition_of(table)].append(told._replace(partition=partition_of(table), id=f"{self._appends}-0"))
            self._changed.notify_all()

    def damage(self, table: str) -> Damage | None:
        return self._aside.get(table)

    def damaged(self) -> Mapping[str, Damage]:
        return {**self._aside}

    def mark_connected(self, seats: Collection[tuple[str, int]], through: str, until_ms: int) -> None:
        with self._changed:
            for table, seat in seats:
                self._shelves[table].connected[seat, through] = until_ms

    def mark_gone(self, table: str, seat: int, through: str) -> None:
        with self._changed:
            self._shelves[table].connected.pop((seat, through), None)

    def tables(self) -> Sequence[str]:
        with self._changed:
            return [table for table, shelf in self._shelves.items() if shelf.lines]

    def remove(self, table: str, now_ms: int, version: int | None = None, *, forked: bool = False) -> Removal:
        with self._changed:
            if table in self._removed:
                return "removed"
            shelf = self._shelves[table]
            if not shelf.lines and table not in self._aside:
                return "unknown"
            if version not in {None, len(shelf.lines)}:
                return "moved"
            if shelf.forks and not forked:
                return "forked"
            self._removed.add(table)
            del self._shelves[table]
            self._aside.pop(table, None)
            self._set_due(table, None)
            self._appends += 1
            self._feeds[partition_of(table)].append(FeedEntry(partition_of(table), f"{self._appends}-0", table, 0, 0, (REMOVED,)))
            self._changed.notify_all()
        return "removed"

    def was_removed(self, table: str) -> bool:
        return table in self._removed

    def note_fork(self, source: str, fork: str, now_ms: int) -> bool:
        with self._changed:
            shelf = self._shelves[source]
            if shelf.lines:
                shelf.forks.setdefault(fork, now_ms)
            return bool(shelf.lines)

    def forks(self, source: str) -> Mapping[str, int]:
        with self._changed:
            return {**self._shelves[source].forks}

    def forget_forks(self, source: str, forks: Collection[str]) -> None:
        with self._changed:
            for fork in forks:
                self._shelves[source].forks.pop(fork, None)


def _place_of(entry: FeedEntry) -> tuple[int, int]:
    return order(entry.id)
