"""The event store's protocol: one atomic append, one consistent load, a feed, due times. Redis and memory both implement it."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final, Literal, NamedTuple, Protocol, TypeAlias

from events.damaged.damage import Damage
from events.store.event_line import EventLine

if TYPE_CHECKING:
    from events.store.whole_table import PutBack, WholeTable

LATEST_DUE: Final = 10**15 - 1
"""The latest due time (epoch, ms). The store holds it as a floating-point number that is still exact to the millisecond."""


class StoreUnavailable(Exception):
    """The store did not answer, or refuses writes. Whether the request had an effect is unknown."""

    part: ClassVar = "the store"
    """What is unavailable, for messages."""


class NotReplicated(StoreUnavailable):
    """Too few replicas have confirmed a write in time. It is stored, and can be lost if the primary fails."""


class Replication(NamedTuple):
    """How many replicas must have a write before it is acknowledged, and for how long this is waited for, in ms."""

    replicas: int = 0
    timeout_ms: int = 1000


PRIMARY_ONLY: Final = Replication()


class Snapshot(NamedTuple):
    """A table's state at `version`, whose event has `hash`. The codec defines `body`. A snapshot is a cache: it may be lost or unusable."""

    version: int
    hash: str
    body: bytes


class Key(NamedTuple):
    """The idempotency key of an append: `name` says what it decides and is unique at its table, `fingerprint` says how."""

    name: str
    fingerprint: str


class IdempotencyRecord(NamedTuple):
    """The stored result of a key: its fingerprint, and the first and last version that its append wrote."""

    fingerprint: str
    first: int
    last: int


REQUESTED_PREFIX: Final = "asked:"
"""The prefix of a field in a rematch's hash: a seat number follows, whose player has requested the rematch."""


class Proposal(NamedTuple):
    """A rematch as its first player proposes it.

    `table` is the new table's id, `seat` and `seed` are that player's seat and client seed. `commitment` and `good_until` describe a
    reservation (both "": none). `starts` is the latest start time (epoch, ms).
    """

    table: str
    seat: int
    seed: str = ""
    commitment: str = ""
    good_until: str = ""
    starts: int = 0


class Rematch(NamedTuple):
    """The rematch of a finished table: the stored proposal, and the seats that have requested it, ascending."""

    proposal: Proposal
    asked: tuple[int, ...]


def read_rematch(data: Mapping[str, str]) -> Rematch | None:
    """A rematch from the fields of its hash; None if the fields are not those of a rematch."""
    try:
        proposal = Proposal(data["table"], int(data["seat"]), data["seed"], data["commitment"], data["good_until"], int(data["starts"]))
        return Rematch(
            proposal, tuple(sorted(int(name.removeprefix(REQUESTED_PREFIX)) for name in data if name.startswith(REQUESTED_PREFIX)))
        )
    except (KeyError, ValueError):
        return None


class StoredTable(NamedTuple):
    """One consistent read of a table.

    `version` is the version of the log, and `newest` the line at this version (0 and None if there is no such table). `snapshot` is None if
    it is missing or does not fit the log. `tail` contains the lines after the snapshot; it is empty without one. `idempotency_record`
    is that of the requested key. `secret` is the dice secret until it is revealed. `connected` are the seats with an open connection.
    `trouble` says why the log cannot be complete, as far as this is visible without reading it. `damage` says why the table is set aside.
    `rematch` is None if no player has requested one. `erasures`: how often names were erased at the table.
    """

    version: int
    snapshot: Snapshot | None
    tail: Sequence[bytes]
    idempotency_record: IdempotencyRecord | None
    secret: str | None
    connected: Collection[int]
    newest: bytes | None
    trouble: str = ""
    damage: Damage | None = None
    rematch: Rematch | None = None
    erasures: int = 0


class KeptReceipts(NamedTuple):
    """The receipts of a table's creation and end, as JSON. None: there is none, or an append leaves it unchanged."""

    created: bytes | None = None
    finished: bytes | None = None


