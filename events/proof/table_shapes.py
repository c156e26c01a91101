"""The data of a table's own events, by schema number: exactly these members, of these types, forms and ranges.

docs/proof.md defines them. They repeat the newest schemas in `rules.table_events`, with ranges that cover everything that the service
accepts or has ever accepted. An older schema lacks the members added later, so that raising cannot hide one that an older event must not
have.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

from events.proof.forms import BotId, ClientSeed, ClientSeeds, Count, Deadline, Hex, Name, Seat, TableId, Version, Word
from rules.game import added_since
from rules.table_events import TABLE_ADDED_MEMBERS, TABLE_EVENTS, Advice, Cause, Failure, Policy


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


class CreatedShape(_Exact, frozen=True):
    """A table is created. `reserved`: with a commitment that was published before."""

    abandon_after: Annotated[int, Meta(ge=10, le=2_592_000)] | None
    advice: Advice
    auto_start: bool
    bot_seconds: Annotated[int, Meta(ge=1, le=3_600)] | None
    client_seed: ClientSeed | None
    commitment: Hex
    forked_from: OriginShape | None
    game: Word
    on_expiry: Rule | None
    on_failure: Rule | None
    options: dict[str, Any]
    reserved: bool
    ruleset: Version
    seats: Annotated[int, Meta(ge=1, le=32)]
    turn_seconds: Annotated[int, Meta(ge=1, le=604_800)] | None


class TakenShape(_Exact, frozen=True):
    """A player joins."""

    bot: BotId | None
    client_seed: ClientSeed | None
    kind: Literal["human", "ai", "bot"]
    level: Word | None
    name: None
    name_digest: Hex


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


class ValuesUsedShape(_Exact, frozen=True):
    """A built-in player answers by a table of values, or without one."""

    level: Word
    values: Hex | None


class FinishedShape(_Exact, frozen=True):
    """The table is over."""

    outcome: OutcomeShape


class Revealed(_Exact, frozen=True):
    """The secret of the dice is revealed."""

    secret: Hex


_NEWEST: Final[Mapping[str, type[msgspec.Struct]]] = {
    "table.created": CreatedShape,
    "table.seat-taken": TakenShape,
    "table.seat-left": NoMembers,
    "table.started": Started,
    "table.clock-started": ClockStartedShape,
    "table.decision-expired": Expired,
    "table.bot-failed": BotFailedShape,
    "table.seat-substituted": Substituted,
    "table.values-used": ValuesUsedShape,
    "table.advice-requested": NoMembers,
    "table.seat-resigned": NoMembers,
    "table.finished": FinishedShape,
    "table.seed-revealed": Revealed,
}
_DIFFERING: Final[Mapping[tuple[str, int], Mapping[str, Any]]] = {
    ("table.seat-taken", 1): {"kind": Literal["human"], "name": Name | None},
    ("table.seat-taken", 2): {"kind": Literal["human", "ai"], "name": Name | None},
    ("table.seat-taken", 3): {"name": Name | None},
}
"""(type, schema) -> members with other values than in the newest schema. A name that is null was erased."""


def _shape(type: str, schema: int, newest: int) -> type[msgspec.Struct]:
    """The data of an event of this type in this schema: that of the newest one without what came later."""
    shape = _NEWEST[type]
    if schema == newest:
        return shape
    later = added_since(TABLE_ADDED_MEMBERS, type, schema, newest)
    differing = _DIFFERING.get((type, schema), {})
    members = [(one.name, differing.get(one.name, one.type)) for one in msgspec.structs.fields(shape) if one.name not in later]
    about = {"__doc__": f"{(shape.__doc__ or '').partition('. ')[0].rstrip('.')}, in schema {schema}: without {', '.join(sorted(later))}."}
    return msgspec.defstruct(f"{shape.__name__}{schema}", members, bases=(_Exact,), frozen=True, namespace=about)


TABLE_SHAPES: Final[Mapping[tuple[str, int], type[msgspec.Struct]]] = {
    (event.type, schema): _shape(event.type, schema, event.schema) for event in TABLE_EVENTS for schema in range(1, event.schema + 1)
}
"""(type, schema) -> the data."""
