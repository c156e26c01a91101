"""A table's log for tests: batches of real lines, each chained to the previous one."""

import os
from dataclasses import dataclass, field
from typing import Any

from events.store.event_line import EventLine
from events.store.event_store import Append, Appended, Key, Snapshot, StoredTable
from events.store.keys import new_table_id, state_key
from events.store.memory_store import MemoryStore
from events.store.redis_store import RedisStore
from events.store.store import Store
from events.tables.envelope import NO_HASH, write_line


def any_table() -> str:
    return new_table_id(os.urandom(17))


@dataclass
class Log:
    """The expected content of a table's log; `append` writes it to a store."""

    store: Store
    table: str = field(default_factory=any_table)
    lines: list[bytes] = field(default_factory=list)
    hashes: list[str] = field(default_factory=lambda: [NO_HASH])

    def batch(self, count: int = 1, key: str | None = None, fingerprint: str = "print", **more: Any) -> Append:
        """A batch that fits the log now. Nothing is written or recorded."""
        version, head, lines = len(self.lines), self.hashes[-1], list[EventLine]()
        previous = head
        for number in range(version + 1, version + count + 1):
            body = {"table": self.table, "version": number, "type": "test.happened", "schema": 1, "seat": None, "decision": None}
            line = write_line(head, body | {"at": "2025-01-01T00:00:00.000Z", "data": {"n": number}}, "key")
            head = line.hash
            lines.append(line)
        snapshot = Snapshot(version + count, head, b"state %d" % (version + count))
        return Append(
            self.table, version, previous, Key(key or f"key {version}", fingerprint), lines, ["test.happened"] * count, snapshot, **more
        )

    def plain(self, batch: Append) -> list[bytes]:
        """The lines of a batch as readers see them."""
        return [line.plain(self.table, version) for version, line in enumerate(batch.lines, batch.expected + 1)]

    def append(self, count: int = 1, key: str | None = None, fingerprint: str = "print", **more: Any) -> Append:
        """Write a batch, which must succeed, and record it."""
        batch = self.batch(count, key, fingerprint, **more)
        answer = self.store.append(batch)
        assert isinstance(answer, Appended)
        assert answer.version == batch.snapshot.version
        self.lines += self.plain(batch)
        self.hashes += [line.hash for line in batch.lines]
        return batch

    def snapshot(self, version: int) -> Snapshot:
        """A valid snapshot."""
        return Snapshot(version, self.hashes[version], b"state %d" % version)

    def load(self, key: str | None = None, now_ms: int = 0) -> StoredTable:
        return self.store.load(self.table, key, now_ms)

    def plant(self, snapshot: Snapshot) -> None:
        """Store a snapshot without any checks."""
        if isinstance(self.store, MemoryStore):
            self.store._stored[self.table].snapshot = snapshot
        if isinstance(self.store, RedisStore):
            version, link, body = snapshot
            self.store._client.hset(state_key(self.table), mapping={"version": version, "hash": link, "body": body})
