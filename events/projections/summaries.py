"""What the lobby and a player's history tell about a table: one summary, and the lists in which it stands. Pure.

Both are the same read model: a list is named by what all its tables have in common, and there is one for every combination of
game, status and player. Names are unverified: whoever sits down calls themselves as they like, so a player's list is the list of
all tables where somebody went by that name.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import asdict
from datetime import datetime, timedelta
from itertools import product
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec

from events.tables.envelope import canonical
from events.tables.opening import RecordedEvent
from rules.game import Seat
from rules.table_events import Kind, TableFinished
from rules.table_state import Table
from rules.table_view import outcome_view

Status: TypeAlias = Literal["open", "playing", "finished"]


class Sitter(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who holds it."""

    seat: Seat
    kind: Kind
    name: str | None


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
    """A summary as the lists keep it, which is not shown: with whom the table counts for; None if an older build wrote it."""

    creator: str | None = None


class OfCreator(NamedTuple):
    """The name of the list of all tables of a creator that are being played (`running`), or wait for their players. Older builds have put
    both into the first.
    """

    what: Literal["running", "waiting"]
    creator: str

    @property
    def key(self) -> str:
        return canonical(self).decode()


class Listing(NamedTuple):
    """The name of a list: all tables of this game, with this status, where somebody has this (normalised) name; None: any."""

    game: str | None = None
    status: str | None = None
    player: str | None = None

    @property
    def key(self) -> str:
        return canonical(self).decode()


AnyList: TypeAlias = Listing | OfCreator


class Change(NamedTuple):
    """What has to be written for one table: its summary (None: it is listed nowhere and forgotten) and its place in lists."""

    table: str
    summary: StoredSummary | None
    place: str
    enters: frozenset[AnyList]
    leaves: frozenset[AnyList]


_decode = msgspec.json.Decoder(Summary).decode
_decode_kept = msgspec.json.Decoder(StoredSummary).decode


ENDING: Final = 2
"""Events among which a finished table has the one that says so: it and the revealed secret are the last."""


class Span(NamedTuple):
    """The times of a table's first event and of that with which it ended, None before that."""

    created_at: str
    ended_at: str | None = None


def summary(table_id: str, game: str, span: Span, table: Table[Any], creator: str | None = None) -> StoredSummary:
    """The table's summary; `creator` is whom it counts for."""
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
        seats=tuple(Sitter(seat=seat, kind=place.kind, name=place.name) for seat, place in enumerate(table.seats)),
        outcome=None if table.outcome is None else outcome_view(table.outcome),
    )


def ended_at(events: Iterable[RecordedEvent]) -> str | None:
    """When the table ended with one of these events; None if with none of them."""
    return next((happened.recorded.at for happened in events if isinstance(happened.event, TableFinished)), None)


def listings(told: Summary) -> frozenset[Listing]:
    """All lists in which the table stands. A table that everybody left before the game began is listed nowhere."""
    if told.outcome is not None and told.outcome["reason"] == "abandoned":
        return frozenset()
    names = {normalised(sitter.name) for sitter in told.seats if sitter.name is not None}
    return frozenset(Listing(*which) for which in product((None, told.game), (None, told.status), (None, *names)))


def changed(before: StoredSummary | None, after: StoredSummary) -> Change | None:
    """What has to be written so that `after` stands in the place of `before` (None: of nothing); None if nothing has."""
    if before is not None and write_summary(before) == write_summary(after):
        return None
    old = frozenset[AnyList]() if before is None else listings(before) | counted(after)  # an older build leaves the creator out
    new = listings(after) | running(after)
    return Change(after.table, after if new else None, place(after), new - old | running(after), old - new)


def without(before: StoredSummary) -> Change:
    """What has to be written when the table is gone."""
    return Change(before.table, None, place(before), frozenset(), listings(before) | counted(before))


def running(told: StoredSummary) -> frozenset[AnyList]:
    """The list of its creator's tables in which the table stands, if it is not over."""
    if not told.creator or told.status == "finished":
        return frozenset()
    return frozenset([OfCreator("running" if told.status == "playing" else "waiting", told.creator)])


def counted(told: StoredSummary) -> frozenset[AnyList]:
    """The lists of its creator in which the table may stand."""
    return frozenset([OfCreator("running", told.creator), OfCreator("waiting", told.creator)] if told.creator else [])


def place(told: Summary) -> str:
    """Where the table stands in every list: lists are in the order of these texts, and the newest table is shown first."""
    since = datetime.fromisoformat(told.created_at) - datetime.fromisoformat("1970-01-01T00:00:00Z")
    return f"{since // timedelta(milliseconds=1):013d}:{told.table}"


def normalised(name: str) -> str:
    """The name of the list for a name: one for all names that differ in case or compatibility forms only (NFKC, case folded). Who reads it
    picks the tables of the name that is meant.
    """
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold()).strip()


def write_summary(told: Summary) -> bytes:
    """The canonical JSON of a summary: equal summaries, equal bytes."""
    return canonical(told)


def read_summary(line: bytes) -> Summary:
    """The summary in its JSON."""
    return _decode(line)


def read_kept(line: bytes) -> StoredSummary:
    """The summary in its JSON, with what is not shown."""
    return _decode_kept(line)


def touches(types: tuple[str, ...]) -> bool:
    """Whether events of these types can change a summary."""
    return any(name.startswith("table.") for name in types)
