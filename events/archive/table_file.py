"""The file of an archived table: one zstd frame, without what follows from the rest (ADR 74). This is a stored format.

An event's table and version follow from its place, its hash from the hash before it, and idempotency records from the keys of the events.
Where a hash or the records do not follow, the file states them. All other members of an event stay as they are.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, TypeAlias

import msgspec
import zstandard

from events.damaged.damage import UNEXPECTED_DATA_ERRORS
from events.errors import BrokenLog, NewerLog
from events.store.event_store import IdempotencyRecord, KeptReceipts, Snapshot
from events.store.whole_table import WholeTable
from events.tables.envelope import NO_HASH, canonical, chained, read_line
from events.tables.keyed_orders import read_stored_key

FORM: Final = 1
"""The form of the files that this build writes."""

LEVEL: Final = 15
"""The level of compression: above it files get one per cent smaller, for three times as long (ADR 74)."""

MOST_BYTES: Final = 256_000_000
"""The most bytes of a table in a file. A file that declares more is refused unread, and such a table stays in the store."""


class _File(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The content of a file. `head` is the hash of the last event. `events` are JSON. `records` None: they follow from the events."""

    form: int
    table: str
    head: str
    events: list[bytes]
    snapshot: bytes | None = None
    receipts: tuple[bytes | None, bytes | None] = (None, None)
    creator: str = ""
    records: dict[str, tuple[str, int, int]] | None = None


class _Form(msgspec.Struct, frozen=True):
    form: int


_Members: TypeAlias = Mapping[str, msgspec.Raw]

_read_members: Final[Callable[[bytes], dict[str, msgspec.Raw]]] = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_read_form: Final = msgspec.msgpack.Decoder(_Form).decode
_read_content: Final = msgspec.msgpack.Decoder(_File).decode


def write_file(whole: WholeTable) -> bytes:
    """The file of a table. Raises `msgspec.DecodeError` for lines that no append writes."""
    recorded = [read_line(line) for line in whole.lines]
    follow = _records([one.key for one in recorded]) == whole.records
    file = _File(
        form=FORM,
        table=whole.table,
        head=recorded[-1].hash,
        events=[*_shortened(whole.lines)],
        snapshot=whole.snapshot.body if whole.snapshot else None,
        receipts=(whole.receipts.created, whole.receipts.finished),
        creator=whole.creator,
        records=None if follow else {name: (one.fingerprint, one.first, one.last) for name, one in whole.records.items()},
    )
    return zstandard.ZstdCompressor(level=LEVEL, write_checksum=True).compress(msgspec.msgpack.encode(file))


def read_file(data: bytes, table: str) -> WholeTable:
    """The table in its file. Raises `BrokenLog` if the file is damaged or is another table's, `NewerLog` if a newer build wrote it."""
    try:
        if zstandard.frame_content_size(data) > MOST_BYTES:
            raise BrokenLog(f"its file in the archive declares more than {MOST_BYTES} bytes", table, 1)
        content = zstandard.ZstdDecompressor().decompress(data)
        form = _read_form(content).form
        if form > FORM:
            raise NewerLog(f"its file in the archive has the form {form}", table, 1)
        file = _read_content(content)
        lines, keys, head = _restored(file)
    except (zstandard.ZstdError, msgspec.DecodeError, *UNEXPECTED_DATA_ERRORS) as error:
        raise BrokenLog(f"its file in the archive cannot be read: {error}", table, 1) from error
    if file.table != table:
        raise BrokenLog(f"its file in the archive is that of {file.table}", table, 1)
    if not lines or head != file.head:
        raise BrokenLog("the events in its file in the archive do not lead to its last hash", table, 1)
    return WholeTable(
        table=table,
        lines=lines,
        snapshot=None if file.snapshot is None else Snapshot(len(lines), head, file.snapshot),
        records=_records(keys) if file.records is None else {name: IdempotencyRecord(*one) for name, one in file.records.items()},
        secret=None,
        receipts=KeptReceipts(*file.receipts),
        creator=file.creator,
        due=None,
        forks={},
        rematch=None,
        exports={},
    )


def _shortened(lines: Sequence[bytes]) -> Iterator[bytes]:
    previous = NO_HASH
    for version, line in enumerate(lines, 1):
        recorded, members = read_line(line), _read_members(line)
        follows = _hash(previous, recorded.table, version, members) == recorded.hash
        left_out = {"table", "version", "hash"} if follows else {"table", "version"}
        yield canonical({name: value for name, value in members.items() if name not in left_out})
        previous = recorded.hash


def _restored(file: _File) -> tuple[Sequence[bytes], Sequence[str], str]:
    """The lines of a file, the keys in them, and the hash of the last one. Raises `msgspec.DecodeError`."""
    lines, keys, previous = list[bytes](), list[str](), NO_HASH
    for version, event in enumerate(file.events, 1):
        members = _read_members(event)
        stated = members.get("hash")
        previous = _hash(previous, file.table, version, members) if stated is None else msgspec.json.decode(stated, type=str)
        lines.append(canonical({**members, "table": file.table, "version": version, "hash": previous}))
        keys.append(msgspec.json.decode(members["key"], type=str))
    return lines, keys, previous


def _hash(previous: str, table: str, version: int, members: _Members) -> str:
    """The hash that follows. It covers only these members. Raises `KeyError` if one is missing."""
    covered = {name: members[name] for name in ("type", "schema", "seat", "at", "decision", "data")}
    return chained(previous, {"table": table, "version": version, **covered})


def _records(keys: Sequence[str]) -> dict[str, IdempotencyRecord]:
    """The idempotency records that follow from the keys of all events: one for each append."""
    records, last = dict[str, IdempotencyRecord](), 0
    for text, events in groupby(keys):
        first, last = last + 1, last + len([*events])
        name, fingerprint = read_stored_key(text)
        records[name] = IdempotencyRecord(fingerprint, first, last)
    return records
