"""The data of a table's own events, by schema number: exactly these members, of these types, forms and ranges.

docs/proof.md defines them. They repeat `rules.table_events`, which contains the newest schema only, so that no upcast can hide or overwrite
a member that an older event must not have. The ranges cover everything that the service accepts or has ever accepted.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from events.proof.forms import BotId, ClientSeed, ClientSeeds, Count, Deadline, Hex, Name, Seat, TableId, Version, Word
from rules.table_events import Cause, Failure, Policy


class _Exact(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No member may be missing or added."""


class SkipShape(_Exact, frozen=True, tag="skip", tag_field="policy"):
    """The game's default answer."""

    after: None
    level: None


class SubstituteShape(_Exact, frozen=True, tag="substitute", tag_field="policy"):
    """An answer by a built-in player."""

    after: None
    level: Word


class Resign(_Exact, frozen=True, tag="resign", tag_field="policy"):
    """The default answer, and resignation after this many lost turns in a row."""

    after: Annotated[int, Meta(ge=1, le=100)]
    level: None


Rule: TypeAlias = SkipShape | SubstituteShape | Resign


class SourceShape(_Exact, frozen=True):
    """A table whose draws a fork has inherited."""

    client_seeds: ClientSeeds
    draws: Version
    secret: Hex
    table: TableId


class OriginShape(_Exact, frozen=True):
    """The origin of a fork."""

    events: Count
    hash: Hex
    sources: list[SourceShape]
    table: TableId
    version: Version


class StandingShape(_Exact, frozen=True):
    """A seat in the final ranking."""

    points: int
    rank: Version
    seat: Seat


class OutcomeShape(_Exact, frozen=True):
    """The result."""

    ranking: list[StandingShape]
    reason: str
    winners: list[Seat]


class Created1(_Exact, frozen=True):
    """A table is created, before there were clocks and forks."""

    auto_start: bool
    client_seed: ClientSeed | None
    commitment: Hex
    game: Word
    options: dict[str, Any]
    ruleset: Version
    seats: Annotated[int, Meta(ge=1, le=32)]


class Created2(Created1, frozen=True):
    """A table is created, before there were bots."""

    abandon_after: Annotated[int, Meta(ge=10, le=2_592_000)] | None
    forked_from: OriginShape | None
    on_expiry: Rule | None
    turn_seconds: Annotated[int, Meta(ge=1, le=604_800)] | None


class Created3(Created2, frozen=True):
    """A table is created, before there were reservations."""

    bot_seconds: Annotated[int, Meta(ge=1, le=3_600)] | None
    on_failure: Rule | None


class Created4(Created3, frozen=True):
    """A table is created. `reserved`: with a commitment that was published before."""

    reserved: bool


class Taken1(_Exact, frozen=True):
    """A player joins, before there were built-in players."""

    client_seed: ClientSeed | None
    kind: Literal["human"]
    name: Name


class Taken2(_Exact, frozen=True):
    """A player joins, before there were bots."""

    client_seed: ClientSeed | None
    kind: Literal["human", "ai"]
    level: Word | None
    name: Name


class Taken3(_Exact, frozen=True):
    """A player joins."""

    bot: BotId | None
    client_seed: ClientSeed | None
    kind: Literal["human", "ai", "bot"]
    level: Word | None
    name: Name


class NoMembers(_Exact, frozen=True):
    """An event with no data apart from its type and seat."""


class Started(_Exact, frozen=True):
    """The game starts."""

    client_seeds: ClientSeeds


class ClockStartedShape(_Exact, frozen=True):
    """Clocks start."""

    deadline: Deadline
    seats: list[Seat]
    spans: list[Count]


class Expired(_Exact, frozen=True):
    """A clock has run out."""

    expiries: Version
    policy: Policy


class BotFailedShape(_Exact, frozen=True):
    """A bot has failed to answer."""

    attempts: Annotated[int, Meta(ge=0, le=4)]
    failures: Version
    policy: Policy
    reason: Failure


class Substituted(_Exact, frozen=True):
    """A built-in player answers."""

    cause: Cause
    level: Word


class FinishedShape(_Exact, frozen=True):
    """The table is over."""

    outcome: OutcomeShape


class Revealed(_Exact, frozen=True):
    """The secret of the dice is revealed."""

    secret: Hex


TABLE_SHAPES: Final[Mapping[tuple[str, int], type[msgspec.Struct]]] = {
    ("table.created", 1): Created1,
    ("table.created", 2): Created2,
    ("table.created", 3): Created3,
    ("table.created", 4): Created4,
    ("table.seat-taken", 1): Taken1,
    ("table.seat-taken", 2): Taken2,
    ("table.seat-taken", 3): Taken3,
    ("table.seat-left", 1): NoMembers,
    ("table.started", 1): Started,
    ("table.clock-started", 1): ClockStartedShape,
    ("table.decision-expired", 1): Expired,
    ("table.bot-failed", 1): BotFailedShape,
    ("table.seat-substituted", 1): Substituted,
    ("table.seat-resigned", 1): NoMembers,
    ("table.finished", 1): FinishedShape,
    ("table.seed-revealed", 1): Revealed,
}
"""(type, schema) -> the data."""
