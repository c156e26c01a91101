"""The store in Redis or Valkey. Each atomic operation is a Lua script in its own file; this module calls the scripts and parses their
replies.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from heapq import nsmallest
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import ResponseError

from events.damaged.damage import Damage, read_damage, write_damage
from events.errors import BrokenLog, TableRemoved
from events.feed.entries import with_trace
from events.feed.reading import feed_reads
from events.store import keys
from events.store.answering import ask_those_that_answer, is_of_another_type, of_those_that_answer, raised
from events.store.event_store import (
    PRIMARY_ONLY,
    Append,
    Appended,
    Conflict,
    FeedEntry,
    IdempotencyRecord,
    KeptReceipts,
    NewLine,
    Proposal,
    Rematch,
    Replication,
    Snapshot,
    StoredTable,
    check,
    check_due,
    read_rematch,
)
from events.store.format_level import FormatLevel
from events.store.key_scans import all_keys
from events.store.pools import pool_of
from events.store.redis_archive import RedisArchive
from events.store.redis_connection import answered
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

CONNECTED_FOR_MS: Final = 86_400_000
"""The time to live of a table's connection marks after the last one, so that abandoned tables leave none."""


class RedisStore(RedisArchive, RedisFeeds, RedisRemovals, RedisWholeTables):
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
            rematch=_rematch(rematch),
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
    def name_rematch(self, table: str, seat: int, proposal: Proposal, unusable: str = "") -> Rematch | None:
        names = (keys.rematch_key(table), keys.log_key(table), keys.feed_key(keys.partition_of(table)), keys.archived_key(table))
        new, _, seed, *reservation, starts = proposal
        return _rematch(REMATCH(self._send, names, table, seat, unusable, new, seed, *reservation, starts))

    @answered
    def receipts(self, table: str) -> KeptReceipts:
        try:
            receipts = KeptReceipts(*self._send("HMGET", keys.receipts_key(table), *KeptReceipts._fields))
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            return KeptReceipts()
        whole = None if any(receipts) else self._archived_whole(table)
        return receipts if whole is None else whole.receipts

    @answered
    def creators(self, tables: Sequence[str]) -> Sequence[str]:
        with self._client.pipeline(transaction=False) as pipe:
            for table in tables:
                pipe.get(keys.creator_key(table))
            found: Sequence[Any] = [_readable(reply) for reply in pipe.execute(raise_on_error=False)]
        creators = [creator.decode(errors="replace") if creator else "" for creator in found]
        without = [table for table, creator in zip(tables, creators, strict=True) if not creator]
        archived = {table: stub.creator for table, stub in self._stubs.of(without).items()} if without else {}
        return [creator or archived.get(table, "") for table, creator in zip(tables, creators, strict=True)]

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
    def take_due(self, now_ms: int, lease_ms: int, limit: int) -> Sequence[str]:
        # A read comes first: usually nothing is due, and it shows how many tables each partition contributes to the limit.
        due = self._of_all_partitions("ZRANGEBYSCORE", "-inf", now_ms, "WITHSCORES", "LIMIT", 0, limit)
        longest = nsmallest(limit, ((float(at), partition) for partition, found in due for at in found[1::2]))
        shares = Counter(partition for _, partition in longest)

        def take(partition: str) -> list[bytes]:
            tables: list[bytes] = TAKE_DUE(self._send, (keys.due_key(partition),), now_ms, now_ms + lease_ms, shares[partition])
            return tables

        return [table.decode() for _, taken in ask_those_that_answer(shares, take) for table in taken]

    @answered
    def postpone(self, table: str, version: int, due_ms: int | None) -> None:
        check_due(due_ms)
        names = (keys.log_key(table), keys.due_key(keys.partition_of(table)))
        POSTPONE(self._send, names, table, version, "" if due_ms is None else due_ms)

    @answered
    def set_aside(self, table: str, damage: Damage) -> bool:
        partition = keys.partition_of(table)
        names = (keys.damaged_key(partition), keys.due_key(partition), keys.removed_key(table))
        return bool(SET_ASIDE(self._send, names, table, write_damage(damage)))

    @answered
    def bring_back(self, table: str, entry: FeedEntry | None) -> None:
        partition = keys.partition_of(table)
        with self._client.pipeline(transaction=True) as pipe:
            pipe.hdel(keys.damaged_key(partition), table)
            if entry is not None:
                pipe.xadd(keys.feed_key(partition), _fields(entry))
            for reply in pipe.execute(raise_on_error=False):
                _readable(reply)  # a key of another type contains no damaged table

    @answered
    def damage(self, table: str) -> Damage | None:
        try:
            found = self._send("HGET", keys.damaged_key(keys.partition_of(table)), table)
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            return None
        return read_damage(found) if found else None

    @answered
    def damaged(self) -> Mapping[str, Damage]:
        with self._client.pipeline(transaction=False) as pipe:
            for partition in keys.PARTITIONS:
                pipe.hgetall(keys.damaged_key(partition))
            replies = of_those_that_answer(keys.PARTITIONS, pipe.execute(raise_on_error=False))
        found: Sequence[Any] = [_readable(reply) for _, reply in replies]
        reasons = {table.decode(errors="replace"): reason for aside in found for table, reason in dict(aside).items()}
        return {table: read_damage(reason) for table, reason in reasons.items() if keys.is_table_id(table)}

    def _of_all_partitions(self, command: str, *values: str | int) -> Iterator[tuple[str, list[bytes]]]:
        """The replies to a command about the due times of each partition. A key of another type gives an empty reply, so that only the
        tables of its partition wait for an operator to fix it.
        """
        with self._client.pipeline(transaction=False) as pipe:
            send: Callable[..., Any] = pipe.execute_command
            for partition in keys.PARTITIONS:
                send(command, keys.due_key(partition), *values)
            replies = of_those_that_answer(keys.PARTITIONS, pipe.execute(raise_on_error=False))
        return ((partition, _readable(reply)) for partition, reply in replies)

    @answered
    def mark_connected(self, seats: Collection[tuple[str, int]], through: str, until_ms: int) -> None:
        with self._client.pipeline(transaction=False) as pipe:
            for table, seat in seats:
                pipe.zadd(keys.connected_key(table), {f"{seat}:{through}": until_ms})
                pipe.pexpire(keys.connected_key(table), CONNECTED_FOR_MS)
            replies = pipe.execute(raise_on_error=False)
        for _, reply in of_those_that_answer(range(len(replies)), replies):
            raised(reply)

    @answered
    def mark_gone(self, table: str, seat: int, through: str) -> None:
        self._client.zrem(keys.connected_key(table), f"{seat}:{through}")

    @answered
    def tables(self) -> Sequence[str]:
        found = (keys.table_of(key.decode(errors="replace")) for key in all_keys(self._client, keys.TABLES))
        return list({table for table in found if table is not None})


APPEND, LOAD, KEEP_SNAPSHOT, REPLACE, TAKE_DUE, POSTPONE, SET_ASIDE, REMATCH = (
    Script(Path(__file__).with_name(f"{name}.lua"))
    for name in ("append", "load", "keep_snapshot", "replace", "take_due", "postpone", "set_aside", "rematch")
)


def _readable(reply: Any) -> list[bytes]:
    """The reply; an empty one if the key has another type. Raises every other error."""
    if isinstance(reply, Exception) and not is_of_another_type(reply):
        raise reply
    return [] if isinstance(reply, Exception) else reply


def _rematch(reply: Sequence[bytes]) -> Rematch | None:
    """The rematch in a reply that lists fields and values alternately; None if the reply is empty."""
    texts = [text.decode(errors="replace") for text in reply]
    return read_rematch(dict(zip(texts[::2], texts[1::2], strict=True)))


def _fields(entry: FeedEntry) -> dict[Any, Any]:
    """The fields of a feed entry, as `append.lua` writes them."""
    types, calls = ",".join(entry.types), ",".join(entry.calls)
    return {"table": entry.table, "first": entry.first, "last": entry.last, "types": types, "calls": calls, "previous": entry.previous}
