"""The commands of a table, in any game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from rules.table_events import Advice, Failure, OnExpiry, Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidOfHolder:
    """What the creator may say of the holder of a seat, and a player of themselves."""

    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRequest(SaidOfHolder):
    """A seat as the creator requests it: for a person, a built-in player with a level, a bot with an id, or open for anyone to join."""

    kind: Literal["open", "human", "ai", "bot"]
    level: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Create:
    """Create a table. `inherited` are the facts that it inherits from the tables in `origin`.

    `reserved`: the table's id and secret were fixed before this command. `advice` None: by the clock and the seats.
    """

    options: Mapping[str, Any]
    seats: tuple[SeatRequest, ...]
    client_seed: str | None = None
    auto_start: bool = True
    turn_seconds: int | None = None
    on_expiry: OnExpiry | None = None
    abandon_after: int | None = None
    bot_seconds: int | None = None
    on_failure: OnExpiry | None = None
    origin: Origin | None = None
    inherited: tuple[Any, ...] = ()
    reserved: bool = False
    advice: Advice | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sit(SaidOfHolder):
    """Take the first open seat."""

    client_seed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Start the game. Every seat must be taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """Leave: before the start the seat becomes open again, afterwards the seat resigns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrive:
    """Leave and take the same seat again before the start: the player of a reserved seat has arrived, and may contribute a client seed."""

    client_seed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Automatic:
    """The built-in player that holds the seat answers its decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A built-in player of this level answers the decision of a seat that requests it."""

    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestAdvice:
    """The holder of the seat requests advice for its decision, at a table that announces it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expire:
    """The time for the seat's decision is over: the table's policy applies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fail:
    """The bot that holds the seat was called `attempts` times for its decision without a valid answer, for the last time for this reason:
    the table's policy applies.
    """

    reason: Failure
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """The operator ends the game in its current state."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    """The table closes because nobody has acted for the inactivity limit."""


TableCommand: TypeAlias = Sit | Start | Leave | Arrive | Automatic | Substitute | RequestAdvice | Expire | Fail | Close | Abandon
"""What can be ordered of a table that exists. Everything else is a command of its game."""
