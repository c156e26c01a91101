"""The part of the Redis store that reads a table as data, and puts it back. Long tables go in pages, so that others do not wait."""

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

from redis import Redis

from events.errors import BrokenLog
from events.store import keys
from events.store.event_store import (
    REQUESTED_PREFIX,
    IdempotencyRecord,
    KeptReceipts,
    Rematch,
    Snapshot,
    StoredTable,
    StoreUnavailable,
    read_rematch,
)
from events.store.redis_connection import answered
from events.store.replication import Replicas
from events.store.scripts import Script, Send
from events.store.stored_lines import hash_of, plain, write_lines
from events.store.stored_records import read_record, write_record
from events.store.stub import ArchivedTables, Stub
from events.store.whole_table import PutBack, WholeTable

LINES_PER_PAGE: Final = 500
"""Lines that one call stages. The server serves no other client meanwhile."""

STAGED_FOR_MS: Final = 600_000
"""How long the data of an interrupted call stays in the store."""

RECORDS_PER_PAGE: Final = 1000

WHOLE, STAGE, PUT_BACK = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("whole", "stage", "put_back"))


class _Reads(Protocol):
    """What this part needs of the rest of the store."""

    _client: Redis
    _send: Send
    _replicas: Replicas
    _archive: ArchivedTables

    def format_level(self) -> int: ...

    def load(self, table: str, key: str | None, now_ms: int) -> StoredTable: ...

    def read(self, table: str, after: int, limit: int) -> Sequence[bytes]: ...


class RedisWholeTables:
    """A base class of `events.store.redis_store.RedisStore`; the methods are those of `Store`."""

    @answered
    def read_whole(self: _Reads, table: str) -> WholeTable | None:
        stored = self.load(table, None, 0)
        if stored.damage is not None:
            raise stored.damage.error(table)
        if stored.trouble:
            raise BrokenLog(stored.trouble, table)
        found = WHOLE(self._send, _read_names(table), table)
        if not found:
            return None
        entry, stub, snapshot, secret, receipts, creator, due, erasures, *beside = found
        later = _later(*(dict(zip(pairs[::2], pairs[1::2], strict=True)) for pairs in beside))
        if stub:
            return self._archive.read(table, Stub.read(stub))._replace(**later)
        lines = _lines(self, table, entry)
        return WholeTable(
            table=table,
            lines=lines,
            snapshot=_snapshot(snapshot, lines),
            records=_records(self._client, table, len(lines)),
            secret=secret.decode() if secret else None,
            receipts=KeptReceipts(*receipts),
            creator=creator.decode(errors="replace") if creator else "",
            due=int(float(due)) if due else None,
            erasures=int(erasures or 0),
            **later,
        )

    @answered
    def put_back(self: _Reads, whole: WholeTable, now_ms: int) -> PutBack:
        level = self.format_level()
        _stage(self._send, whole, level)
        forks = [value for fork, at in whole.forks.items() for value in (fork, at)]
        rematch = [] if whole.rematch is None else _rematch_fields(whole.rematch)
        exports = [value for pair in whole.exports.items() for value in pair]
        answer, confirmed = PUT_BACK(
            self._replicas.write,
            _written_names(whole.table),
            whole.table,
            whole.version,
            whole.head,
            *(whole.snapshot[1:] if whole.snapshot else ("", "")),
            whole.secret or "",
            *(receipt or "" for receipt in whole.receipts),
            whole.creator,
            "" if whole.due is None else whole.due,
            now_ms // 1000,
            len(forks),
            len(rematch),
            *forks,
            *rematch,
            *exports,
        )
        if answer not in _ANSWERS:
            raise StoreUnavailable(f"another process puts {whole.table} back")
        self._replicas.refuse_unless(confirmed)
        return _ANSWERS[answer]


_ANSWERS: Final[Mapping[bytes, PutBack]] = {b"stored": "stored", b"exists": "exists", b"removed": "removed"}


