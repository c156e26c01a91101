"""The store in Redis or Valkey. What must be atomic is a Lua script in a file of its own; here they are called and understood."""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from redis import Redis

from events import keys
from events.connection import answered, of_its_own
from events.lanes import Lanes
from events.scripts import Script
from events.store import Append, Appended, Conflict, FeedEntry, Loaded, Recollection, Snapshot, check

PAGE: Final = 1000
"""Lines that the server is asked for at once: it does nothing else meanwhile."""

HIGHEST: Final = 2**64 - 1
"""The highest version that a stream can hold."""

CONNECTED_FOR_MS: Final = 86_400_000
"""Marks of a table are forgotten a day after the last one, so that abandoned tables leave none."""


class RedisStore:
    """Tables, feeds and connections as `Store` describes them, on a client made by `events.connection.connect`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._waiting = of_its_own(client)
        self._ask, self._wait = Lanes(client).ask, Lanes(self._waiting).ask
        timeout = client.connection_pool.connection_kwargs["socket_timeout"]
        # A wait as long as the socket's own would end in an error whenever nothing happens.
        self._longest_block_ms = int(timeout * 1000) // 2

    @answered
    def load(self, table: str, key: str | None, now_ms: int) -> Loaded:
        log = keys.log_key(table)
        names = (log, keys.state_key(table), keys.keys_key(table), keys.secret_key(table), keys.connected_key(table))
        version, tail, fitting, known, secret, seats = LOAD(self._ask, names, key or "", now_ms, PAGE)
        snapshot = Snapshot(fitting[0], fitting[1].decode(), fitting[2]) if fitting else None
        while snapshot and (after := snapshot.version + len(tail)) < version and (page := self._lines(log, after + 1, version, PAGE)):
            tail += page
        return Loaded(
            version=version,
            snapshot=snapshot,
            tail=tail,
            recollection=_recollection(known) if known else None,
            secret=secret.decode() if secret else None,
            connected=frozenset(int(mark.partition(b":")[0]) for mark in seats),
        )

    @answered
    def append(self, batch: Append) -> Appended | Recollection | Conflict:
        check(batch)
        table, secret = batch.table, batch.secret
        names = (
            keys.log_key(table),
            keys.state_key(table),
            keys.keys_key(table),
            keys.secret_key(table),
            keys.feed_key(keys.partition_of(table)),
        )
        fate = "leave" if secret is None else "keep" if secret else "forget"
        answer, what = APPEND(
            self._ask,
            names,
            table,
            batch.expected,
            *batch.key,
            batch.snapshot.hash,
            batch.snapshot.body,
            fate,
            secret or "",
            ",".join(batch.types),
            *batch.lines,
        )
        if answer == b"known":
            return _recollection(what)
        return Appended(what) if answer == b"appended" else Conflict(what)

    @answered
    def read(self, table: str, after: int, limit: int) -> Sequence[bytes]:
        return self._lines(keys.log_key(table), min(after + 1, HIGHEST), "+", limit)

    def _lines(self, log: str, first: int, last: int | str, limit: int) -> list[bytes]:
        # At COUNT 0 there is no list at all.
        return [fields[1] for _, fields in self._ask("XRANGE", log, first, last, "COUNT", limit) or ()]

    @answered
    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        KEEP_SNAPSHOT(self._ask, (keys.log_key(table), keys.state_key(table)), *snapshot)

    @answered
    def feed_ends(self) -> Mapping[str, str]:
        with self._client.pipeline(transaction=False) as pipe:
            for partition in keys.PARTITIONS:
                pipe.xrevrange(keys.feed_key(partition), count=1)
            newest = pipe.execute()
        return {partition: entries[0][0].decode() if entries else "0-0" for partition, entries in zip(keys.PARTITIONS, newest, strict=True)}

    @answered
    def follow(self, after: Mapping[str, str], wait_ms: int, limit: int = 1000) -> Sequence[FeedEntry]:
        streams = [keys.feed_key(partition) for partition in after]
        each = max(1, limit // max(1, len(after)))
        until = time.monotonic() + wait_ms / 1000
        while streams:
            left = int((until - time.monotonic()) * 1000)
            # BLOCK 0 would wait for ever.
            block = ("BLOCK", min(left, self._longest_block_ms)) if left > 0 else ()
            news = self._wait("XREAD", "COUNT", each, *block, "STREAMS", *streams, *after.values())
            if news or not block:
                return [entry for feed, entries in news or () for entry in _feed_entries(feed, entries)]
        return ()

    @answered
    def trim_feed(self, before: Mapping[str, str]) -> None:
        with self._client.pipeline(transaction=False) as pipe:
            for partition, place in before.items():
                pipe.xtrim(keys.feed_key(partition), minid=place, approximate=False)
            pipe.execute()

    @answered
    def mark_connected(self, seats: Collection[tuple[str, int]], through: str, until_ms: int) -> None:
        with self._client.pipeline(transaction=False) as pipe:
            for table, seat in seats:
                pipe.zadd(keys.connected_key(table), {f"{seat}:{through}": until_ms})
                pipe.pexpire(keys.connected_key(table), CONNECTED_FOR_MS)
            pipe.execute()

    @answered
    def mark_gone(self, table: str, seat: int, through: str) -> None:
        self._client.zrem(keys.connected_key(table), f"{seat}:{through}")

    @answered
    def tables(self) -> Sequence[str]:
        # A scan may name a key twice.
        return list({keys.table_of(key.decode()) for key in self._client.scan_iter(keys.LOGS, count=PAGE)})


APPEND, LOAD, KEEP_SNAPSHOT = (Script(Path(__file__).with_name(name)) for name in ("append.lua", "load.lua", "keep_snapshot.lua"))


def _recollection(kept: bytes) -> Recollection:
    fingerprint, first, last = kept.decode().rsplit(":", 2)
    return Recollection(fingerprint, int(first), int(last))


def _feed_entries(feed: bytes, entries: Sequence[Any]) -> Iterator[FeedEntry]:
    partition = keys.partition_of_feed(feed.decode())
    for place, fields in entries:
        table, first, last, types = fields[1::2]
        yield FeedEntry(partition, place.decode(), table.decode(), int(first), int(last), tuple(types.decode().split(",")))
