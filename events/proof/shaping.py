"""Whether an event has the shape of its type and schema number: exactly its members, each of its type, form and range."""

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

HOSTILE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What code raises that trusts its input, where a forger wrote it."""

RESERVED: Final = 4
"""The schema of `table.created` that came with the second format of files."""

SINCE: Final[Mapping[str, int]] = {"human": 1, "ai": 2, "bot": 3, "ice-dice": 3}
"""A kind of seat or a game -> the schema of `table.created` that was the newest when there first was one."""

TABLE_TYPES: Final = frozenset(event.type for event in TABLE_EVENTS)

for _shape in TABLE_SHAPES.values():
    prepared(_shape)


class Shaping:
    """Looks at the events of one file, in order: builds only get newer, so that schema numbers do not fall."""

    def __init__(self, codec: Codec, file: TableFile) -> None:
        self._codec = codec
        self._old = file.format == OLD_FORMAT
        self._created: int | None = None
        self._taken = 1

    def fact(self, told: EventOfFile) -> tuple[Mapping[str, Any], Any]:
        """The event's data raised to the newest schema, and what it is to the rules.

        Raises `Wrong`: `game-unknown` for a type or schema that this build does not know, `malformed`.
        """
        try:
            kind = self._codec.kind(told.type, told.schema)
        except BrokenLog as error:
            detail = f"{told.type} with schema {told.schema} is no event that this build knows."
            raise Wrong("game-unknown", detail, told.version) from error
        try:
            return self._fact(kind, told)
        except (msgspec.ValidationError, *HOSTILE) as error:
            raise Wrong("malformed", f"{told.type}: {error}.", told.version) from error

    def _fact(self, kind: type, told: EventOfFile) -> tuple[Mapping[str, Any], Any]:
        if (told.seat is not None) != any(field.name == "seat" for field in fields(kind)):
            raise ValueError("it is the table's, no seat's" if told.seat is not None else "it is a seat's, not the table's")
        if told.type in TABLE_TYPES:
            msgspec.convert(told.data, TABLE_SHAPES[told.type, told.schema])
            check_texts(told.data)
            self._check_age(told)
        data, _ = self._codec.raised(told.type, told.schema, told.data)
        own = {name: value for name, value in data.items() if name != BLINDING}
        if told.type not in TABLE_TYPES:
            _check_given(self._codec, told, data)
            msgspec.convert(own, exact(kind))
        fact: Any = msgspec.convert(own if told.seat is None else {"seat": told.seat, **own}, kind)
        if hides(self._codec.game, fact, own):
            msgspec.convert(data.get(BLINDING), Blinding)
        elif BLINDING in data:
            raise ValueError("it hides nothing, so that it has no blinding")
        return data, fact

    def _check_age(self, told: EventOfFile) -> None:
        """Raises `ValueError` for an event that no build has written after those before it."""
        if told.type == "table.created":
            self._created = told.schema
            if self._old and told.schema >= RESERVED:
                raise ValueError("files of this format are older than that schema")
            self._check_since(self._codec.game.name)
        if told.type == "table.seat-taken":
            if told.schema < max(self._taken, min(self._created or 1, RESERVED - 1)):
                raise ValueError("an event before it is of a newer build")
            self._taken = told.schema
            self._check_since(told.data["kind"])

    def _check_since(self, what: str) -> None:
        if self._created is not None and self._created < SINCE.get(what, 1):
            raise ValueError(f"a table of that age has no {what}")


def _check_given(codec: Codec, told: EventOfFile, raised: Mapping[str, Any]) -> None:
    """Raises `ValueError` for a member of an older event that it cannot have had: raising it gives that member to all."""
    if raised is told.data:
        return
    for name in told.data:
        rest = {other: value for other, value in told.data.items() if other != name}
        try:
            same = codec.raised(told.type, told.schema, rest)[0] == raised
        except HOSTILE:
            continue
        if same:
            raise ValueError(f"there is no member {name} in schema {told.schema}")
