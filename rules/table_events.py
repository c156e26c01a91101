"""The events of a table, in any game.

The names in `type`, the schema numbers and the field names are the stored format: add new ones, never change existing ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias, get_args

from rules.game import AddedMembers, Outcome, Seat

Kind: TypeAlias = Literal["open", "human", "ai", "bot"]


Policy: TypeAlias = Literal["skip", "substitute", "resign"]


Cause: TypeAlias = Literal["expired", "asked", "failed"]
"""Why a built-in player answers for a seat: its time was over, its player requested it, or its bot failed."""


Advice: TypeAlias = Literal["announced", "private", "off"]
"""Advice of built-in players for the holders of seats: everybody is told who requests it, nobody is told, or there is none."""


Failure: TypeAlias = Literal["unreachable", "timed-out", "refused", "status", "unreadable", "illegal", "paused", "gone"]
"""Why a bot gave no valid answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnExpiry:
    """The policy for a decision whose time is over, or that a bot fails to answer.

    `skip`: the game's default answer. `substitute`: an answer by a built-in player of a `level`. `resign`: the default answer, and
    resignation after `after` lost turns in a row.
    """

    policy: Policy
    level: str | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A table whose draws a fork inherits: the draws with numbers below `draws` that no earlier source has."""

    table: str
    secret: str
    client_seeds: tuple[str, ...]
    draws: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The origin of a fork: a table, its version and the hash of that event. The fork inherits `events` facts, whose draws come from the
    `sources`, oldest first.
    """

    table: str
    version: int
    hash: str
    events: int
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCreated:
    """`reserved`: id and dice secret were fixed, and the commitment published, before any player chose a client seed for this table."""

    type: ClassVar[str] = "table.created"
    schema: ClassVar[int] = 5
    game: str
    ruleset: int
    options: Mapping[str, Any]
    seats: int
    auto_start: bool
    commitment: str
    client_seed: str | None
    turn_seconds: int | None = None
    on_expiry: OnExpiry | None = None
    abandon_after: int | None = None
    forked_from: Origin | None = None
    bot_seconds: int | None = None
    on_failure: OnExpiry | None = None
    reserved: bool = False
    advice: Advice = "private"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    """A player joins. `name` is None if it was erased. `name_digest` is what the chain contains of the name; None: the name itself (ADR
    75).
    """

    type: ClassVar[str] = "table.seat-taken"
    schema: ClassVar[int] = 4
    seat: Seat
    kind: Kind
    name: str | None
    client_seed: str | None
    level: str | None = None
    bot: str | None = None
    name_digest: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    type: ClassVar[str] = "table.seat-left"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStarted:
    """From now on the client seeds are fixed. No die was drawn before."""

    type: ClassVar[str] = "table.started"
    schema: ClassVar[int] = 1
    client_seeds: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatResigned:
    type: ClassVar[str] = "table.seat-resigned"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockStarted:
    """These seats have until the deadline (UTC, ms) for their decisions in these spans of the game (`Game.clock`), seat by seat."""

    type: ClassVar[str] = "table.clock-started"
    schema: ClassVar[int] = 1
    seats: tuple[Seat, ...]
    spans: tuple[int, ...]
    deadline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionExpired:
    """The seat's time has run out, for the `expiries`th time in a row. The effects of the policy are separate events."""

    type: ClassVar[str] = "table.decision-expired"
    schema: ClassVar[int] = 1
    seat: Seat
    policy: Policy
    expiries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BotFailed:
    """The bot that holds the seat was called `attempts` times for a decision without a valid answer, and is not called again.

    `failures` counts its turns in a row that ended by failure or by the clock. The effects of the policy are separate events.
    """

    type: ClassVar[str] = "table.bot-failed"
    schema: ClassVar[int] = 1
    seat: Seat
    reason: Failure
    attempts: int
    policy: Policy
    failures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSubstituted:
    """A built-in player of this level chose the answer that follows, not the holder of the seat."""

    type: ClassVar[str] = "table.seat-substituted"
    schema: ClassVar[int] = 1
    seat: Seat
    level: str
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class ValuesUsed:
    """From here on a built-in player of this level answers for the seat by the table of values with this SHA-256; None: there is no table
    yet, and it answers in a simpler way.
    """

    type: ClassVar[str] = "table.values-used"
    schema: ClassVar[int] = 1
    seat: Seat
    level: str
    values: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AdviceRequested:
    """The holder of the seat requests the advice of a built-in player for its pending decision, which stays open."""

    type: ClassVar[str] = "table.advice-requested"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFinished:
    type: ClassVar[str] = "table.finished"
    schema: ClassVar[int] = 1
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRevealed:
    type: ClassVar[str] = "table.seed-revealed"
    schema: ClassVar[int] = 1
    secret: str


TableEvent: TypeAlias = (
    TableCreated
    | SeatTaken
    | SeatLeft
    | TableStarted
    | ClockStarted
    | DecisionExpired
    | BotFailed
    | SeatSubstituted
    | ValuesUsed
    | AdviceRequested
    | SeatResigned
    | TableFinished
    | SeedRevealed
)

TABLE_EVENTS: tuple[type[TableEvent], ...] = get_args(TableEvent)

TABLE_ADDED_MEMBERS: AddedMembers = {
    ("table.created", 2): {"turn_seconds": None, "on_expiry": None, "abandon_after": None, "forked_from": None},
    ("table.created", 3): {"bot_seconds": None, "on_failure": None},
    ("table.created", 4): {"reserved": False},
    ("table.created", 5): {"advice": "private"},
    ("table.seat-taken", 2): {"level": None},
    ("table.seat-taken", 3): {"bot": None},
    ("table.seat-taken", 4): {"name_digest": None},
}
"""The history of the table's events."""
