"""Reads stored lines into events, one table's log at a time, up to the first line that our appends cannot have written.

This module uses no snapshots and writes nothing. `events.tables.opening` records that a log is damaged.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from events.damaged.damage import UNEXPECTED_DATA_ERRORS
from events.errors import BrokenLog, NewerLog, TableUnknown
from events.store.event_store import StoredTable
from events.store.store import Store
from events.tables.codec import Codec
from events.tables.envelope import NO_HASH, Recorded, chained, read_line
from events.tables.names import digest
from events.timestamps import is_stamp
from rules.table_events import SeatTaken
from rules.table_state import Table, fold

_HASH: Final = re.compile("[0-9a-f]{64}")

LINES_PER_READ: Final = 1000
"""Lines per read, so that a long log does not block other clients of the store."""


class RecordedEvent(NamedTuple):
    """An event and its envelope."""

    recorded: Recorded
    event: Any


class Examined(NamedTuple):
    """A complete and valid log: the table after it, and its newest event."""

    codec: Codec
    table: Table[Any]
    newest: Recorded


def read_events(codec: Codec, lines: Iterable[bytes], after: int, table: str | None = None) -> Iterator[RecordedEvent]:
    """The events in stored lines. The first line must have version `after` + 1 (and belong to the table). Raises `BrokenLog`."""
    for line in lines:
        after += 1
        recorded = read_line_at(line, after, table)
        try:
            event = codec.event(recorded)
        except (msgspec.DecodeError, *UNEXPECTED_DATA_ERRORS) as error:
            raise BrokenLog(f"version {after} is unreadable: {error}", version=after) from error
        yield RecordedEvent(recorded, event)


def read_line_at(line: bytes, version: int, table: str | None = None) -> Recorded:
    """The envelope in a line at `version` of the table. Raises `BrokenLog`."""
    try:
        recorded = read_line(line)
    except (msgspec.DecodeError, *UNEXPECTED_DATA_ERRORS) as error:
        raise BrokenLog(f"version {version} is unreadable: {error}", version=version) from error
    if recorded.version != version:
        raise BrokenLog(f"version {recorded.version} where {version} belongs", version=version)
    if table is not None and recorded.table != table:
        raise BrokenLog(f"version {version} is an event of another table", version=version)
    if not is_stamp(recorded.at) or _HASH.fullmatch(recorded.hash) is None:
        raise BrokenLog(f"version {version} has no time or no hash that an append writes", version=version)
    return recorded


def pages(store: Store, table: str, after: int, to: int) -> Iterator[tuple[Sequence[bytes], int]]:
    """The lines with versions `after` + 1 to `to`, in pages, each with the version before it. Raises `BrokenLog`."""
    while after < to:
        lines = store.read(table, after, min(LINES_PER_READ, to - after))
        if not lines:
            raise BrokenLog(f"ends after version {after}, not {to}", version=after + 1)
        yield lines, after
        after += len(lines)


def stored_events(store: Store, codec: Codec, table: str, after: int, to: int) -> Iterator[RecordedEvent]:
    """The events with versions `after` + 1 to `to`. Raises `BrokenLog`."""
    for lines, before in pages(store, table, after, to):
        yield from read_events(codec, lines, before, table)


def linked(events: Iterable[RecordedEvent]) -> Iterator[RecordedEvent]:
    """All events of a log from the first, after checking the hash that chains each to the one before, and the digest of each name.

    A hash that covered an erased name cannot be checked (ADR 76). Raises `BrokenLog`.
    """
    previous = NO_HASH
    for recorded_event in events:
        recorded, event = recorded_event
        body = msgspec.structs.asdict(recorded)
        del body["key"], body["named"]
        link = body.pop("hash")
        if link != chained(previous, body) and not (isinstance(event, SeatTaken) and event.name is event.name_digest is None):
            raise BrokenLog("it does not chain to the event before it", version=recorded.version)
        if recorded.named is not None and digest(recorded.named) != getattr(event, "name_digest", None):
            raise BrokenLog("its name does not fit its digest", version=recorded.version)
        yield recorded_event
        previous = link


def replay(codec: Codec, events: Iterable[RecordedEvent]) -> tuple[str, Table[Any]]:
    """The time of the first event of a log, and the table after the last one. `events` are all events of the log. Raises `BrokenLog`."""
    created_at, table = "", None
    for recorded, event in events:
        created_at = created_at or recorded.at
        table = folded(codec, table, (event,), recorded.version)
    assert table is not None  # noqa: S101 - a log is never empty here
    return created_at, table


def folded(codec: Codec, table: Table[Any] | None, facts: Iterable[Any], version: int = 0) -> Table[Any]:
    """The table after some facts; at least one fact if there was no table. Raises `BrokenLog`, at `version` if it is known."""
    try:
        after = fold(codec.game, table, facts)
    except UNEXPECTED_DATA_ERRORS as error:
        raise BrokenLog(f"an event does not fit the table: {type(error).__name__}: {error}", version=version) from error
    assert after is not None  # noqa: S101 - a log is never empty here
    return after


def codec_at(store: Store, codecs: Mapping[str, Codec], table: str) -> Codec | None:
    """The codec of a table's game; None if the table has no log. Raises `BrokenLog`, or `NewerLog` if this build does not have the game."""
    lines = store.read(table, 0, 1)
    if not lines:
        return None
    created = read_line_at(lines[0], 1, table)
    try:
        name = msgspec.json.decode(created.data)["game"] if created.type == "table.created" else None
    except (msgspec.DecodeError, *UNEXPECTED_DATA_ERRORS):
        name = None
    if not isinstance(name, str):
        raise BrokenLog(f"begins with {created.type}, which names no game", version=1)
    if name not in codecs:
        raise NewerLog(f"begins with {created.type} of the unknown game {name!r}", version=1)
    return codecs[name]


def examine(store: Store, codecs: Mapping[str, Codec], table: str, stored: StoredTable) -> Examined:
    """Read a whole log from the first to the last event, and check its chain and everything that belongs to it.

    Raises `BrokenLog` with the first damaged version, `NewerLog` with the first version that this build cannot read, `TableUnknown`.
    """
    codec = codec_at(store, codecs, table)
    if codec is None:
        if stored.trouble:
            raise BrokenLog(stored.trouble, version=1)
        raise TableUnknown(table)
    newest, after = None, None
    for recorded, event in linked(_all_events(store, codec, table)):
        newest, after = recorded, folded(codec, after, (event,), recorded.version)
    assert newest is not None and after is not None  # noqa: S101, PT018 - there is a first line
    end = newest.version + 1
    if stored.trouble:
        raise BrokenLog(stored.trouble, version=end)
    if after.status != "finished" and stored.secret is None:
        raise BrokenLog("its dice secret is lost", version=end)
    return Examined(codec, after, newest)


def _all_events(store: Store, codec: Codec, table: str) -> Iterator[RecordedEvent]:
    after = 0
    while lines := store.read(table, after, LINES_PER_READ):
        yield from read_events(codec, lines, after, table)
        after += len(lines)
