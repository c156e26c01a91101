"""Rewrites stored tables in the forms of the newest format level (ADR 72).

A table is rewritten beside itself and takes its own place in one step. So it can be read and played meanwhile, a long one holds up nobody,
and an interrupted rewriting leaves nothing but two keys that expire.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

from redis import Redis
from redis.exceptions import ResponseError

from events.store.answering import is_of_another_type
from events.store.connection_pool import Command
from events.store.keys import erasures_key, keys_key, log_key
from events.store.levels import NEWEST_LEVEL
from events.store.pools import pool_of
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.store.stored_lines import compact, plain
from events.store.stored_records import read_record, write_record

Rewritten: TypeAlias = Literal["rewritten", "unchanged", "damaged", "busy"]
"""`unchanged`: it has the newest forms already. `damaged`: no append has written it so. `busy`: it changes each time."""

AT_ONCE: Final = 500
"""Entries of a log that are read or written in one step. The server serves no other client meanwhile."""

ATTEMPTS: Final = 20
"""How often a table that changes meanwhile is read again."""

KEPT_SECONDS: Final = 600
"""How long the keys of an interrupted rewriting stay."""

REWRITE: Final = Script(Path(__file__).with_name("rewrite.lua"))


class _Foreign(Exception):
    """An entry or a record that no append has written."""


class Rewriter:
    """Rewrites tables of one store, also while they are played."""

    def __init__(self, client: Redis) -> None:
        self._pool = pool_of(client)

    @answered
    def __call__(self, table: str) -> Rewritten:
        """Rewrite a table. Raises `StoreUnavailable`."""
        try:
            for _ in range(ATTEMPTS):
                result = self._attempt(table)
                if result != "busy":
                    return result
        except _Foreign:
            return "damaged"
        except ResponseError as error:
            if is_of_another_type(error):
                return "damaged"
            raise
        return "busy"

    def _attempt(self, table: str) -> Rewritten:
        erasures = self._pool.send("GET", erasures_key(table)) or b"0"
        before, records = [*self._entries(log_key(table))], self._records(table)
        if not before:
            if records:
                raise _Foreign
            return "unchanged"
        after = [compact(table, version, plain(table, version, entry)) for version, entry in enumerate(before, 1)]
        rewritten = {name: _rewritten(record) for name, record in records.items()}
        if (after, rewritten) == (before, records):
            return "unchanged"
        new_log, new_keys = f"{log_key(table)}:new", f"{keys_key(table)}:new"
        names = (log_key(table), keys_key(table), new_log, new_keys, erasures_key(table))
        self._write(new_log, [("XADD", new_log, f"{version}-0", "e", entry) for version, entry in enumerate(after, 1)])
        self._write(new_keys, [("HSET", new_keys, name, record) for name, record in rewritten.items()])
        return "rewritten" if REWRITE(self._pool.send, names, before[-1], erasures) else "busy"

    def _entries(self, log: str) -> Iterator[bytes]:
        """The stored lines of a log. Raises `_Foreign` for one that is no line of an append."""
        version = 0
        while page := self._pool.send("XRANGE", log, version + 1, "+", "COUNT", AT_ONCE):
            for entry_id, fields in page:
                version += 1
                if entry_id != b"%d-0" % version or len(fields) != 2:
                    raise _Foreign
                yield fields[1]

    def _records(self, table: str) -> Mapping[bytes, bytes]:
        found: Sequence[bytes] = self._pool.send("HGETALL", keys_key(table))
        return dict(zip(found[::2], found[1::2], strict=True))

    def _write(self, key: str, commands: Sequence[Command]) -> None:
        """Make a key of these commands, which expires. A command that was repeated after a lost reply may fail: the script checks all."""
        for start in range(0, len(commands), AT_ONCE):
            begin: Sequence[Command] = [("DEL", key)] if start == 0 else []
            self._pool.exchange([*begin, *commands[start : start + AT_ONCE], ("EXPIRE", key, KEPT_SECONDS)])


def _rewritten(record: bytes) -> bytes:
    try:
        return write_record(read_record(record), NEWEST_LEVEL)
    except ValueError as error:
        raise _Foreign from error
