"""What the store in memory holds: the data of each table, the feeds, the due times."""

import threading
from collections import defaultdict
from dataclasses import dataclass, field

from events.damaged.damage import Damage
from events.store.event_store import FeedEntry, IdempotencyRecord, KeptReceipts, Rematch, Snapshot
from events.store.keys import PARTITIONS, partition_of


@dataclass(slots=True)
class KeptTable:
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


class MemoryData:
    """The data that the parts of `events.store.memory_store.MemoryStore` share, and what all of them do with it."""

    def __init__(self) -> None:
        self._stored: defaultdict[str, KeptTable] = defaultdict(KeptTable)
        self._feeds: dict[str, list[FeedEntry]] = {partition: [] for partition in PARTITIONS}
        self._due: dict[str, int] = {}
        self._aside: dict[str, Damage] = {}
        self._removed: set[str] = set()
        self._appends = 0
        self._changed = threading.Condition()

    def _announce(self, table: str, version: int, kind: str) -> None:
        """Add an entry to the feed that is no append: about the log's last event, or a removal."""
        self._appends += 1
        self._feeds[partition_of(table)].append(FeedEntry(partition_of(table), f"{self._appends}-0", table, version, version, (kind,)))
        self._changed.notify_all()

    def _set_due(self, table: str, due_ms: int | None) -> None:
        if due_ms is None:
            self._due.pop(table, None)
        else:
            self._due[table] = due_ms