class Append(NamedTuple):
    """Lines to append at once, after the event of version `expected` with the hash `previous` ("" at version 0).

    `secret`: None leaves the dice secret unchanged, "" deletes it, any other text is stored. `due` replaces the previous due time: when
    (epoch, ms) a worker must check the table whatever happens; None: never. `calls`: the jobs that the feed requests from workers.
    `creator`: the client that a new table counts for; "": none, or the table is not new. `trace`: what the append belongs to, for the
    feed; "": nothing. `erasures`: how often names had been erased at the table when it was read.
    """

    table: str
    expected: int
    previous: str
    key: Key
    lines: Sequence[EventLine]
    types: Sequence[str]
    snapshot: Snapshot
    secret: str | None = None
    due: int | None = None
    calls: tuple[str, ...] = ()
    receipts: KeptReceipts = KeptReceipts()
    creator: str = ""
    trace: str = ""
    erasures: int = 0


class NewLine(NamedTuple):
    """A line that replaces the one of the same `version` and `hash`."""

    version: int
    hash: str
    line: bytes


def check(batch: Append) -> None:
    """Raises `ValueError` for an inconsistent batch. A store calls this before it writes anything."""
    if not batch.lines or len(batch.lines) != len(batch.types):
        raise ValueError(f"{len(batch.lines)} lines with {len(batch.types)} types")
    if batch.snapshot.version != batch.expected + len(batch.lines):
        raise ValueError(f"{len(batch.lines)} lines after {batch.expected} with a snapshot at {batch.snapshot.version}")
    if (batch.previous == "") is not (batch.expected == 0):
        raise ValueError(f"an append after version {batch.expected} with the previous hash {batch.previous!r}")
    if not batch.key.name:
        raise ValueError("a key without a name")
    check_due(batch.due)


def check_due(due_ms: int | None) -> None:
    """Raises `ValueError` for a due time outside 0 to `LATEST_DUE`."""
    if due_ms is not None and not 0 <= due_ms <= LATEST_DUE:
        raise ValueError(f"a table cannot be due at {due_ms}")


class Appended(NamedTuple):
    """All lines are stored. `version` is the version of the last one."""

    version: int


class Conflict(NamedTuple):
    """Nothing is stored. The log is at `version`, which is not the expected version or has another event than the expected one."""

    version: int


REMOVED_TYPE: Final = "table.removed"
"""The type in a feed entry about a removed table. No event has this type."""

Removal: TypeAlias = Literal["removed", "unknown", "moved", "forked"]
"""The result of removing a table: removed now or earlier; unknown; moved to another version; kept because it has forks."""


class FeedEntry(NamedTuple):
    """One append in the feed: versions `first` to `last` of `table`, the types of these events, and the requested jobs.

    `id` is the position of the entry in the feed of `partition`. Ids of one partition ascend (compare them as `(ms, n)` of `"ms-n"`).
    `previous` is the hash of the event before `first`: "" if there is none, or if an older build wrote the entry. In an entry that no
    append can have written, `table` is "". The entry of a removal has the type `REMOVED_TYPE`, and 0 for `first` and `last`. `trace` is the
    append's `traceparent`; "": none.
    """

    partition: str
    id: str
    table: str
    first: int
    last: int
    types: tuple[str, ...]
    calls: tuple[str, ...] = ()
    previous: str = ""
    trace: str = ""


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

    def read_whole(self, table: str) -> "WholeTable | None":
        """The table as data, consistent: all that belongs to its newest version. None if there is no such table. Raises `BrokenLog`.

        A long log is read in pages, so that other clients of the store do not wait.
        """

    def put_back(self, whole: "WholeTable", now_ms: int) -> "PutBack":
        """Store a table that was read as data, if it does not exist, or is archived. Its log appears in one step. Neither the feed nor the
        lists change.

        Raises `NotReplicated` as `append` does.
        """
