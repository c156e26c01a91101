"""What can happen to a table, whatever the game.

The names in `type`, the schema numbers and the field names are the stored format: add, never edit.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from rules.game import Outcome, Seat

Kind: TypeAlias = Literal["open", "human", "ai", "bot"]


Policy: TypeAlias = Literal["skip", "substitute", "resign"]


Cause: TypeAlias = Literal["expired", "asked", "failed"]
"""Why a built-in player answers for somebody: the time was over, somebody asked for it, or a bot failed."""


Failure: TypeAlias = Literal["unreachable", "timed-out", "refused", "status", "unreadable", "illegal", "paused", "gone"]
"""Why a bot gave no answer that counts: `rules.table_bots.FAILURES` says it for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnExpiry:
    """What happens to a decision whose time is over, or that a bot fails to answer: the game's default answer (`skip`), an answer by a
    built-in player of a `level` (`substitute`), or the default answer and, when so many turns in a row are lost as `after` says,
    resignation (`resign`).
    """

    policy: Policy
    level: str | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A table whose draws a fork inherits: those with numbers below `draws` that no earlier source has."""

    table: str
    secret: str
    client_seeds: tuple[str, ...]
    draws: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a fork comes from: a table, its version and the hash of that event; `events` facts are taken over from it, whose
    chance is that of the `sources`, oldest first.
    """

    table: str
    version: int
    hash: str
    events: int
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCreated:
    """`reserved`: id and dice secret were fixed, and their commitment published, before anybody named a client seed for this table."""

    type: ClassVar[str] = "table.created"
    schema: ClassVar[int] = 4
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    type: ClassVar[str] = "table.seat-taken"
    schema: ClassVar[int] = 3
    seat: Seat
    kind: Kind
    name: str
    client_seed: str | None
    level: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    type: ClassVar[str] = "table.seat-left"
    schema: ClassVar[int] = 1
    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TableStarted:
    """From here on the client seeds are fixed; no die has been drawn before."""

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
    """These seats have until the deadline (UTC, ms) for what they owe in these spans of the game (`Game.clock`), seat by seat."""

    type: ClassVar[str] = "table.clock-started"
    schema: ClassVar[int] = 1
    seats: tuple[Seat, ...]
    spans: tuple[int, ...]
    deadline: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionExpired:
    """The seat has let its time run out, for the `expiries`th time in a row; what follows from the policy are events of their own."""

    type: ClassVar[str] = "table.decision-expired"
    schema: ClassVar[int] = 1
    seat: Seat
    policy: Policy
    expiries: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BotFailed:
    """The bot that holds the seat was asked `attempts` times for a decision without an answer that counts, and is not asked again.

    Its turns have ended so, or by the clock, `failures` times in a row; what follows from the policy are events of their own.
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
    """The answer that follows was chosen by a built-in player of this level, not by whoever holds the seat."""

    type: ClassVar[str] = "table.seat-substituted"
    schema: ClassVar[int] = 1
    seat: Seat
    level: str
    cause: Cause


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
    | SeatResigned
    | TableFinished
    | SeedRevealed
)

TABLE_EVENTS: tuple[type[TableEvent], ...] = (
    TableCreated,
    SeatTaken,
    SeatLeft,
    TableStarted,
    ClockStarted,
    DecisionExpired,
    BotFailed,
    SeatSubstituted,
    SeatResigned,
    TableFinished,
    SeedRevealed,
)

TABLE_UPCASTS: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {
    ("table.created", 1): lambda data: {**data, "turn_seconds": None, "on_expiry": None, "abandon_after": None, "forked_from": None},
    ("table.created", 2): lambda data: {**data, "bot_seconds": None, "on_failure": None},
    ("table.created", 3): lambda data: {**data, "reserved": False},
    ("table.seat-taken", 1): lambda data: {**data, "level": None},
    ("table.seat-taken", 2): lambda data: {**data, "bot": None},
}
"""(type, schema) -> the same event's data one schema higher."""
