"""Where somebody stands in a table's log: a version, and the first digits of the hash of the event that has it (`17-3fa9c0d1`).

A version alone does not name an event. A store that comes back without its newest writes gives their versions to other events; whoever
has read the lost ones stands on a branch that the log does not have (ADR 28).
"""

import re
from typing import Final, NamedTuple, Self

from events.tables.envelope import NO_HASH, Recorded

DIGITS: Final = 8
"""How much of a hash is written: two branches of one table agree in that by chance once in four billion times."""

FORM: Final = re.compile(r"(?P<version>[0-9]{1,15})(-(?P<hash>[0-9a-f]{8}))?")


class LogPosition(NamedTuple):
    """The event at `version`; 0 is before the first one. `hash` is what is known of its hash: all of it, its first digits, or nothing."""

    version: int
    hash: str = NO_HASH

    @classmethod
    def of(cls, recorded: Recorded) -> Self:
        """The place of an event."""
        return cls(recorded.version, recorded.hash)

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The place that is written like this, also as a bare version; None if it is none."""
        form = FORM.fullmatch(text)
        return cls(int(form["version"]), form["hash"] or NO_HASH) if form else None

    def fits(self, hash: str) -> bool:
        """Whether the event with this hash can be the one that was meant."""
        return hash.startswith(self.hash)

    def __str__(self) -> str:
        return f"{self.version}-{self.hash[:DIGITS]}" if self.hash else str(self.version)


START: Final = LogPosition(0)
"""Before the first event."""
