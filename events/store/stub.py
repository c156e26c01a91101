"""What stays in the store of an archived table, and where the rest of it is."""

from collections.abc import Callable
from typing import Final, NamedTuple, Self, TypeAlias

from events.errors import ArchiveUnreachable
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


ReadArchived: TypeAlias = Callable[[str, Stub], WholeTable]
"""Reads an archived table. What changes after its end (forks, rematch, exports) stays in the store and is empty here. Raises `BrokenLog`,
`ArchiveUnreachable`.
"""


def no_archive(table: str, _stub: Stub) -> WholeTable:
    """For a store that is used without an archive."""
    raise ArchiveUnreachable("it is archived, and this process knows no archive", table)
