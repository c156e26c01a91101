"""Checks the forms of a table's own events, whatever its game is, and that builds only get newer from one to the next."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import msgspec

from events.msgspec_types import prepared
from events.proof.forms import check_deadline
from events.proof.shape import FORMATS, EventOfFile, TableFile
from events.proof.table_shapes import TABLE_SHAPES
from events.tables.names import DIGESTED_SCHEMA
from rules.table_events import TABLE_EVENTS

RESERVATION_SCHEMA: Final = 4
"""The schema of `table.created` that came with the second file format."""

FIRST_SCHEMA: Final[Mapping[str, int]] = {"human": 1, "ai": 2, "bot": 3}
"""A kind of seat -> the newest schema of `table.created` when it was introduced."""

SEATED: Final[Mapping[str, bool]] = {event.type: any(field.name == "seat" for field in fields(event)) for event in TABLE_EVENTS}
"""The type of each event of a table -> whether it belongs to a seat."""

for _shape in TABLE_SHAPES.values():
    prepared(_shape)


def check_seat(event: EventOfFile, *, seated: bool) -> None:
    """Raises `ValueError` unless the event has a seat exactly if its type belongs to one."""
    if (event.seat is not None) != seated:
        raise ValueError("there must be no seat" if event.seat is not None else "a seat is missing")


class TableForms:
    """Checks the table's own events of one file, in order. Schema numbers must not decrease, because builds only get newer."""

    def __init__(self, file: TableFile, since: int = 1) -> None:
        """`since`: the newest schema of `table.created` when the game was introduced."""
        self._since = since
        self._format = FORMATS.index(file.format)
        self._created: int | None = None
        self._taken = 1

    def check(self, event: EventOfFile) -> Any:
        """The event's data, as a struct of `TABLE_SHAPES`.

        Raises `ValueError` or `ValidationError` if it is malformed, or if no build can have written it after the ones before it.
        """
        check_seat(event, seated=SEATED[event.type])
        data: msgspec.Struct = msgspec.convert(event.data, TABLE_SHAPES[event.type, event.schema])
        check_deadline(event.data)
        self._check_age(event)
        return data

    def _check_age(self, event: EventOfFile) -> None:
        if event.type == "table.created":
            self._created = event.schema
            if self._format == 0 and event.schema >= RESERVATION_SCHEMA:
                raise ValueError("files of this format are older than that schema")
            self._check_since(self._since, "game like this")
        if event.type == "table.seat-taken":
            if self._format < 2 and event.data["name"] is None:
                raise ValueError("files of this format have every name in its event")
            if event.schema < max(self._taken, min(self._created or 1, DIGESTED_SCHEMA - 1)):
                raise ValueError("an earlier event is from a newer build")
            self._taken = min(event.schema, DIGESTED_SCHEMA - 1)  # a build writes either, by what others can read
            self._check_since(FIRST_SCHEMA[event.data["kind"]], f"{event.data['kind']} seat")

    def _check_since(self, since: int, what: str) -> None:
        if self._created is not None and self._created < since:
            raise ValueError(f"a table of that age has no {what}")
