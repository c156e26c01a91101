"""Scans all tables of a store in small steps, and reads the newest events of many tables without opening them."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from events.store import keys
from events.store.answering import is_of_another_type, of_those_that_answer
from events.store.key_scans import some_keys
from events.store.redis_connection import answered
from events.store.stored_lines import plain
from events.store.stub import Stub
from events.store.stubs import Stubs

LOGS: Final = "rs:{p[01][0-9]}:*:log"
FIRST_PLACE: Final = "0:0"
"""The place of the first step of a scan, for who must tell it from the end."""
PARTS_PER_PARTITION: Final = 4
"""Parts of a partition's archived tables, one for each step of a scan."""
_THEN_ARCHIVED: Final = "archived/"
"""Begins the places of a scan after the tables in the store: then come those that are archived."""
_AT: Final = re.compile(rb'"at":"([0-9TZ:.\-]{24})"')
_REASON: Final = re.compile(rb'"reason":"([a-z-]{1,40})"')


@answered
def walk(client: Redis, place: str) -> tuple[str, Sequence[str]]:
    """One step of a scan: the next place ("": the end), and some tables. The place "" starts the scan.

    A table that exists during the whole scan is found at least once, perhaps twice; but not surely if it moves to another server of a
    cluster meanwhile, or from the archive into the store. Raises `StoreUnavailable`.
    """
    if place.startswith(_THEN_ARCHIVED):
        return _walk_archived(Stubs(client), int(place.removeprefix(_THEN_ARCHIVED)))
    next_place, found = some_keys(client, LOGS, place)
    tables = (keys.table_of(key.decode(errors="replace")) for key in found)
    return next_place or f"{_THEN_ARCHIVED}0", [*dict.fromkeys(table for table in tables if table is not None)]


def _walk_archived(stubs: Stubs, number: int) -> tuple[str, Sequence[str]]:
    """A step of a scan of the archived tables, as `walk`: those of the next part of a partition that has any, from part `number` on."""
    for part in range(number, PARTS_PER_PARTITION * len(keys.PARTITIONS)):
        partition, first = divmod(part, PARTS_PER_PARTITION)
        if found := stubs.in_hashes(keys.archived_keys(keys.PARTITIONS[partition])[first::PARTS_PER_PARTITION]):
            return f"{_THEN_ARCHIVED}{part + 1}", found
    return "", ()


class Newest(NamedTuple):
    """The time of a table's newest event, and the reason why its game ended. None: these events do not contain an end."""

    at: datetime
    reason: str | None
    is_archived: bool = False


@answered
def newest(client: Redis, tables: Sequence[str]) -> Mapping[str, Newest | None]:
    """The end of each table's log, or of its stub; None if the log does not say when its newest event happened. Tables whose server does
    not answer are left out, unless none answers. Raises `StoreUnavailable`.
    """
    with client.pipeline(transaction=False) as pipe:
        for table in tables:
            pipe.xrevrange(keys.log_key(table), count=2)  # the last event reveals the secret, the one before says how the game ended
        replies = of_those_that_answer(tables, pipe.execute(raise_on_error=False))
    found = {table: _newest(table, reply) for table, reply in replies}
    stubs = Stubs(client).of([table for table, known in found.items() if known is None])
    return found | {table: _end_of(stub) for table, stub in stubs.items()}


def _end_of(stub: Stub) -> Newest:
    return Newest(datetime.fromtimestamp(stub.ended, UTC), stub.reason, is_archived=True)


def _newest(table: str, reply: Any) -> Newest | None:
    if isinstance(reply, ResponseError) and is_of_another_type(reply):
        return None
    if isinstance(reply, Exception):
        raise reply
    lines = [plain(table, _version(entry), fields.get(b"e", b"")) for entry, fields in reply if isinstance(fields, dict)]
    at = _AT.search(lines[0]) if lines else None
    ended = next((line for line in lines if b'"type":"table.finished"' in line), b"")
    reason = _REASON.search(ended)
    try:
        return None if at is None else Newest(datetime.fromisoformat(at[1].decode()), reason[1].decode() if reason else None)
    except ValueError:
        return None


def _version(entry: bytes) -> int:
    return int(entry.partition(b"-")[0])
