"""The two forms in which a generation stores its lists (ADR 72): which lists contain a table, and how positions and summaries are written.

In the *plain* form there is a list for every combination of game, status and player. In the *compact* form a table is in one list of its
status, one of its game and status, and one of its status for each name. Readers merge what they ask for.
"""

import base64
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple, Protocol

from events.projections.summaries import (
    STATUSES,
    Listing,
    StoredSummary,
    Summary,
    normalised,
    read_stored,
    read_summary,
    write_summary,
)
from events.store.frames import FRAMES
from events.store.keys import PARTITIONS

COMPACT_FROM: Final = 2


class Position(NamedTuple):
    """The place of a table in all lists that contain it: they are sorted by the time of creation (epoch, ms), then by table."""

    created_ms: int
    table: str


class ListForm(Protocol):
    """A form of the lists."""

    time_bytes: int
    """Bytes of a position before the table."""

    def listings(self, summary: Summary) -> Iterator[Listing]:
        """The lists of a table by what it is, with repetitions."""

    def asked(self, game: str | None, status: str | None, player: str | None) -> Sequence[Listing]:
        """The lists whose tables together have this game, status and (normalised) player, or more than the game for a player. None: any."""

    def table(self, table: str) -> bytes:
        """A table in a position and as the name of its summary."""

    def position(self, position: Position) -> bytes:
        """A position in a list. The order of positions is that of their bytes."""

    def since(self, created_ms: int) -> bytes:
        """The beginning of all positions of tables that were created at this time."""

    def read_position(self, stored: bytes) -> Position:
        """The position in a list."""

    def write(self, summary: StoredSummary) -> bytes:
        """A summary as it is stored."""

    def read(self, stored: bytes) -> Summary:
        """A stored summary."""

    def read_stored(self, stored: bytes) -> StoredSummary:
        """A stored summary with its hidden members."""


class Plain:
    """The form of format level 1."""

    time_bytes = 14

    def listings(self, summary: Summary) -> Iterator[Listing]:
        for which in product((None, summary.game), (None, summary.status), (None, *_players(summary))):
            yield Listing(*which)

    def asked(self, game: str | None, status: str | None, player: str | None) -> Sequence[Listing]:
        return (Listing(game, status, player),)

    def table(self, table: str) -> bytes:
        return table.encode()

    def position(self, position: Position) -> bytes:
        return self.since(position.created_ms) + b":" + position.table.encode()

    def since(self, created_ms: int) -> bytes:
        return b"%013d" % created_ms

    def read_position(self, stored: bytes) -> Position:
        created, _, table = stored.decode().partition(":")
        return Position(int(created), table)

    def write(self, summary: StoredSummary) -> bytes:
        return write_summary(summary)

    def read(self, stored: bytes) -> Summary:
        return read_summary(stored)

    def read_stored(self, stored: bytes) -> StoredSummary:
        return read_stored(stored)


_DIGITS: Final = (b"0123456789abcdefghjkmnpqrstvwxyz", b"0123456789ABCDEFGHIJKLMNOPQRSTUV")
_FROM_ID: Final = bytes.maketrans(*_DIGITS)
_TO_ID: Final = bytes.maketrans(*reversed(_DIGITS))
_ID_BITS: Final = 130
_ID_DIGITS: Final = _ID_BITS // 5


class Compact:
    """The form since format level 2. A table's id is 17 bytes, a time 6, and a summary is compressed."""

    time_bytes = 6

    def listings(self, summary: Summary) -> Iterator[Listing]:
        for which in ((None, None), (summary.game, None), *((None, name) for name in _players(summary))):
            yield Listing(which[0], summary.status, which[1])

    def asked(self, game: str | None, status: str | None, player: str | None) -> Sequence[Listing]:
        statuses = STATUSES if status is None else (status,)
        return [Listing(game if player is None else None, one, player) for one in statuses]

    def table(self, table: str) -> bytes:
        partition, _, digits = table.partition("-")
        number = int(digits.encode().translate(_FROM_ID), 32)
        return (PARTITIONS.index(partition) << _ID_BITS | number).to_bytes(17, "big")

    def position(self, position: Position) -> bytes:
        return self.since(position.created_ms) + self.table(position.table)

    def since(self, created_ms: int) -> bytes:
        return created_ms.to_bytes(self.time_bytes, "big")

    def read_position(self, stored: bytes) -> Position:
        partition, number = divmod(int.from_bytes(stored[self.time_bytes :], "big"), 1 << _ID_BITS)
        digits = base64.b32hexencode(number.to_bytes(20, "big"))[-_ID_DIGITS:].translate(_TO_ID).decode()
        return Position(int.from_bytes(stored[: self.time_bytes], "big"), f"{PARTITIONS[partition]}-{digits}")

    def write(self, summary: StoredSummary) -> bytes:
        return FRAMES.compress(write_summary(summary))

    def read(self, stored: bytes) -> Summary:
        return read_summary(_decompressed(stored))

    def read_stored(self, stored: bytes) -> StoredSummary:
        return read_stored(_decompressed(stored))


def _decompressed(stored: bytes) -> bytes:
    summary = FRAMES.decompress(stored)
    if summary is None:
        raise ValueError("a summary in the lists is damaged: `rollstream rebuild` makes all of them from the logs")
    return summary


PLAIN, COMPACT = Plain(), Compact()
_COMPACT_PREFIX: Final = "c"


def new_generation(number: int, level: int) -> str:
    """The name of a generation that is built at this format level."""
    return f"{_COMPACT_PREFIX if level >= COMPACT_FROM else ''}{number}"


def form_of(generation: str) -> ListForm:
    """The form of a generation, which its name tells."""
    return COMPACT if generation.startswith(_COMPACT_PREFIX) else PLAIN


def _players(summary: Summary) -> set[str]:
    return {normalised(sitter.name) for sitter in summary.seats if sitter.name is not None and not sitter.name_erased}
