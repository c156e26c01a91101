"""What the lobby and a player's history tell about a table: one summary, and the lists in which it stands. Pure.

Both are the same read model: a list is named by what all its tables have in common, and there is one for every combination of
game, status and player. Names are unverified: whoever sits down calls themselves as they like, so a player's list is the list of
all tables where somebody went by that name.
"""

import unicodedata
from datetime import datetime, timedelta
from itertools import product
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from events.envelope import canonical
from rules.game import Seat
from rules.table_events import Kind
from rules.table_state import Table
from rules.table_view import outcome_view

Status: TypeAlias = Literal["open", "playing", "finished"]


class Sitter(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who holds it."""

    seat: Seat
    kind: Kind
    name: str | None


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """A table as the lists show it. Only `table.*` events change it."""

    table: str
    game: str
    status: Status
    created_at: str
    open_seats: int
    seats: tuple[Sitter, ...]
    outcome: dict[str, Any] | None


class Listing(NamedTuple):
    """The name of a list: all tables of this game, with this status, where somebody has this (normalised) name; None: any."""

    game: str | None = None
    status: str | None = None
    player: str | None = None

    @property
    def key(self) -> str:
        return canonical(self).decode()


class Change(NamedTuple):
    """What has to be written for one table: its summary (None: it is listed nowhere and forgotten) and its place in lists."""

    table: str
    summary: Summary | None
    place: str
    enters: frozenset[Listing]
    leaves: frozenset[Listing]


_decode = msgspec.json.Decoder(Summary).decode


def summary(table_id: str, game: str, created_at: str, table: Table[Any]) -> Summary:
    """The table's summary; `created_at` is the time of its first event."""
    return Summary(
        table=table_id,
        game=game,
        status=table.status,
        created_at=created_at,
        open_seats=len(table.open_seats),
        seats=tuple(Sitter(seat=seat, kind=place.kind, name=place.name) for seat, place in enumerate(table.seats)),
        outcome=None if table.outcome is None else outcome_view(table.outcome),
    )


def listings(told: Summary) -> frozenset[Listing]:
    """All lists in which the table stands. A table that everybody left before the game began is listed nowhere."""
    if told.outcome is not None and told.outcome["reason"] == "abandoned":
        return frozenset()
    names = {normalised(sitter.name) for sitter in told.seats if sitter.name is not None}
    return frozenset(Listing(*which) for which in product((None, told.game), (None, told.status), (None, *names)))


def changed(before: Summary | None, after: Summary) -> Change | None:
    """What has to be written so that `after` stands in the place of `before` (None: of nothing); None if nothing has."""
    if before is not None and write_summary(before) == write_summary(after):
        return None
    old = frozenset[Listing]() if before is None else listings(before)
    new = listings(after)
    return Change(after.table, after if new else None, place(after), new - old, old - new)


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


def touches(types: tuple[str, ...]) -> bool:
    """Whether events of these types can change a summary."""
    return any(name.startswith("table.") for name in types)
