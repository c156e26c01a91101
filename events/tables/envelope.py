"""The envelope of a stored event, its canonical JSON and the hash chain. This is the stored format.

A stored event (a *line*) is the canonical JSON of the whole envelope. Canonical means: keys sorted, no white space, UTF-8 unescaped,
integers only (the subset of RFC 8785 that rollstream uses).
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from events.store.event_line import EventLine

NO_HASH = ""
"""The previous hash of a table's first event."""


class NamedPlayer(msgspec.Struct, frozen=True):
    """The name of the player who joins in an event, and the salt (32 hex digits) of its digest. The hash of the event contains neither."""

    name: str
    salt: str


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """An event as a table's stream stores it.

    `version` counts from 1. `seat` is the seat that the event concerns (None: the whole table). `at` is UTC with milliseconds and Z.
    `decision` is the decision that this append answered (None: none). `key` is the idempotency key of the append. `data` is the JSON of the
    event's own fields. `hash` (64 hex digits) chains the event to its predecessor. `named` is the name that belongs to the event, until it
    is erased (None: none).
    """

    table: str
    version: int
    type: str
    schema: int
    seat: int | None
    at: str
    decision: int | None
    key: str
    data: msgspec.Raw
    hash: str
    named: NamedPlayer | None = None


_read = msgspec.json.Decoder(Recorded).decode
_write = msgspec.json.Encoder(order="sorted").encode


def canonical(value: Any) -> bytes:
    """The canonical JSON of `value`."""
    return _write(value)


def read_line(line: bytes) -> Recorded:
    """The envelope in a stored line. Raises `msgspec.DecodeError` if the line is not an envelope."""
    return _read(line)


def chained(previous: str, body: dict[str, Any]) -> str:
    """SHA-256 (64 hex digits) over the previous event's hash and the canonical JSON of this event's `body`.

    `body` is the envelope without `key`, `hash` and `named`: exactly the part that every reader of a finished table may see for ever.
    """
    return hashlib.sha256(previous.encode("ascii") + _write(body)).hexdigest()


def write_line(previous: str, body: Mapping[str, Any], key: str, named: NamedPlayer | None = None) -> EventLine:
    """An event, chained to the hash `previous`, as it is appended. The `data` in `body` may be canonical JSON already.

    Its parts are written once, for the hash as for the line; both are what `chained` and `line_of` make of the same event.
    """
    table, at, kind = body["table"], body["at"], _write(body["type"])[1:-1]
    data = b'%b,"decision":%b' % (_write(body["data"]), _write(body["decision"]))
    seat = b'"schema":%d,"seat":%b' % (body["schema"], _write(body["seat"]))
    hashed = b'%b{"at":"%b","data":%b,%b,"table":"%b","type":"%b","version":%d}'
    link = hashlib.sha256(hashed % (previous.encode(), at.encode(), data, seat, table.encode(), kind, body["version"])).hexdigest()
    beside = b"" if named is None else b'"named":%b,' % _write(named)
    return EventLine(at, data, link, b"%b,%b%b" % (_write(key), beside, seat), kind)


def line_of(recorded: Recorded) -> bytes:
    """The stored line of an event, in plain form."""
    members = msgspec.structs.asdict(recorded)
    if recorded.named is None:
        del members["named"]
    return _write(members)
