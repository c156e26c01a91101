"""The store in memory: the same contract without a server, for tests and small tools. The data ends with the process."""

from collections.abc import Collection, Sequence

from events.errors import TableRemoved
from events.store.event_store import (
    Append,
    Appended,
    Conflict,
    FeedEntry,
    IdempotencyRecord,
    KeptReceipts,
    NewLine,
    Proposal,
    Rematch,
    Snapshot,
    StoredTable,
    check,
)
from events.store.keys import partition_of
from events.store.levels import NEWEST_LEVEL
from events.store.memory_aside import MemoryAside
from events.store.memory_feeds import MemoryFeeds
from events.store.memory_removals import MemoryRemovals
from events.store.memory_whole_tables import MemoryWholeTables


class MemoryStore(MemoryAside, MemoryFeeds, MemoryRemovals, MemoryWholeTables):
    """Tables, feeds, due times and connections as `Store` describes them."""

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
