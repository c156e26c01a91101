"""What goes into the event store and what comes out of it: appends, loaded tables, feed entries. `events.store.store` is its protocol."""

from collections.abc import Collection, Mapping, Sequence
from typing import ClassVar, Final, Literal, NamedTuple, TypeAlias

from events.damaged.damage import Damage
from events.store.event_line import EventLine

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
