"""Checks that an event has exactly the members of its type and schema number, each of the right type, form and range."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final

import msgspec

from events.errors import BrokenLog
from events.proof.forms import Blinding
from events.proof.game_shapes import exact
from events.proof.shape import EventOfFile, TableFile
from events.proof.table_forms import SEATED, TableForms, check_seat
from events.proof.verdict import Wrong
from events.tables.codec import BLINDING, Codec
from rules.table_view import hides

FORGED_DATA_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""Errors that code raises when it trusts data that a forger wrote."""


class Shaping:
    """Checks the events of one file, in order."""

    def __init__(self, codec: Codec, file: TableFile) -> None:
        self._codec = codec
        self._forms = TableForms(file, codec.game.since)

    def fact(self, event: EventOfFile) -> tuple[Mapping[str, Any], Any]:
        """The event's data in the newest schema, and the fact for the rules.

        Raises `Wrong`: `event-unknown` for a type or schema that this build does not know, `malformed`.
        """
        try:
            kind = self._codec.kind(event.type, event.schema)
        except BrokenLog as error:
            detail = f"{event.type} with schema {event.schema} is unknown to this build."
            raise Wrong("event-unknown", detail, event.version) from error
        try:
            return self._fact(kind, event)
        except (msgspec.ValidationError, *FORGED_DATA_ERRORS) as error:
            raise Wrong("malformed", f"{event.type}: {error}.", event.version) from error

    def _fact(self, kind: type, event: EventOfFile) -> tuple[Mapping[str, Any], Any]:
        if event.type in SEATED:
            self._forms.check(event)
        else:
            check_seat(event, seated=any(field.name == "seat" for field in fields(kind)))
            later = frozenset(self._codec.added(event.type, event.schema))
            msgspec.convert(_without_blinding(event.data), exact(kind, later))
        data = self._codec.raised(event.type, event.schema, event.data)
        own = _without_blinding(data)
        fact: Any = msgspec.convert(own if event.seat is None else {"seat": event.seat, **own}, kind)
        if hides(self._codec.game, fact, own):
            msgspec.convert(data.get(BLINDING), Blinding)
        elif BLINDING in data:
            raise ValueError("it hides nothing, so it has no blinding")
        return data, fact


def _without_blinding(data: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != BLINDING}
