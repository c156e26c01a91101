"""What the core asks of an event store: one atomic append, one consistent load, a feed, due times. Redis and memory both keep it."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final, Literal, NamedTuple, Protocol, TypeAlias

from events.damaged.damage import Damage

LATEST_DUE: Final = 10**15 - 1
"""No due time is later (epoch, ms): the store keeps it as a number that still has every millisecond."""


class StoreUnavailable(Exception):
    """The store did not answer, or refuses to write; nothing is known of what was asked."""


class Snapshot(NamedTuple):
    """A table's state at `version`, whose event has `hash`; `body` is the codec's. A cache: it may be lost or unusable."""

    version: int
    hash: str
    body: bytes


class Key(NamedTuple):
    """What one append is known by: `name` says what it decides (and is unique at its table), `fingerprint` how."""

    name: str
    fingerprint: str


class IdempotencyRecord(NamedTuple):
    """What the store remembers of a key: how it was decided and the versions that this appended."""

    fingerprint: str
    first: int
    last: int


ASKED: Final = "asked:"
"""Before the number of a seat: the field of a rematch that notes its player."""


class Proposal(NamedTuple):
    """A rematch as the first player to ask for it wants it: the new table's id, that player's seat and client seed, the commitment and end
    of a reservation (both "": none), and when (epoch, ms) the game starts at the latest.
    """

    table: str
    seat: int
    seed: str = ""
    commitment: str = ""
    good_until: str = ""
    starts: int = 0


class Rematch(NamedTuple):
    """The rematch of a finished table: the proposal that was kept, and the seats whose players have asked, ascending."""

    proposal: Proposal
    asked: tuple[int, ...]


def read_rematch(kept: Mapping[str, str]) -> Rematch | None:
    """A rematch from the fields of its hash; None if they are none."""
    try:
        proposal = Proposal(kept["table"], int(kept["seat"]), kept["seed"], kept["commitment"], kept["good_until"], int(kept["starts"]))
        return Rematch(proposal, tuple(sorted(int(name.removeprefix(ASKED)) for name in kept if name.startswith(ASKED))))
    except (KeyError, ValueError):
        return None


class Loaded(NamedTuple):
    """One consistent reading of a table.

    `version` is the log's and `newest` its line; 0 and None if there is no such table. `snapshot` is None if there is none or it does not
    fit the log; `tail` holds the lines after it, none without one. `secret` is the dice secret, until it is revealed. `trouble` says why
    the log cannot be whole, as far as that is seen without reading it; `damage` why the table is set aside. `rematch` is None if nobody has
    asked for one.
    """

    version: int
    snapshot: Snapshot | None
    tail: Sequence[bytes]
    recollection: IdempotencyRecord | None
    secret: str | None
    connected: Collection[int]
    newest: bytes | None
    trouble: str = ""
    damage: Damage | None = None
    rematch: Rematch | None = None


class KeptReceipts(NamedTuple):
    """The receipts of a table's creation and end, as JSON; None: there is none, or an append leaves it as it is."""

    created: bytes | None = None
    finished: bytes | None = None


class Append(NamedTuple):
    """Lines to append at once, after the event of version `expected` that has the hash `previous` ("" at 0).

    `secret`: None leaves the dice secret as it is, "" forgets it, else it is kept. `due`: when (epoch, ms) somebody must look at the
    table again whatever happens, in place of what was due before; None: never. `calls`: what the feed asks workers for. `creator`: whom a
    new table counts for; "": nobody, or it is none.
    """

    table: str
    expected: int
    previous: str
    key: Key
    lines: Sequence[bytes]
    types: Sequence[str]
    snapshot: Snapshot
    secret: str | None = None
    due: int | None = None
    calls: tuple[str, ...] = ()
    receipts: KeptReceipts = KeptReceipts()
    creator: str = ""


def check(batch: Append) -> None:
    """Raises `ValueError` for a batch that contradicts itself; a store does this before it writes anything."""
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
    """Raises `ValueError` for a due time that no store keeps."""
    if due_ms is not None and not 0 <= due_ms <= LATEST_DUE:
        raise ValueError(f"a table cannot be due at {due_ms}")


class Appended(NamedTuple):
    """All lines are stored; `version` is the last one's."""

    version: int


class Conflict(NamedTuple):
    """Nothing is stored: the log is at `version`, which is not the expected one, or has another event there than the expected one."""

    version: int


REMOVED: Final = "table.removed"
"""What the feed says, in the place of a type, of a table that was removed. No event has this type."""

Removal: TypeAlias = Literal["removed", "unknown", "moved", "forked"]
"""What came of removing a table: it is removed, now or earlier; there is none; it is at another version; it has forks."""


