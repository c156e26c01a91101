"""The codec between a game's events and states and their JSON: the only place where stored bytes become typed values.

Old events are raised to the newest schema while they are read: they get the members that their type has had since, with the values that
these have in old events. State and rules know only the newest schema.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property
from typing import Any, Final, get_type_hints

import msgspec

from events.damaged.damage import UNEXPECTED_DATA_ERRORS
from events.errors import BrokenLog, NewerLog
from events.msgspec_types import decoder
from events.store.event_store import Snapshot
from events.tables.envelope import NamedPlayer, Recorded, canonical
from events.tables.names import with_name
from rules.dice import DiceSeed, blinding
from rules.game import AddedMembers, AnyGame, added_since
from rules.table_events import TABLE_ADDED_MEMBERS, TABLE_EVENTS, TableCreated
from rules.table_state import Table
from rules.table_view import hides

DIGEST_BYTES = hashlib.sha256().digest_size

BLINDING: Final = "blinding"
"""The member of an event's data that keeps its hash from revealing its hidden fields. No event has a field of this name."""


class Brief(msgspec.Struct, gc=False):
    """The part of an envelope that folding needs. Reading only this part takes a third of the time."""

    version: int
    type: str
    schema: int
    seat: int | None
    data: msgspec.Raw
    named: NamedPlayer | None = None


_read_brief = msgspec.json.Decoder(Brief).decode


