"""What stays in the store of an archived table, and where the rest of it is."""

from typing import Final, NamedTuple, Protocol, Self

from events.errors import ArchiveUnreachable
from events.store.event_store import Snapshot
from events.store.whole_table import WholeTable

TOKEN_BYTES: Final = 4
"""Random bytes that distinguish the files of a table that is archived more than once."""


class Stub(NamedTuple):
    """An archived table: its last version, the token in its file's name, when it ended (epoch, s), why, and the client that it counts for.

    Its text rarely has more than 64 characters, so that a small hash of stubs stays compact.
    """

    version: int
    token: str
    ended: int
    reason: str
    creator: str

    @classmethod
    def read(cls, text: bytes) -> Self:
        """The stub in its text. Raises `ValueError`."""
        version, token, ended, reason, creator = text.decode().split(":", 4)
        return cls(int(version), token, int(ended, 16), reason, creator)

    def __str__(self) -> str:
        return f"{self.version}:{self.token}:{self.ended:x}:{self.reason}:{self.creator}"


def file_name(table: str, token: str) -> str:
    """The name of an archived table's file."""
    return f"{table}.{token}"


class ArchivedTables(Protocol):
    """The archive as a store needs it."""

    def read(self, table: str, stub: Stub) -> WholeTable:
        """An archived table. What changes after its end (forks, rematch, exports) is in the store, and empty here.

        Raises `BrokenLog`, `ArchiveUnreachable`.
        """

    def keep_snapshot(self, table: str, stub: Stub, snapshot: Snapshot) -> None:
        """Use this snapshot in this process, if it is that of the table's last event."""


class NoArchive:
    """For a store that is used without an archive."""

    def read(self, table: str, stub: Stub) -> WholeTable:
        raise ArchiveUnreachable("it is archived, and this process knows no archive", table)

    def keep_snapshot(self, table: str, stub: Stub, snapshot: Snapshot) -> None:
        """There is nothing to keep it for."""
