"""Why the core does not answer with what was asked (a rule's refusal apart: `rules.rejected.Rejected`)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from events.tables.lineage import LogPosition
    from events.tables.opening import LoadedTable, RecordedEvent


LONGEST_TEXT: Final = 300
"""Characters of a reason that are kept."""


def printable(text: str) -> str:
    """The text as it can be shown anywhere, in one line: a reason may quote what was found in a store."""
    plain = "".join(sign if sign.isprintable() else "\ufffd" for sign in text)
    return plain if len(plain) <= LONGEST_TEXT else f"{plain[: LONGEST_TEXT - 1]}…"


class NotFound(Exception):
    """What was asked for does not exist."""


class TableUnknown(NotFound):
    """There is no such table."""


class TableRemoved(NotFound):
    """There was a table with this id, and it has been removed: no other one is ever created under it."""


class VersionUnknown(NotFound):
    """The table is at `version`, which is below the one asked for."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


Lost: TypeAlias = Literal["ahead", "replaced"]
"""Why a log does not hold an event: it has not come so far, or another event has that version."""


class BranchLost(Exception):
    """Whoever asks goes on from an event that the table's log does not hold: the store has lost its newest writes since it was read.

    `head` is where the log ends. The text is for whoever asks.
    """

    def __init__(self, reason: Lost, head: "LogPosition") -> None:
        why = {
            "ahead": f"The table is at version {head.version}: it does not have the event that you go on from, or not any more.",
            "replaced": "The table has another event in the place of the one that you go on from.",
        }
        super().__init__(f"{why[reason]} Load the table again, forget the events that you have of it, and go on from its version.")
        self.reason: Lost = reason
        self.head = head


class NotSeated(Exception):
    """Whoever asks does not hold that seat, or no longer."""


class LinkUnknown(NotFound):
    """No such link hands over this seat, or not any more."""


class LinkUsed(Exception):
    """The link has handed its seat over already."""


class CommitmentUnknown(Exception):
    """Nobody has reserved that table with that commitment until then."""


class DecisionClosed(Exception):
    """The decision is not open for this seat; `opened` is the table now, `since` the events after that decision's id."""

    def __init__(self, decision: int, opened: "LoadedTable", since: "Sequence[RecordedEvent]") -> None:
        super().__init__(f"decision {decision} is not open")
        self.decision = decision
        self.opened = opened
        self.since = since


class KeyReused(Exception):
    """An idempotency key that this table remembers for something else."""


class TableBusy(Exception):
    """The append lost the race too often; nothing is stored."""


class SeatsExhausted(Exception):
    """Seats of the table were taken and left so often before the start that nobody may take one any more."""


class TableMoved(Exception):
    """The table is no longer at the version that the order was meant for."""


class BrokenLog(Exception):
    """A table's log cannot be read whole: `version` is the first place where it cannot (0: unknown), `table` is its table ("": unknown)."""

    def __init__(self, why: str, table: str = "", version: int = 0) -> None:
        why = printable(why)
        super().__init__(f"{table}: {why}" if table else why)
        self.why = why
        self.table = table
        self.version = version


class NewerLog(BrokenLog):
    """At `version` there is an event that only a newer build can read. That is no damage: it is waited for (ADR 29)."""
