"""The store in Redis or Valkey. Each atomic operation is a Lua script in its own file; this module calls the scripts and parses their
replies.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from redis import Redis
from redis.exceptions import ResponseError

from events.damaged.damage import read_damage
from events.errors import BrokenLog, TableRemoved
from events.feed.entries import with_trace
from events.feed.reading import feed_reads
from events.store import keys
from events.store.answering import is_of_another_type
from events.store.event_store import (
    PRIMARY_ONLY,
    Append,
    Appended,
    Conflict,
    IdempotencyRecord,
    NewLine,
    Replication,
    Snapshot,
    StoredTable,
    check,
)
from events.store.format_level import FormatLevel
from events.store.key_scans import all_keys
from events.store.pools import pool_of
from events.store.redis_archive import RedisArchive
from events.store.redis_aside import RedisAside
from events.store.redis_beside_logs import RedisBesideLogs, rematch_of
from events.store.redis_connection import answered
from events.store.redis_due_times import RedisDueTimes
from events.store.redis_feeds import RedisFeeds
from events.store.redis_removals import RedisRemovals
from events.store.redis_whole_tables import RedisWholeTables
from events.store.replication import Replicas
from events.store.scripts import Script
from events.store.stored_lines import plain, write_lines, write_new_lines
from events.store.stored_records import read_record, write_record
from events.store.stub import ArchivedTables, NoArchive
from events.store.stubs import Stubs

LINES_PER_LOAD: Final = 1000
"""The most lines after a snapshot in one reply. The server serves no other client meanwhile."""

HIGHEST_VERSION: Final = 2**64 - 1
"""The highest version that a stream can hold."""


class RedisStore(RedisAside, RedisBesideLogs, RedisArchive, RedisDueTimes, RedisFeeds, RedisRemovals, RedisWholeTables):
    """The tables, feeds, due times and connections of `Store`, on a client made by `events.store.redis_connection.connect`."""

    def __init__(self, client: Redis, replication: Replication = PRIMARY_ONLY, archive: ArchivedTables | None = None) -> None:
        """`replication` is what an append waits for. `archive` has the tables that have left the store."""
        self._client = client
        self._send = pool_of(client).send
        self._replicas = Replicas(pool_of(client), replication)  # a pool of its own: appends that wait must not hold up reads
        self._read_feeds = feed_reads(client)
        self._stubs = Stubs(client)
        self._archive = archive or NoArchive()
        self._level = FormatLevel(client, self._send)

    def format_level(self) -> int:
        return self._level()

    @answered
    def load(self, table: str, key: str | None, now_ms: int) -> StoredTable:
        names = (
            keys.log_key(table),
            keys.state_key(table),
            keys.keys_key(table),
            keys.secret_key(table),
            keys.connected_key(table),
            keys.damaged_key(keys.partition_of(table)),
            keys.rematch_key(table),
            keys.archived_key(table),
            keys.erasures_key(table),
        )
        stored = LOAD(self._send, names, key or "", now_ms, LINES_PER_LOAD, table)
        version, newest, tail, fitting, known, secret, seats, trouble, aside, rematch, stub, erasures = stored
        snapshot = Snapshot(fitting[0], fitting[1].decode(), fitting[2]) if fitting else None
        tail = [plain(table, at, entry) for at, entry in enumerate(tail, snapshot.version + 1)] if snapshot else []
        while (
            snapshot
            and (after := snapshot.version + len(tail)) < version
            and (page := self._lines(table, after + 1, version, LINES_PER_LOAD))
        ):
            tail += page
        loaded = StoredTable(
            version=version,
            newest=None if newest is None else plain(table, version, newest),
            snapshot=snapshot,
            tail=tail,
            idempotency_record=read_record(known) if known else None,
            secret=secret.decode() if secret else None,
            connected=frozenset(int(mark.partition(b":")[0]) for mark in seats),
            trouble=trouble.decode(),
            damage=read_damage(aside) if aside else None,
            rematch=rematch_of(rematch),
            erasures=erasures,
        )
        return self._load_archived(table, stub, key, loaded) if stub else loaded

    @answered
    def append(self, batch: Append) -> Appended | IdempotencyRecord | Conflict:
        check(batch)
        table, secret, partition = batch.table, batch.secret, keys.partition_of(batch.table)
        first, last, level = batch.expected + 1, batch.snapshot.version, self.format_level()
        names = (
            keys.log_key(table),
            keys.state_key(table),
            keys.keys_key(table),
            keys.secret_key(table),
            keys.feed_key(partition),
            keys.due_key(partition),
            keys.receipts_key(table),
            keys.damaged_key(partition),
            keys.creator_key(table),
            keys.removed_key(table),
            keys.archived_key(table),
            keys.erasures_key(table),
        )
        secret_action = "leave" if secret is None else "keep" if secret else "forget"
        (answer, content), confirmed = APPEND(
            self._replicas.write,
            names,
            table,
            batch.expected,
            batch.previous,
            batch.key.name,
            write_record(IdempotencyRecord(batch.key.fingerprint, first, last), level),
            batch.snapshot.hash,
            batch.snapshot.body,
            secret_action,
            secret or "",
            ",".join(batch.types),
            "" if batch.due is None else batch.due,
            ",".join(with_trace(batch.calls, batch.trace)),
            *(receipt or "" for receipt in batch.receipts),
            batch.creator,
            batch.erasures,
            *write_new_lines(table, first, batch.lines, level),
        )
        if answer == b"known":
            return read_record(content)
        if answer == b"aside":
            raise read_damage(content).error(table)
        if answer == b"removed":
            raise TableRemoved(table)
        if answer == b"trouble":
            raise BrokenLog(content.decode(), table)
        if answer == b"conflict":
            return Conflict(content)
        self._replicas.refuse_unless(confirmed)
        return Appended(content)

    def confirm(self, table: str, version: int, hash: str) -> None:
        self._replicas.confirm_event(table, version, hash)

    @answered
    def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        lines = self._lines(table, min(after + 1, HIGHEST_VERSION), "+", limit)
        whole = None if lines else self._archived_whole(table)
        return lines if whole is None else whole.lines[after : after + limit]

    def _lines(self, table: str, first: int, last: int | str, limit: int) -> list[bytes]:
        """Lines from version `first` on, up to the first entry that an append cannot have written. Raises `BrokenLog` if that entry is at
        `first`.
        """
        lines: list[bytes] = []
        try:
            entries = self._send("XRANGE", keys.log_key(table), first, last, "COUNT", limit) or ()  # COUNT 0 returns no list at all
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            raise BrokenLog("the key of its log has another type", table, first) from error
        for version, (entry_id, fields) in enumerate(entries, first):
            if entry_id == b"%d-0" % version and len(fields) == 2:
                lines.append(plain(table, version, fields[1]))
            elif lines:
                break
            else:
                raise BrokenLog(f"the entry {entry_id.decode()} stands where version {version} belongs", table, version)
        return lines

    @answered
    def keep_snapshot(self, table: str, snapshot: Snapshot, erasures: int = 0) -> None:
        names = (keys.log_key(table), keys.state_key(table), keys.erasures_key(table))
        kept = KEEP_SNAPSHOT(self._send, names, *snapshot, erasures)
        if not kept and (stub := self._stubs.find(table)) is not None:
            self._archive.keep_snapshot(table, stub, snapshot)

    @answered
    def replace_lines(self, table: str, lines: Sequence[NewLine]) -> bool:
        feed = keys.feed_key(keys.partition_of(table))
        names = (keys.log_key(table), keys.rewritten_key(table), keys.state_key(table), keys.erasures_key(table), feed)
        level = self.format_level()
        values: list[str | int | bytes] = []
        for version, link, line in lines:
            values += [version, link, *write_lines(table, version, [line], level)]
        left = REPLACE(self._send, names, table, "1", LINES_PER_LOAD, *values)
        while left > 0:
            left = REPLACE(self._send, names, table, "", LINES_PER_LOAD, *values)
        return bool(left == 0)

    @answered
    def tables(self) -> Sequence[str]:
        found = (keys.table_of(key.decode(errors="replace")) for key in all_keys(self._client, keys.TABLES))
        return list({table for table in found if table is not None})


APPEND, LOAD, KEEP_SNAPSHOT, REPLACE = (
    Script(Path(__file__).with_name(f"{name}.lua")) for name in ("append", "load", "keep_snapshot", "replace")
)