class Codec:
    """Encodes and decodes the tables of one game."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        events: list[Any] = [*TABLE_EVENTS, *game.events]
        self._classes: dict[str, type[Any]] = {event.type: event for event in events}
        self._added: AddedMembers = {**TABLE_ADDED_MEMBERS, **game.added_members}
        self._readers: dict[tuple[str, int], Callable[[bytes], Any]] = {(event.type, event.schema): _reader(event) for event in events}
        self._table = decoder(Table[game.state])  # type: ignore[name-defined]  # the game's own state type

    def data(self, event: Any) -> dict[str, Any]:
        """The event's own fields as JSON values, without the seat, which belongs to the envelope."""
        fields: dict[str, Any] = msgspec.to_builtins(event)
        fields.pop("seat", None)
        return fields

    def stored_data(self, event: Any, schema: int, seed: DiceSeed, version: int) -> dict[str, Any]:
        """The event's data as the log stores it at `version`, without the members that came after this schema. It includes a blinding if a
        field is hidden from a spectator.

        Everybody sees an event's hash. Without 128 hidden bits, anyone could find a hidden field with few possible values by trying them
        all (ADR 27).
        """
        later = self.added(event.type, schema) if schema != event.schema else ()
        data = {name: value for name, value in self.data(event).items() if name not in later}
        return {**data, BLINDING: blinding(seed, version)} if hides(self.game, event, data) else data

    def facts(self, lines: Iterable[bytes], after: int) -> list[Any]:
        """The events in stored lines, without envelopes. The first line must have version `after` + 1. Raises `BrokenLog`."""
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
        except (msgspec.DecodeError, *UNEXPECTED_DATA_ERRORS) as error:
            raise BrokenLog(f"version {version} is unreadable: {error}", version=version) from error

    def event(self, stored: Brief | Recorded) -> Any:
        """The event in an envelope.

        Raises `NewerLog` for a type or schema that only a newer build can know, and `BrokenLog` for a schema that never existed. Raises
        `msgspec.DecodeError` or one of `UNEXPECTED_DATA_ERRORS` for data that does not fit its type.
        """
        read, data = self._readers.get((stored.type, stored.schema)), bytes(stored.data)
        if read is None or (stored.type == TableCreated.type and self.game.added_options):
            read, data = self._raising(stored)
        return with_name(read(data if stored.seat is None else _with_seat(stored.seat, data)), stored.named)

    def _raising(self, stored: Brief | Recorded) -> tuple[Callable[[bytes], Any], bytes]:
        """The reader of the event's newest schema, and the event's data raised to it."""
        try:
            kind = self.kind(stored.type, stored.schema)
        except BrokenLog as error:
            raise type(error)(f"version {stored.version}: {error}", version=stored.version) from error
        data = self.raised(stored.type, stored.schema, msgspec.json.decode(stored.data))
        return self._readers[stored.type, kind.schema], canonical(data)

    def kind(self, type: str, schema: int) -> "type[Any]":
        """The class of the events that have this type and schema when raised. Raises `NewerLog` or `BrokenLog` if it is unknown."""
        kind = self._classes.get(type)
        if kind is None or schema > kind.schema:
            raise NewerLog(f"unknown event {type!r} schema {schema}")
        if schema < 1 or any((type, later) not in self._added for later in range(schema + 1, kind.schema + 1)):
            raise BrokenLog(f"unknown event {type!r} schema {schema}")
        return kind

    def added(self, type: str, schema: int) -> dict[str, Any]:
        """The members that this type of event has had since this schema, each with its value in older events."""
        return added_since(self._added, type, schema, self._classes[type].schema)

    def raised(self, type: str, schema: int, data: Mapping[str, Any]) -> dict[str, Any]:
        """An event's data as if the newest build had written it: with the members, and in `table.created` with the options of the game,
        that are newer than the event.
        """
        raised = {**data, **self.added(type, schema)}
        return {**raised, "options": {**self.game.added_options, **raised["options"]}} if type == TableCreated.type else raised

    def freeze(self, table_id: str, head: str, table: Table[Any]) -> Snapshot:
        """The snapshot of a table whose newest event has the hash `head`: a seal and the state."""
        body = msgspec.json.encode(table)
        return Snapshot(table.version, head, self._seal(table_id, head, body) + body)

    def thaw(self, table_id: str, snapshot: Snapshot) -> Table[Any] | None:
        """The state in a snapshot. None if the snapshot is damaged, belongs to another table or head, or comes from a build with another
        state shape.
        """
        seal, body = snapshot.body[:DIGEST_BYTES], snapshot.body[DIGEST_BYTES:]
        if seal != self._seal(table_id, snapshot.hash, body):
            return None
        table = self._table.decode(body)
        return table if table.version == snapshot.version else None

    def _seal(self, table_id: str, head: str, body: bytes) -> bytes:
        """A digest of the shape of the state, its table and head, and the state itself."""
        seal = self._shape.copy()
        seal.update(f"{table_id} {head} ".encode())
        seal.update(body)
        return seal.digest()

    @cached_property
    def _shape(self) -> "hashlib._Hash":
        """Changes whenever a state's fields, options or rules change, so snapshots need no version number."""
        schema = msgspec.json.schema(Table[self.game.state])  # type: ignore[name-defined]  # the game's own state type
        return hashlib.sha256(canonical([self.game.name, self.game.ruleset, _without_docstrings(schema), self.game.added_options]))


def _without_docstrings(schema: Any) -> Any:
    """A JSON schema without the descriptions that msgspec takes from docstrings: prose does not change what is stored."""
    if isinstance(schema, dict):
        kept = ((name, value) for name, value in schema.items() if name != "description" or not isinstance(value, str))
        return {name: _without_docstrings(value) for name, value in kept}
    return [_without_docstrings(value) for value in schema] if isinstance(schema, list) else schema


@cache
def _reader(kind: type[Any]) -> Callable[[bytes], Any]:
    """Returns the decoder for an event's data. It rejects an impossible number of seats, because the state has an entry per seat."""
    decode = decoder(kind).decode
    if get_type_hints(kind).get("seats") is not int:
        return decode

    def read(data: bytes) -> Any:
        event = decode(data)
        if not 0 < event.seats <= len(_SEATS):
            raise ValueError(f"no table has {event.seats} seats")
        return event

    return read


_SEATS = tuple(b'{"seat":%d' % seat for seat in range(100))


def _with_seat(seat: int, data: bytes) -> bytes:
    """The event's data with the envelope's seat added, at the price of one copy: the stored data does not contain the seat."""
    return _SEATS[seat] + data[1:] if data == b"{}" else b"%b,%b" % (_SEATS[seat], data[1:])
