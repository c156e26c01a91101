"""Key names: partitions, table ids and every key in Redis. All keys of a table share its hash tag."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

PARTITIONS: Final = tuple(f"p{number:02d}" for number in range(16))
"""The partitions. A table's id begins with its partition, which never changes. Each partition has one feed."""

TABLE_ID_BYTES: Final = 17
"""Random bytes in a table id: 4 bits choose the partition, 130 make the rest unguessable, 2 are unused."""

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 26
TABLE_ID: Final = rf"({'|'.join(PARTITIONS)})-[{_CROCKFORD}]{{{_LENGTH}}}"
"""The pattern of a table id."""

_TABLE_ID = re.compile(TABLE_ID)
_KNOWN = frozenset(PARTITIONS)


def new_table_id(random_bytes: bytes) -> str:
    """The table id for 17 random bytes. Equal bytes give equal ids. Raises `ValueError` for another number of bytes."""
    if len(random_bytes) != TABLE_ID_BYTES:
        raise ValueError(f"a table id needs {TABLE_ID_BYTES} bytes, not {len(random_bytes)}")
    number = int.from_bytes(random_bytes, "big")
    partition = PARTITIONS[number % len(PARTITIONS)]
    number >>= 4
    return f"{partition}-" + "".join(_CROCKFORD[number >> 5 * digit & 31] for digit in range(_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether `text` has the form of a table id."""
    return _TABLE_ID.fullmatch(text) is not None


def partition_of(table: str) -> str:
    """The partition of a table. Raises `ValueError` for an id without a valid partition, because no reader would see its feed."""
    partition = table[:3]
    if partition not in _KNOWN:
        raise ValueError(f"{table!r} begins with no partition")
    return partition


def log_key(table: str) -> str:
    """A stream: entry `<version>-0` holds that version's line. Never trimmed."""
    return f"rs:{{{partition_of(table)}}}:{table}:log"


def state_key(table: str) -> str:
    """A hash: the snapshot's version, hash and body."""
    return f"rs:{{{partition_of(table)}}}:{table}:state"


def keys_key(table: str) -> str:
    """A hash: the idempotency records of the table, `fingerprint:first:last` by key name."""
    return f"rs:{{{partition_of(table)}}}:{table}:keys"


def secret_key(table: str) -> str:
    """A string: the dice secret, until it is revealed."""
    return f"rs:{{{partition_of(table)}}}:{table}:secret"


def connected_key(table: str) -> str:
    """A sorted set: `<seat>:<process>` by the time (epoch, ms) until which the seat counts as connected through that process."""
    return f"rs:{{{partition_of(table)}}}:{table}:connected"


def exports_key(table: str) -> str:
    """A hash: the files exported from the table, by format."""
    return f"rs:{{{partition_of(table)}}}:{table}:exports"


def receipts_key(table: str) -> str:
    """A hash: the receipts that the service has signed for the table, `created` and `finished`."""
    return f"rs:{{{partition_of(table)}}}:{table}:receipts"


def creator_key(table: str) -> str:
    """A string: the client that the table counts for."""
    return f"rs:{{{partition_of(table)}}}:{table}:creator"


def erasures_key(table: str) -> str:
    """A string: how often names were erased at the table. A process that has read the table before may not store it again."""
    return f"rs:{{{partition_of(table)}}}:{table}:erasures"


def rewritten_key(table: str) -> str:
    """A stream: the beginning of the log without an erased name, until it is complete and replaces the log."""
    return f"rs:{{{partition_of(table)}}}:{table}:rewritten"


def forks_key(table: str) -> str:
    """A sorted set: the tables forked from this one, by the time (epoch, ms) of the request."""
    return f"rs:{{{partition_of(table)}}}:{table}:forks"


def staged_log_key(table: str) -> str:
    """A stream: the log of a table that is being put back. No reader sees it."""
    return f"rs:{{{partition_of(table)}}}:{table}:staged:log"


def staged_keys_key(table: str) -> str:
    """A hash: the idempotency records of a table that is being put back."""
    return f"rs:{{{partition_of(table)}}}:{table}:staged:keys"


def removed_key(table: str) -> str:
    """A hash: the removal time (epoch, s) of each removed table, for the tables whose ids begin with the same six characters.

    Many small hashes need a quarter of the memory of one large hash.
    """
    return f"rs:{{{partition_of(table)}}}:removed:{table[4:6]}"


def archived_key(table: str) -> str:
    """A hash: the stub of each archived table, for the tables whose ids begin with the same six characters."""
    return f"rs:{{{partition_of(table)}}}:archived:{table[4:6]}"


def archived_keys(partition: str) -> Sequence[str]:
    """The keys of all hashes of stubs of a partition, whether or not they exist."""
    return [f"rs:{{{partition}}}:archived:{first}{second}" for first in _CROCKFORD for second in _CROCKFORD]


def loose_key(partition: str) -> str:
    """A hash: files of the archive that belong to no stub, with the time (epoch, s) since which; `-` while one is being deleted."""
    return f"rs:{{{partition}}}:loose"


def leftovers_key(partition: str) -> str:
    """A hash: removed tables with files or entries outside their slot that are still to be deleted, and their exports."""
    return f"rs:{{{partition}}}:leftovers"


def rematch_key(table: str) -> str:
    """A hash: the rematch of the finished table, once a player has requested one."""
    return f"rs:{{{partition_of(table)}}}:{table}:rematch"


def feed_key(partition: str) -> str:
    """A stream: one entry for each append to a table of the partition."""
    return f"rs:{{{partition}}}:feed"


def due_key(partition: str) -> str:
    """A sorted set: tables of the partition by the time (epoch, ms) at which a worker must check them."""
    return f"rs:{{{partition}}}:due"


def mark_key(partition: str) -> str:
    """A string, empty: written so that replicas can confirm everything before it."""
    return f"rs:{{{partition}}}:mark"


def damaged_key(partition: str) -> str:
    """A hash: the damaged tables of the partition, which are set aside, with the reason for each."""
    return f"rs:{{{partition}}}:damaged"


def service_key(name: str) -> str:
    """A key that belongs to no table."""
    return f"rs:{{service}}:{name}"


TABLES: Final = "rs:{p[01][0-9]}:*:[lk][oe][gy]*"
"""The pattern of the log and the idempotency records, which every table has. A table whose log is gone still has the records."""


def table_of(key: str) -> str | None:
    """The table whose log or idempotency records the key contains; None for any other key."""
    _, _, table, kind = key.split(":", 3)
    return table if kind in {"log", "keys"} and is_table_id(table) else None


def partition_of_feed(key: str) -> str:
    """The partition of a feed's key, or of any other key of a partition."""
    return key[4:7]


def archived_tables(key: str, names: Iterable[bytes]) -> list[str]:
    """The tables whose stubs are in a hash of stubs, given its key and its fields."""
    begin = f"{partition_of_feed(key)}-{key[-2:]}"
    return [begin + name.decode() for name in names]
