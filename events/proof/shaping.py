"""Checks that an event has exactly the members of its type and schema number, each of the right type, form and range."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import msgspec

from events.errors import BrokenLog
from events.msgspec_types import prepared
from events.proof.document import OLD_FORMAT
from events.proof.forms import Blinding, check_texts
from events.proof.game_shapes import exact
from events.proof.shape import EventOfFile, TableFile
from events.proof.table_shapes import TABLE_SHAPES
from events.proof.verdict import Wrong
from events.tables.codec import BLINDING, Codec
from rules.table_events import TABLE_EVENTS
from rules.table_view import hides

FORGED_DATA_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors that code raises when it trusts data that a forger wrote."""

RESERVATION_SCHEMA: Final = 4
"""The schema of `table.created` that came with the second file format."""

FIRST_SCHEMA: Final[Mapping[str, int]] = {"human": 1, "ai": 2, "bot": 3, "ice-dice": 3}
"""A kind of seat or a game -> the newest schema of `table.created` when it was introduced."""

TABLE_TYPES: Final = frozenset(event.type for event in TABLE_EVENTS)

for _shape in TABLE_SHAPES.values():
    prepared(_shape)


class Shaping:
    """Checks the events of one file, in order. Schema numbers must not decrease, because builds only get newer."""

    def __init__(self, codec: Codec, file: TableFile) -> None:
        self._codec = codec
        self._old = file.format == OLD_FORMAT
        self._created: int | None = None
        self._taken = 1

    def fact(self, event: EventOfFile) -> tuple[Mapping[str, Any], Any]:
        """The event's data in the newest schema, and the fact for the rules.

        Raises `Wrong`: `game-unknown` for a type or schema that this build does not know, `malformed`.
        """
        try:
            kind = self._codec.kind(event.type, event.schema)
        except BrokenLog as error:
            detail = f"{event.type} with schema {event.schema} is unknown to this build."
            raise Wrong("game-unknown", detail, event.version) from error
        try:
            return self._fact(kind, event)
        except (msgspec.ValidationError, *FORGED_DATA_ERRORS) as error:
            raise Wrong("malformed", f"{event.type}: {error}.", event.version) from error

    def _fact(self, kind: type, event: EventOfFile) -> tuple[Mapping[str, Any], Any]:
        if (event.seat is not None) != any(field.name == "seat" for field in fields(kind)):
            raise ValueError("there must be no seat" if event.seat is not None else "a seat is missing")
        later = self._codec.added(event.type, event.schema)
        own = {name: value for name, value in event.data.items() if name != BLINDING}
        if event.type in TABLE_TYPES:
            msgspec.convert(event.data, TABLE_SHAPES[event.type, event.schema])
            check_texts(event.data)
            self._check_age(event)
        else:
            msgspec.convert(own, exact(kind, frozenset(later)))
        data, own = (self._codec.raised(event.type, event.schema, shown) for shown in (event.data, own))
        fact: Any = msgspec.convert(own if event.seat is None else {"seat": event.seat, **own}, kind)
        if hides(self._codec.game, fact, own):
            msgspec.convert(data.get(BLINDING), Blinding)
        elif BLINDING in data:
            raise ValueError("it hides nothing, so it has no blinding")
        return data, fact

    def _check_age(self, event: EventOfFile) -> None:
        """Raises `ValueError` for an event that no build can have written after the ones before it."""
        if event.type == "table.created":
            self._created = event.schema
            if self._old and event.schema >= RESERVATION_SCHEMA:
                raise ValueError("files of this format are older than that schema")
            self._check_since(self._codec.game.name)
        if event.type == "table.seat-taken":
            if event.schema < max(self._taken, min(self._created or 1, RESERVATION_SCHEMA - 1)):
                raise ValueError("an earlier event is from a newer build")
            self._taken = event.schema
            self._check_since(event.data["kind"])

    def _check_since(self, kind: str) -> None:
        if self._created is not None and self._created < FIRST_SCHEMA.get(kind, 1):
            raise ValueError(f"a table of that age has no {kind}")