def _read_names(table: str) -> Sequence[str]:
    """The keys of `whole.lua`."""
    return (
        keys.log_key(table),
        keys.state_key(table),
        keys.secret_key(table),
        keys.receipts_key(table),
        keys.creator_key(table),
        keys.due_key(keys.partition_of(table)),
        keys.forks_key(table),
        keys.rematch_key(table),
        keys.exports_key(table),
        keys.archived_key(table),
        keys.erasures_key(table),
    )


def _written_names(table: str) -> Sequence[str]:
    """The keys of `put_back.lua`."""
    log, state, *others, archived, _ = _read_names(table)
    elsewhere = (keys.removed_key(table), archived, keys.loose_key(keys.partition_of(table)))
    return (log, state, keys.keys_key(table), *others, *elsewhere, *_staged_names(table))


def _staged_names(table: str) -> Sequence[str]:
    return keys.staged_log_key(table), keys.staged_keys_key(table)


def _later(forks: Mapping[bytes, bytes], rematch: Mapping[bytes, bytes], exports: Mapping[bytes, bytes]) -> dict[str, Any]:
    """What is added to a finished table later. It is not part of its file in the archive."""
    return {
        "forks": {fork.decode(): int(float(at)) for fork, at in forks.items()},
        "rematch": read_rematch({name.decode(errors="replace"): value.decode(errors="replace") for name, value in rematch.items()}),
        "exports": {kind.decode(): export for kind, export in exports.items()},
    }


def _lines(store: _Reads, table: str, newest: tuple[bytes, Sequence[bytes]]) -> Sequence[bytes]:
    """The lines up to the newest entry. Raises `BrokenLog` for a log with a gap, and `StoreUnavailable` if a fail-over changes it."""
    lines: list[bytes] = []
    version = int(newest[0].partition(b"-")[0])
    while len(lines) < version and (page := store.read(table, len(lines), min(LINES_PER_PAGE, version - len(lines)))):
        lines += page
    if lines[-1:] != [plain(table, version, newest[1][1])]:
        raise StoreUnavailable(f"the log of {table} has changed while it was read")
    return lines


def _snapshot(found: Sequence[Any], lines: Sequence[bytes]) -> Snapshot | None:
    """The snapshot, if it is that of the last line."""
    version, head, body = found or (None, None, None)
    if version != b"%d" % len(lines) or not head or not body or head.decode(errors="replace") != hash_of(lines[-1]):
        return None
    return Snapshot(len(lines), head.decode(), body)


def _records(client: Redis, table: str, version: int) -> Mapping[str, IdempotencyRecord]:
    """The records up to a version. Records are only added, so a scan finds all of them."""
    records: dict[str, IdempotencyRecord] = {}
    for name, value in client.hscan_iter(keys.keys_key(table), count=RECORDS_PER_PAGE):
        record = read_record(value)
        if record.last <= version:
            records[name.decode()] = record
    return records


def _stage(send: Send, whole: WholeTable, level: int) -> None:
    """Write log and records under names that no reader knows. There are at least as many lines as records."""
    records = iter(whole.records.items())
    for first in range(0, whole.version, LINES_PER_PAGE):
        lines = write_lines(whole.table, first + 1, whole.lines[first : first + LINES_PER_PAGE], level)
        pairs = [(name, write_record(one, level)) for name, one in islice(records, LINES_PER_PAGE)]
        STAGE(send, _staged_names(whole.table), first + 1, len(lines), STAGED_FOR_MS, *lines, *(value for pair in pairs for value in pair))


def _rematch_fields(rematch: Rematch) -> list[str | int]:
    """The fields and values of a rematch's hash."""
    asked = {f"{REQUESTED_PREFIX}{seat}": 1 for seat in rematch.asked}
    return [value for pair in (rematch.proposal._asdict() | asked).items() for value in pair]
