"""A game's events and states to JSON and back: the only place where stored bytes become typed values.

Old events are raised while they are read, one schema at a time, dict to dict; state and rules know only the newest.
"""

import hashlib
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, Final, get_type_hints

import msgspec

from events.damaged.damage import STRANGE
from events.errors import BrokenLog, NewerLog
from events.msgspec_types import decoder
from events.store.event_store import Snapshot
from events.tables.envelope import Recorded, canonical
from rules.dice import DiceSeed, blinding
from rules.game import AnyGame
from rules.table_events import TABLE_EVENTS, TABLE_UPCASTS
from rules.table_state import Table
from rules.table_view import hides

DIGEST = hashlib.sha256().digest_size

BLINDING: Final = "blinding"
"""The member of an event's data that makes its hash say nothing about its hidden fields; no event has a field of this name."""


class Brief(msgspec.Struct, gc=False):
    """As much of an envelope as folding needs: reading less of it is a third of the time."""

    version: int
    type: str
    schema: int
    seat: int | None
    data: msgspec.Raw


_read_brief = msgspec.json.Decoder(Brief).decode


class Codec:
    """Reads and writes the tables of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._classes = {event.type: event for event in (*TABLE_EVENTS, *game.events)}
        self._upcasts = {**TABLE_UPCASTS, **game.upcasts}
        self._readers: dict[tuple[str, int], Callable[[bytes | msgspec.Raw], Any]] = {
            (name, event.schema): _reader(event) for name, event in self._classes.items()
        }
        self._table = decoder(Table[game.state])  # type: ignore[name-defined]  # the game's own state type

    def data(self, event: Any) -> dict[str, Any]:
        """The event's own fields as JSON values; its seat goes into the envelope."""
        fields: dict[str, Any] = msgspec.to_builtins(event)
        fields.pop("seat", None)
        return fields

    def stored_data(self, event: Any, seed: DiceSeed, version: int) -> dict[str, Any]:
        """The event's data as the log holds it at `version`: with a blinding if a field is hidden from a spectator.

        Everybody sees an event's hash. Without 128 hidden bits, a hidden field of few possible values follows from it by trying (ADR 27).
        """
        data = self.data(event)
        return {**data, BLINDING: blinding(seed, version)} if hides(self.game, event, data) else data

    def facts(self, lines: Iterable[bytes], after: int) -> list[Any]:
        """The events alone in stored lines, the first of which must have version `after` + 1. Raises `BrokenLog`."""
        facts = []
        for line in lines:
            after += 1
            facts.append(self._fact(line, after))
        return facts

    def _fact(self, line: bytes, version: int) -> Any:
        try:
            brief = _read_brief(line)
            if brief.version != version:
                raise BrokenLog(f"version {brief.version} stands where {version} belongs", version=version)
            return self.event(brief)
        except (msgspec.DecodeError, *STRANGE) as error:
            raise BrokenLog(f"version {version} is unreadable: {error}", version=version) from error

    def event(self, stored: Brief | Recorded) -> Any:
        """The event in an envelope.

        Raises `NewerLog` for a type or schema that only a newer build can know, `BrokenLog` for a schema that there never was, and
        `msgspec.DecodeError`, or one of `STRANGE`, for data that is not of its type.
        """
        read = self._readers.get((stored.type, stored.schema))
        if read is None:
            return self._raised(stored)
        if stored.seat is None:
            return read(stored.data)
        return read(_with_seat(stored.seat, bytes(stored.data)))

    def _raised(self, stored: Brief | Recorded) -> Any:
        try:
            kind = self.kind(stored.type, stored.schema)
        except BrokenLog as error:
            raise type(error)(f"version {stored.version}: {error}", version=stored.version) from error
        data, _ = self.raised(stored.type, stored.schema, msgspec.json.decode(stored.data))
        return msgspec.convert(data if stored.seat is None else {"seat": stored.seat, **data}, kind)

    def kind(self, type: str, schema: int) -> "type[Any]":
        """What events of this type and schema become when they are read. Raises `NewerLog` or `BrokenLog` if it is unknown."""
        kind, newest = self._classes.get(type), schema
        while (type, newest) in self._upcasts:
            newest += 1
        if kind is None or newest != kind.schema:
            raised = NewerLog if kind is None or newest > kind.schema else BrokenLog
            raise raised(f"unknown event {type!r} schema {schema}")
        return kind

    def raised(self, type: str, schema: int, data: dict[str, Any]) -> tuple[dict[str, Any], int]:
        """The event's data one schema after the other as far up as there are upcasts, and the schema reached. `data` stays as it is."""
        while (upcast := self._upcasts.get((type, schema))) is not None:
            data, schema = upcast({**data}), schema + 1
        return data, schema

    def freeze(self, table_id: str, head: str, table: Table[Any]) -> Snapshot:
        """The snapshot of a table whose newest event has the hash `head`: a seal and the state."""
        body = msgspec.json.encode(table)
        return Snapshot(table.version, head, self._seal(table_id, head, body) + body)

    def thaw(self, table_id: str, snapshot: Snapshot) -> Table[Any] | None:
        """The state in a snapshot, None if it is damaged, of another table or head, or of a build with another shape of state."""
        seal, body = snapshot.body[:DIGEST], snapshot.body[DIGEST:]
        if seal != self._seal(table_id, snapshot.hash, body):
            return None
        table = self._table.decode(body)
        return table if table.version == snapshot.version else None

    def _seal(self, table_id: str, head: str, body: bytes) -> bytes:
        """A digest over the shape of the state, where it belongs and what it is."""
        seal = self._shape.copy()
        seal.update(f"{table_id} {head} ".encode())
        seal.update(body)
        return seal.digest()

    @cached_property
    def _shape(self) -> "hashlib._Hash":
        """Changes with every change of a state's fields or of the rules, so that no hand has to count snapshot versions."""
        schema = msgspec.json.schema(Table[self.game.state])  # type: ignore[name-defined]  # the game's own state type
        return hashlib.sha256(canonical([self.game.name, self.game.ruleset, schema]))


def _reader(kind: type[Any]) -> Callable[[bytes | msgspec.Raw], Any]:
    """Decodes an event's data. A number of seats that no table has is refused here, for the state has a place for every seat."""
    decode = decoder(kind).decode
    if get_type_hints(kind).get("seats") is not int:
        return decode

    def read(data: bytes | msgspec.Raw) -> Any:
        event = decode(data)
        if not 0 < event.seats <= len(_SEATS):
            raise ValueError(f"no table has {event.seats} seats")
        return event

    return read


_SEATS = tuple(b'{"seat":%d' % seat for seat in range(100))


def _with_seat(seat: int, data: bytes) -> bytes:
    """An event knows whose it is, its stored data does not: the envelope's seat is put back, at the price of one copy."""
    return _SEATS[seat] + data[1:] if data == b"{}" else b"%b,%b" % (_SEATS[seat], data[1:])
