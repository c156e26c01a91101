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
from typing import Final, NamedTuple

from events.store.frames import FRAMES
from events.timestamps import is_stamp, stamp

COMPACT_FROM: Final = 2

_FORM: Final = bytes([COMPACT_FROM])

_HASH: Final = slice(1, 33)
_TIME: Final = slice(33, 39)
_FRAME: Final = slice(39, None)

_HASH_DIGITS: Final = re.compile(rb"[0-9a-f]{64}")
_WRITE: Final = b'{"at":"%b","data":%b,"hash":"%b","key":%b,"table":"%b","type":"%b","version":%d}'
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def write_lines(table: str, first: int, lines: Sequence[bytes], level: int) -> Sequence[bytes]:
    """The lines of a table from version `first` on, in the form of a format level."""
    return lines if level < COMPACT_FROM else [compact(table, version, line) for version, line in enumerate(lines, first)]


def compact(table: str, version: int, line: bytes) -> bytes:
    """The compact form of the line at this version of the table."""
    parts = _split(line)
    time = _time(parts.at)
    if time is None or not _HASH_DIGITS.fullmatch(parts.hash) or b"\n" in line or _joined(parts, table, version) != line:
        return line
    return b"%b%b%b%b" % (_FORM, bytes.fromhex(parts.hash.decode()), time, FRAMES.compress(_text(parts)))


def hash_of(line: bytes) -> str:
    """The hash (64 hex digits) of the event in a plain line that an append has written."""
    return _split(line).hash.decode()


def compressed_part(line: bytes) -> bytes:
    """What a compact line compresses: a dictionary is trained on this."""
    return _text(_split(line))


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
    return _joined(_Parts(at, data, stored[_HASH].hex().encode(), key, kind), table, version)


class _Parts(NamedTuple):
    """What differs from line to line: `data` goes on to the decision, `key` to the seat."""

    at: bytes
    data: bytes
    hash: bytes
    key: bytes
    kind: bytes


def _split(line: bytes) -> _Parts:
    """The parts of a line; any, if it is none. Members after the data hold no quotation mark, so each is found from the end."""
    version, kind, table = line.rfind(b'","version":'), line.rfind(b'","type":"'), line.rfind(b',"table":"')
    hashed = line.rfind(b',"hash":"', 0, max(table, 0))
    hash_from, key = hashed + 9, hashed + 9 + 64 + 8
    return _Parts(line[7:31], line[40:hashed], line[hash_from : hash_from + 64], line[key:table], line[kind + 10 : version])


def _joined(parts: _Parts, table: str, version: int) -> bytes:
    at, data, link, key, kind = parts
    return _WRITE % (at, data, link, key, table.encode(), kind, version)


def _text(parts: _Parts) -> bytes:
    return b"%b\n%b\n%b" % (parts.kind, parts.data, parts.key)


@lru_cache(64)  # events of one append have one time
def _time(at: bytes) -> bytes | None:
    """The time as a compact line has it; None if it is not one of our stamps since 1970."""
    text = at.decode(errors="replace")
    if not is_stamp(text) or text < "1970":
        return None
    return ((datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)).to_bytes(6, "big")


@lru_cache(64)
def _stamp(time: bytes) -> bytes | None:
    """The stamp of a time in a compact line; None if it is beyond the year 9999."""
    try:
        return stamp(_EPOCH + timedelta(milliseconds=int.from_bytes(time, "big"))).encode()
    except OverflowError:
        return None
