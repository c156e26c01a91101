"""Names: partitions, table ids, and the key of everything that is kept in Redis. All keys of a table share its hash tag."""

import re
from typing import Final

PARTITIONS: Final = tuple(f"p{number:02d}" for number in range(16))
"""A table stays in the partition that its id begins with; each partition has one feed."""

TABLE_ID_BYTES: Final = 17
"""Bytes of chance in a table id: 4 bits choose the partition, 130 make the rest unguessable, 2 are left over."""

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
_LENGTH = 26
TABLE_ID: Final = rf"({'|'.join(PARTITIONS)})-[{_CROCKFORD}]{{{_LENGTH}}}"
"""The pattern of a table id."""

_TABLE_ID = re.compile(TABLE_ID)
_KNOWN = frozenset(PARTITIONS)


def new_table_id(random_bytes: bytes) -> str:
    """The table id made of 17 random bytes. Equal bytes give equal ids."""
    if len(random_bytes) != TABLE_ID_BYTES:
        raise ValueError(f"a table id takes {TABLE_ID_BYTES} bytes, not {len(random_bytes)}")
    number = int.from_bytes(random_bytes, "big")
    partition = PARTITIONS[number % len(PARTITIONS)]
    number >>= 4
    return f"{partition}-" + "".join(_CROCKFORD[number >> 5 * place & 31] for place in range(_LENGTH))


def is_table_id(text: str) -> bool:
    """Whether `text` has the form of a table id."""
    return _TABLE_ID.fullmatch(text) is not None


def partition_of(table: str) -> str:
    """The partition of a table. Raises `ValueError` for an id that names none: no reader would ever see its feed."""
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
    """A hash: what the table remembers, `fingerprint:first:last` by key name."""
    return f"rs:{{{partition_of(table)}}}:{table}:keys"


def secret_key(table: str) -> str:
    """A string: the dice secret, until it is revealed."""
    return f"rs:{{{partition_of(table)}}}:{table}:secret"


def connected_key(table: str) -> str:
    """A sorted set: `<seat>:<process>` by the time (epoch, ms) until which the seat counts as connected through that process."""
    return f"rs:{{{partition_of(table)}}}:{table}:connected"


def exports_key(table: str) -> str:
    """A hash: what has been exported of the table, by format."""
    return f"rs:{{{partition_of(table)}}}:{table}:exports"


def receipts_key(table: str) -> str:
    """A hash: what the service has signed of the table, `created` and `finished`."""
    return f"rs:{{{partition_of(table)}}}:{table}:receipts"


def creator_key(table: str) -> str:
    """A string: whom the table counts for."""
    return f"rs:{{{partition_of(table)}}}:{table}:creator"


def forks_key(table: str) -> str:
    """A sorted set: the tables that were forked from this one, by the time (epoch, ms) at which that was asked for."""
    return f"rs:{{{partition_of(table)}}}:{table}:forks"


def removed_key(table: str) -> str:
    """A hash: when (epoch, s) each removed table was removed, for those whose ids begin with the same six characters.

    Many small hashes take a quarter of the memory of a large one.
    """
    return f"rs:{{{partition_of(table)}}}:removed:{table[4:6]}"


def leftovers_key(partition: str) -> str:
    """A hash: removed tables of which something outside their slot is still to be deleted, with the exports that they had."""
    return f"rs:{{{partition}}}:leftovers"


def rematch_key(table: str) -> str:
    """A hash: the rematch of the finished table, once a player has asked for one."""
    return f"rs:{{{partition_of(table)}}}:{table}:rematch"


def feed_key(partition: str) -> str:
    """A stream: one entry for each append to a table of the partition."""
    return f"rs:{{{partition}}}:feed"


def due_key(partition: str) -> str:
    """A sorted set: tables of the partition by the time (epoch, ms) at which somebody must look at them."""
    return f"rs:{{{partition}}}:due"


def damaged_key(partition: str) -> str:
    """A hash: the tables of the partition that are set aside, and why."""
    return f"rs:{{{partition}}}:damaged"


def service_key(name: str) -> str:
    """What belongs to no table."""
    return f"rs:{{service}}:{name}"


TABLES: Final = "rs:{p[01][0-9]}:*:[lk][oe][gy]*"
"""The pattern of what every table has: a log, and what it remembers. One whose log is gone still has the other."""


def table_of(key: str) -> str | None:
    """The table whose log or memory this key is; None if it is neither."""
    _, _, table, what = key.split(":", 3)
    return table if what in {"log", "keys"} and is_table_id(table) else None


def partition_of_feed(key: str) -> str:
    """The partition that a feed belongs to."""
    return key[4:7]
