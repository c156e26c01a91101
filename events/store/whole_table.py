"""A whole table as data: what backups and the archive store of it."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from events.store.event_store import IdempotencyRecord, KeptReceipts, Rematch, Snapshot
from events.store.stored_lines import hash_of


class WholeTable(NamedTuple):
    """Everything that a store holds of a table, except which seats are connected.

    `lines` are all its events from version 1. `snapshot` is the state at the last of them, if it is stored. `records` are the idempotency
    records by the names of their keys. `secret` is the dice secret until it is revealed. `due` is when a worker must check the table
    (epoch, ms; None: never). `forks` are the tables forked from it, with the times (epoch, ms) of the requests. `exports` are the records
    of its files, by their kinds. `erasures` is how often names had been erased when it was read; it begins again where it is put back.
    """

    table: str
    lines: Sequence[bytes]
    snapshot: Snapshot | None
    records: Mapping[str, IdempotencyRecord]
    secret: str | None
    receipts: KeptReceipts
    creator: str
    due: int | None
    forks: Mapping[str, int]
    rematch: Rematch | None
    exports: Mapping[str, bytes]
    erasures: int = 0

    @property
    def version(self) -> int:
        """The version of the last event."""
        return len(self.lines)

    @property
    def head(self) -> str:
        """The hash of the last event."""
        return hash_of(self.lines[-1])


PutBack: TypeAlias = Literal["stored", "exists", "removed"]
"""The result of putting a table back: it is stored, also if it was just like this before; another state of it exists; it was removed."""
