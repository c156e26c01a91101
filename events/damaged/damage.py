"""The record of a damaged table, shared by all readers (ADR 29). The first reader that detects the damage stores it."""

from typing import Final, Literal

import msgspec

from events.errors import BrokenLog, printable

UNEXPECTED_DATA_ERRORS: Final = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
"""Errors that code raises when it trusts a stored event that our appends cannot have written."""


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """Why a table is set aside. `version` is the first damaged event, `found_at` is UTC with milliseconds, `by` says who found it."""

    version: int
    reason: str
    found_at: str
    by: Literal["reader", "operator"] = "reader"

    def printable(self) -> "Damage":
        """The record with a printable reason: it may quote damaged data."""
        return msgspec.structs.replace(self, reason=printable(self.reason))

    def error(self, table: str) -> BrokenLog:
        """The error that a reader of the table raises."""
        return BrokenLog(self.reason, table, self.version)


_decode = msgspec.json.Decoder(Damage).decode
_UNREADABLE: Final = Damage(version=1, reason="it is set aside, and the stored reason cannot be read", found_at="")


def write_damage(damage: Damage) -> bytes:
    """The JSON of the record."""
    return msgspec.json.encode(damage)


def read_damage(stored: bytes) -> Damage:
    """The record in its JSON. Unreadable data still sets the table aside."""
    try:
        return _decode(stored)
    except msgspec.DecodeError:
        return _UNREADABLE
