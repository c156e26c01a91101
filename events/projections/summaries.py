"""Summaries of tables for the lobby and the players' histories, and the names of lists. Pure functions.

Both use the same read model. A list is named by what its tables have in common: game, status, player. Names are unverified: players choose
their names freely. A player's list contains all tables with a seat of that name.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

import msgspec

from events.tables.envelope import canonical
from events.tables.opening import RecordedEvent
from rules.game import Seat
from rules.table_events import Kind, TableFinished
from rules.table_state import SeatState, Table
from rules.table_view import name_view, outcome_view

Status: TypeAlias = Literal["open", "playing", "finished"]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)


class Sitter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat and its holder. If the name was erased, `name` is that of a player without a name."""

    seat: Seat
    kind: Kind
    name: str | None
    name_erased: bool = False


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lists show it. Only `table.*` events change it. Older builds have written summaries without what has a default."""

    table: str
    game: str
    status: Status
    created_at: str
    open_seats: int
    seats: tuple[Sitter, ...]
    outcome: dict[str, Any] | None
    ended_at: str | None = None
    options: dict[str, Any] | None = None
    turn_seconds: int | None = None
    on_expiry: dict[str, Any] | None = None


class StoredSummary(Summary, frozen=True, kw_only=True, omit_defaults=True):
    """A summary as the lists store it, with a hidden member: the client that the table counts for (None: an older build wrote it)."""

    creator: str | None = None


class OfCreator(NamedTuple):
    """The name of a list of a creator's tables: those in progress (`running`), or those waiting for players (`waiting`). Older builds put
    both into the first.
    """

    what: Literal["running", "waiting"]
    creator: str

    @property
    def key(self) -> str:
        return canonical(self).decode()


class Listing(NamedTuple):
    """The name of a list: all tables with this game, this status and a seat of this (normalised) name. None: any."""

    game: str | None = None
    status: str | None = None
    player: str | None = None

    @property
    def key(self) -> str:
        return canonical(self).decode()


AnyList: TypeAlias = Listing | OfCreator


_decode = msgspec.json.Decoder(Summary).decode
_decode_stored = msgspec.json.Decoder(StoredSummary).decode


LAST_EVENTS: Final = 2
"""A finished table ends with the event that says so and the revealed secret: so many last events contain its end."""


class Span(NamedTuple):
    """The times of a table's first event and of its end, None before that."""

    created_at: str
    ended_at: str | None = None


def summary(table_id: str, game: str, span: Span, table: Table[Any], creator: str | None = None) -> StoredSummary:
    """The table's summary. `creator` is the client that it counts for."""
    return StoredSummary(
        creator=creator,
        table=table_id,
        game=game,
        status=table.status,
        created_at=span.created_at,
        ended_at=span.ended_at,
        options=dict(table.options),
        turn_seconds=table.turn_seconds,
        on_expiry=None if table.on_expiry is None else asdict(table.on_expiry),
        open_seats=len(table.open_seats),
        seats=tuple(_sitter(seat, holder) for seat, holder in enumerate(table.seats)),
        outcome=None if table.outcome is None else outcome_view(table.outcome),
    )


def _sitter(seat: Seat, holder: SeatState) -> Sitter:
    return Sitter(seat=seat, kind=holder.kind, **name_view(seat, holder.name, erased=holder.name_erased))


def ended_at(events: Iterable[RecordedEvent]) -> str | None:
    """The time at which the table ended, if it ended with one of these events."""
    return next((recorded.recorded.at for recorded in events if isinstance(recorded.event, TableFinished)), None)


def running(summary: StoredSummary) -> frozenset[AnyList]:
    """The list of its creator that contains the table; empty for a finished table."""
    if not summary.creator or summary.status == "finished":
        return frozenset()
    return frozenset([OfCreator("running" if summary.status == "playing" else "waiting", summary.creator)])


def counted(summary: StoredSummary) -> frozenset[AnyList]:
    """All lists of its creator that may contain the table."""
    return frozenset([OfCreator("running", summary.creator), OfCreator("waiting", summary.creator)] if summary.creator else [])


def normalised(name: str) -> str:
    """The name in a list's name: equal for all names that differ only in case or compatibility forms (NFKC, case folded). Readers filter by
    the exact name.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def write_summary(summary: Summary) -> bytes:
    """The canonical JSON of a summary: equal summaries give equal bytes."""
    return canonical(summary)


def read_summary(line: bytes) -> Summary:
    """The summary in its JSON."""
    return _decode(line)


def read_stored(line: bytes) -> StoredSummary:
    """The summary in its JSON, with its hidden members."""
    return _decode_stored(line)


def touches(types: tuple[str, ...]) -> bool:
    """Whether events of these types can change a summary."""
    return any(name.startswith("table.") for name in types)
