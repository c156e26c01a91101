"""A damaged table: what is known of it, once for all readers (ADR 29). Who finds one says so; nothing else waits for it."""

from typing import Final, Literal

import msgspec

from events.errors import BrokenLog, printable

STRANGE: Final = (ArithmeticError, AttributeError, LookupError, MemoryError, RecursionError, TypeError, ValueError)
"""What code raises that trusts a stored event, where none of our appends wrote it."""


class Damage(msgspec.Struct, frozen=True, kw_only=True):
    """Why a table is set aside: `version` is the first event that is not whole, `found_at` is UTC with milliseconds, `by` whom."""

    version: int
    reason: str
    found_at: str
    by: Literal["reader", "operator"] = "reader"

    def printable(self) -> "Damage":
        """With a reason that can be shown anywhere: it may quote what was found."""
        return msgspec.structs.replace(self, reason=printable(self.reason))

    def error(self, table: str) -> BrokenLog:
        """What a reader of the table raises."""
        return BrokenLog(self.reason, table, self.version)


_decode = msgspec.json.Decoder(Damage).decode
_UNREADABLE: Final = Damage(version=1, reason="it is set aside, and what is kept of the reason cannot be read", found_at="")


def write_damage(damage: Damage) -> bytes:
    """The JSON of what is known."""
    return msgspec.json.encode(damage)


def read_damage(kept: bytes) -> Damage:
    """What is known, from its JSON. Anything else in its place still sets the table aside."""
    try:
        return _decode(kept)
    except msgspec.DecodeError:
        return _UNREADABLE
