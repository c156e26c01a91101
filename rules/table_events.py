"""What can be ordered of a table and what can happen to it, whatever the game.

The names in `type`, the schema numbers and the field names are the stored format: add, never edit.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeAlias

from rules.game import Outcome, Seat

Kind: TypeAlias = Literal["open", "human", "ai", "bot"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRequest:
    """A seat as the creator wants it: taken by somebody named, or open for whoever comes."""

    kind: Literal["open", "human"]
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Create:
    """Lay a table."""

    options: Mapping[str, Any]
    seats: tuple[SeatRequest, ...]
    client_seed: str | None = None
    auto_start: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit:
    """Take the first open seat."""

    name: str | None = None
    client_seed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Begin the game; every seat is taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Stand up: before the start the seat is open again, afterwards the seat resigns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCreated:
    type: ClassVar[str] = "table.created"
    schema: ClassVar[int] = 1
    game: str
    ruleset: int
    options: Mapping[str, Any]
    seats: int
    auto_start: bool
    commitment: str
    client_seed: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaken:
    type: ClassVar[str] = "table.seat-taken"
    schema: ClassVar[int] = 1
    seat: Seat
    kind: Kind
    name: str
    client_seed: str | None


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
class TableFinished:
    type: ClassVar[str] = "table.finished"
    schema: ClassVar[int] = 1
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedRevealed:
    type: ClassVar[str] = "table.seed-revealed"
    schema: ClassVar[int] = 1
    secret: str


TableEvent: TypeAlias = TableCreated | SeatTaken | SeatLeft | TableStarted | SeatResigned | TableFinished | SeedRevealed

TABLE_EVENTS: tuple[type[TableEvent], ...] = (
    TableCreated,
    SeatTaken,
    SeatLeft,
    TableStarted,
    SeatResigned,
    TableFinished,
    SeedRevealed,
)

TABLE_UPCASTS: Mapping[tuple[str, int], Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""(type, schema) -> the same event's data one schema higher."""