class FeedEntry(NamedTuple):
    """One append as the feed tells it: versions `first`..`last` of `table`, with the types of these events and what workers are asked for.

    `id` is the entry's place in the feed of `partition`; ids of one partition ascend (compare them as `(ms, n)` of `"ms-n"`).
    `previous` is the hash of the event before `first`: "" if there is none, or an older build wrote the entry.
    An entry that no append has written has "" for a table. One of a removal has the type `REMOVED`, and 0 for `first` and `last`.
    """

    partition: str
    id: str
    table: str
    first: int
    last: int
    types: tuple[str, ...]
    calls: tuple[str, ...] = ()
    previous: str = ""


class Store(Protocol):
    """Every method raises `StoreUnavailable` when the server does not answer. All are safe to call from many threads."""

    def load(self, table: str, key: str | None, now_ms: int) -> Loaded:
        """The table, what it remembers of the key's name, and the seats connected at `now_ms` (epoch)."""

    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        """Store all lines, snapshot, key, due time and a feed entry, or nothing.

        Answers with the recollection if the key is known already (whatever the version), even when this very append wrote it
        and its reply was lost; with a conflict if the log does not end with version `expected` and the hash `previous`.
        Raises `BrokenLog` for a table that is set aside, or whose log cannot be whole, and `TableRemoved` for a new table whose id is that
        of a removed one.
        """

    def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        """At most `limit` lines with versions above `after`, in order; empty if there are none or there is no such table.

        They end before a place where something else stands than an append wrote; at that place itself, `BrokenLog` is raised.
        """

    def name_rematch(self, table: str, seat: int, proposal: Proposal, unusable: str = "") -> Rematch | None:
        """Note that the player of a seat asks for a rematch; the first proposal is kept, unless it is of the `unusable` table. None if the
        table is gone.
        """

    def receipts(self, table: str) -> KeptReceipts:
        """What the table's appends have left as receipts."""

    def creators(self, tables: Sequence[str]) -> Sequence[str]:
        """Whom each of these tables counts for, in their order; "": nobody, as those of older builds."""

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Replace the snapshot, unless a newer one is kept or the log does not have this version with this hash."""

    def feed_ends(self) -> Mapping[str, str]:
        """The id of the newest feed entry of every partition ("0-0" if there was none)."""

    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        """Feed entries after the given ids, in order within each partition; waits up to `wait_ms` for the first.

        At most `limit` at once, of which each partition gets an equal share, but at least one.
        """

    def trim_feed(self, before: Mapping[str, str]) -> None:
        """Forget feed entries with ids below the given ones."""

    def feed_readers(self) -> Sequence[Mapping[str, str]]:
        """For every registered reader of the feed: the id up to which it has done everything, by partition ("0-0": nothing yet)."""

    def take_due(self, now_ms: int, lease_ms: int, limit: int) -> Sequence[str]:
        """At most `limit` tables that were due by `now_ms` (epoch), longest due first; each is due again at `now_ms` + `lease_ms`.

        Nobody else is given a table that this gives, and one that is given to somebody who dies comes back.
        """

    def postpone(self, table: str, version: int, due_ms: int | None) -> None:
        """Make the table due at another time (None: never), unless it has left `version`: then its newest append has said when."""

    def set_aside(self, table: str, damage: Damage) -> bool:
        """From now on no append to the table is stored, and it is not due; False if that is so already, or the table was removed."""

    def bring_back(self, table: str, told: FeedEntry | None) -> None:
        """Appends are stored again, and the feed tells of the table (its place in the feed is a new one)."""

    def damage(self, table: str) -> Damage | None:
        """Why the table is set aside; None if it is not."""

    def damaged(self) -> Mapping[str, Damage]:
        """All tables that are set aside."""

    def earliest_due(self) -> int | None:
        """When (epoch, ms) the first table is due; None if none ever is."""

    def mark_connected(self, seats: Collection[tuple[str, int]], through: str, until_ms: int) -> None:
        """Mark (table, seat) pairs as connected through a process of this name, until a time (epoch)."""

    def mark_gone(self, table: str, seat: int, through: str) -> None:
        """The seat has no open connection through this process any more."""

    def tables(self) -> Sequence[str]:
        """The ids of all tables, in no order, those whose logs are gone too: for rebuilding projections."""

    def remove(self, table: str, now_ms: int, version: int | None = None, *, forked: bool = False) -> Removal:
        """Delete everything that is kept in the table's slot, at once, and tell the feed. No table is created under its id again.

        `version`: the only one at which it may be (None: any). A table with forks is kept unless `forked`.
        """

    def was_removed(self, table: str) -> bool:
        """Whether there was such a table and it has been removed."""

    def note_fork(self, source: str, fork: str, now_ms: int) -> bool:
        """The fork is about to be created (epoch): its source is kept from now on. False if there is no such source."""

    def forks(self, source: str) -> Mapping[str, int]:
        """The tables that were forked from this one, with the times (epoch, ms) at which that was asked for."""

    def forget_forks(self, source: str, forks: Collection[str]) -> None:
        """These forks were removed, or never created."""
