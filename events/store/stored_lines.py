"""The stored form of a line: the border between the lines that all readers see and the entries of a log (ADR 72).

A *plain* line is stored as it is. It is canonical JSON and begins with a brace. A *compact* line is

    1 byte    2, the format level since which there are compact lines
    32 bytes  the event's hash
    6 bytes   the time, in ms since 1970, big-endian
    the rest  a frame (see `events.store.frames`) of three lines of text: type, data to decision, key to seat

Its table and version follow from the place of the entry. A line that is not such an envelope stays plain.
"""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from events.store.event_line import EventLine, parts_of
from events.store.frames import FRAMES
from events.timestamps import is_stamp, stamp

COMPACT_FROM: Final = 2

_FORM: Final = bytes([COMPACT_FROM])

_HASH: Final = slice(1, 33)
_TIME: Final = slice(33, 39)
_FRAME: Final = slice(39, None)

_HASH_DIGITS: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def write_new_lines(table: str, first: int, lines: Sequence[EventLine], level: int) -> Sequence[bytes]:
    """The lines of an append to a table, from version `first` on, in the form of a format level."""
    write = _stored_plain if level < COMPACT_FROM else _stored
    return [write(table, version, line) for version, line in enumerate(lines, first)]


def write_lines(table: str, first: int, lines: Sequence[bytes], level: int) -> Sequence[bytes]:
    """Plain lines of a table, from version `first` on, in the form of a format level."""
    return lines if level < COMPACT_FROM else [compact(table, version, line) for version, line in enumerate(lines, first)]


def compact(table: str, version: int, line: bytes) -> bytes:
    """The compact form of a plain line, whoever wrote it, at this version of the table."""
    parts = parts_of(line)
    is_written_so = is_stamp(parts.at) and _HASH_DIGITS.fullmatch(parts.hash) and b"\n" not in line
    if not is_written_so or parts.plain(table, version) != line:
        return line
    return _stored(table, version, parts)


def hash_of(line: bytes) -> str:
    """The hash (64 hex digits) of the event in a plain line that an append has written."""
    return parts_of(line).hash


def compressed_part(line: bytes) -> bytes:
    """What a compact line compresses: a dictionary is trained on this."""
    return _text(parts_of(line))


def plain(table: str, version: int, stored: bytes) -> bytes:
    """The line of an entry at this version of the table's log. What no append can have written is returned as it is: its reader finds no
    envelope in it.
    """
    if not stored.startswith(_FORM):
        return stored
    text, at = FRAMES.decompress(stored[_FRAME]), _stamp(stored[_TIME])
    if text is None or at is None:
        return stored
    kind, _, rest = text.partition(b"\n")
    data, _, key = rest.rpartition(b"\n")
    return EventLine(at, data, stored[_HASH].hex(), key, kind).plain(table, version)


def _stored(table: str, version: int, line: EventLine) -> bytes:
    time = _time(line.at)
    return _stored_plain(table, version, line) if time is None else _FORM + bytes.fromhex(line.hash) + time + FRAMES.compress(_text(line))


def _stored_plain(table: str, version: int, line: EventLine) -> bytes:
    return line.plain(table, version)


def _text(line: EventLine) -> bytes:
    return b"%b\n%b\n%b" % (line.kind, line.data, line.key)


@lru_cache(64)  # events of one append have one time
def _time(at: str) -> bytes | None:
    """The time of a stamp as a compact line has it; None if it is before 1970."""
    return None if at < "1970" else ((datetime.fromisoformat(at) - _EPOCH) // timedelta(milliseconds=1)).to_bytes(6, "big")


@lru_cache(64)
def _stamp(time: bytes) -> str | None:
    """The stamp of a time in a compact line; None if it is beyond the year 9999."""
    try:
        return stamp(_EPOCH + timedelta(milliseconds=int.from_bytes(time, "big")))
    except OverflowError:
        return None
