"""Positions in a table's log: a version, and the first digits of the hash of the event that has it (`17-3fa9c0d1`).

A version alone does not identify an event. A store that loses its newest writes gives their versions to other events. A client that has
read the lost events is on a branch that the log no longer has (ADR 28).
"""

import re
from typing import Final, NamedTuple, Self

from events.tables.envelope import NO_HASH, Recorded

HASH_DIGITS: Final = 8
"""How many hex digits of a hash are written. Two branches of one table share them by chance once in four billion times."""

POSITION_FORM: Final = re.compile(r"(?P<version>[0-9]{1,15})(-(?P<hash>[0-9a-f]{8}))?")


class LogPosition(NamedTuple):
    """The event at `version`; 0 is before the first one. `hash` is the known part of its hash: all of it, the first digits, or nothing."""

    version: int
    hash: str = NO_HASH

    @classmethod
    def of(cls, recorded: Recorded) -> Self:
        """The position of an event."""
        return cls(recorded.version, recorded.hash)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The position in a text such as `17-3fa9c0d1` or `17`; None if the text is not a position."""
        form = POSITION_FORM.fullmatch(text)
        return cls(int(form["version"]), form["hash"] or NO_HASH) if form else None

    def fits(self, hash: str) -> bool:
        """Whether the event with this hash can be the event at this position."""
        return hash.startswith(self.hash)

    def __str__(self) -> str:
        return f"{self.version}-{self.hash[:HASH_DIGITS]}" if self.hash else str(self.version)


START: Final = LogPosition(0)
"""Before the first event."""
