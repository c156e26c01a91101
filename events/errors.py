"""The errors of the core, apart from a rule's refusal (`rules.rejected.Rejected`)."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from events.tables.lineage import LogPosition
    from events.tables.opening import LoadedTable, RecordedEvent


LONGEST_TEXT: Final = 300
"""The most characters of a reason that are stored."""


def printable(text: str) -> str:
    """The text in one printable line of at most `LONGEST_TEXT` characters: a reason may quote damaged data from a store."""
    printable_text = "".join(character if character.isprintable() else "\ufffd" for character in text)
    return printable_text if len(printable_text) <= LONGEST_TEXT else f"{printable_text[: LONGEST_TEXT - 1]}…"


class NotFound(Exception):
    """The requested thing does not exist."""


class TableUnknown(NotFound):
    """There is no such table."""


class TableRemoved(NotFound):
    """The table with this id has been removed. The id is never used for another table."""


class VersionUnknown(NotFound):
    """The table is at `version`, which is below the requested version."""

    def __init__(self, version: int) -> None:
        super().__init__(f"the table is at version {version}")
        self.version = version


Lost: TypeAlias = Literal["ahead", "replaced"]
"""Why a log does not contain an event: the log is shorter, or another event has its version."""


class BranchLost(Exception):
    """The client continues from an event that the table's log does not contain: the store has lost its newest writes since then.

    `head` is the end of the log. The message is for the client.
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
    """The caller does not hold that seat, or no longer holds it."""


class LinkUnknown(NotFound):
    """No valid link gives access to this seat."""


class LinkUsed(Exception):
    """The link has been used already."""


class CommitmentUnknown(Exception):
    """The service has not reserved that table with that commitment and end."""


class DecisionClosed(Exception):
    """The decision is not open for this seat. `loaded` is the table now, `since` are the events after that decision's id."""

    def __init__(self, decision: int, loaded: "LoadedTable", since: "Sequence[RecordedEvent]") -> None:
        super().__init__(f"decision {decision} is not open")
        self.decision = decision
        self.loaded = loaded
        self.since = since


class KeyReused(Exception):
    """The table has stored another request under this idempotency key."""


class TableBusy(Exception):
    """The append lost too many races against other appends. Nothing is stored."""


class SeatsExhausted(Exception):
    """Too many joins and leaves happened before the start: nobody can join any more."""


class TableMoved(Exception):
    """The table is no longer at the version that the order requires."""


class BrokenLog(Exception):
    """A table's log cannot be read completely. `version` is the first unreadable version (0: unknown), `table` is the table
    ("": unknown).
    """

    def __init__(self, why: str, table: str = "", version: int = 0) -> None:
        why = printable(why)
        super().__init__(f"{table}: {why}" if table else why)
        self.why = why
        self.table = table
        self.version = version


class UnreadableNow(BrokenLog):
    """The log is not damaged, but this process cannot read it now. Readers wait, and nobody sets the table aside (ADR 29)."""


class NewerLog(UnreadableNow):
    """The event at `version` needs a newer build."""


class ArchiveUnreachable(UnreadableNow):
    """The table is archived, and the archive does not answer (ADR 73)."""
