"""The event store's protocol: one atomic append, one consistent load, a feed, due times. Redis and memory both implement it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from events.damaged.damage import Damage
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
    Removal,
    Snapshot,
    StoredTable,
)
from events.store.whole_table import PutBack, WholeTable


class Store(Protocol):
    """The store of all tables. Every method raises `StoreUnavailable` when the server does not answer, and is thread-safe."""

    def format_level(self) -> int:
        """The newest form of stored data that this process may write now (see `events.store.format_level`). Never raises."""

    def load(self, table: str, key: str | None, now_ms: int) -> StoredTable:
        """The table, the record of the key's name, and the seats connected at `now_ms` (epoch)."""

    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        """Store all lines, the snapshot, the key, the due time and a feed entry, or nothing.

        Returns the record of the key if the key is known already, whatever the version, even if this very append wrote it and its reply was
        lost. Returns a conflict if the log does not end with version `expected` and the hash `previous`, or if a name was erased since the
        table was read. Raises `BrokenLog` for a table that is set aside or whose log cannot be complete. Raises `TableRemoved` for a new
        table with the id of a removed one. Raises `NotReplicated` if all is stored, but on too few replicas.
        """

    def confirm(self, table: str, version: int, hash: str) -> None:
        """Does nothing if this event of the table is stored as safely as an acknowledged append.

        Raises `NotReplicated` if it is not yet, and `StoreUnavailable` if the log does not have it any more.
        """

    def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        """At most `limit` lines with versions above `after`, in order. Empty if there are none or there is no such table.

        The lines end before the first entry that an append cannot have written. If that entry is the first one, the method raises
        `BrokenLog`.
        """

    def name_rematch(self, table: str, seat: int, proposal: Proposal, unusable: str = "") -> Rematch | None:
        """Record that the player of a seat requests a rematch. The first proposal is stored, unless it proposes the table `unusable`.
        Returns None if the table is gone.
        """

    def receipts(self, table: str) -> KeptReceipts:
        """The receipts that the table's appends have stored."""

    def creators(self, tables: Sequence[str]) -> Sequence[str]:
        """The creator of each of these tables, in their order; "": none, as in tables of older builds."""

    def keep_snapshot(self, table: str, snapshot: Snapshot, erasures: int = 0) -> None:
        """Replace the snapshot, unless a newer one is stored, the log does not have this version with this hash, or a name was erased since
        the table was read.
        """

    def replace_lines(self, table: str, lines: Sequence[NewLine]) -> bool:
        """Replace lines, delete the snapshot, and announce it in the feed. Changes nothing and returns False if the log does not have all
        these versions with these hashes.

        All of it happens in the last of several steps, none of which is long: an interrupted call has changed nothing.
        """

    def feed_ends(self) -> Mapping[str, str]:
        """The id of the newest feed entry of every partition ("0-0" if there is none).

        On a cluster, partitions whose server does not answer are left out, unless none answers.
        """

    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        """Feed entries after the given ids, in order within each partition. Waits up to `wait_ms` for the first one.

        Returns at most `limit` entries. Each partition gets an equal share of them, but at least one. On a cluster, there are none of
        partitions whose server does not answer, unless none answers.
        """

    def trim_feed(self, before: Mapping[str, str]) -> None:
        """Delete feed entries with ids below the given ones."""

    def feed_readers(self) -> Sequence[Mapping[str, str]]:
        """For every registered reader of the feed: its checkpoint in each partition, up to which it has processed all entries ("0-0": none
        yet).
        """

    def take_due(self, now_ms: int, lease_ms: int, limit: int) -> Sequence[str]:
        """At most `limit` tables that were due by `now_ms` (epoch), longest due first. Each is due again at `now_ms` + `lease_ms`.

        During the lease no other caller gets the table. If the caller dies, the table is due again after the lease.
        """

    def postpone(self, table: str, version: int, due_ms: int | None) -> None:
        """Make the table due at another time (None: never), unless it has left `version`: then its newest append has set the due time."""

    def set_aside(self, table: str, damage: Damage) -> bool:
        """Store no more appends to the table, and make it never due. False if it is set aside already, or was removed."""

    def bring_back(self, table: str, entry: FeedEntry | None) -> None:
        """Accept appends again, and announce the table in the feed with `entry` (under a new id), unless it is None."""

    def damage(self, table: str) -> Damage | None:
        """The reason why the table is set aside; None if it is not."""

    def damaged(self) -> Mapping[str, Damage]:
        """All tables that are set aside, with the reasons."""

    def mark_connected(self, seats: Collection[tuple[str, int]], through: str, until_ms: int) -> None:
        """Mark (table, seat) pairs as connected through the process `through`, until a time (epoch, ms)."""

    def mark_gone(self, table: str, seat: int, through: str) -> None:
        """The seat no longer has an open connection through this process."""

    def tables(self) -> Sequence[str]:
        """The ids of all tables in the store, unordered, including tables without a log. Used to rebuild projections."""

    def archived_tables(self) -> Sequence[str]:
        """The ids of all archived tables, unordered."""

    def remove(self, table: str, now_ms: int, version: int | None = None, *, forked: bool = False) -> Removal:
        """Delete everything in the table's slot at once, and announce it in the feed. The id is never used for a new table.

        `version`: the only version at which the table is removed (None: any). A table with forks is removed only if `forked`.
        """

    def was_removed(self, table: str) -> bool:
        """Whether the table existed and has been removed."""

    def note_fork(self, source: str, fork: str, now_ms: int) -> bool:
        """Protect the source of a fork that is about to be created, from `now_ms` (epoch) on. False if there is no such source."""

    def forks(self, source: str) -> Mapping[str, int]:
        """The tables forked from this one, with the times (epoch, ms) of the requests."""

    def forget_forks(self, source: str, forks: Collection[str]) -> None:
        """Delete the records of forks that were removed or never created."""

    def read_whole(self, table: str) -> WholeTable | None:
        """The table as data, consistent: all that belongs to its newest version. None if there is no such table. Raises `BrokenLog`.

        A long log is read in pages, so that other clients of the store do not wait.
        """

    def put_back(self, whole: WholeTable, now_ms: int) -> PutBack:
        """Store a table that was read as data, if it does not exist, or is archived. Its log appears in one step. Neither the feed nor the
        lists change.

        Raises `NotReplicated` as `append` does.
        """
