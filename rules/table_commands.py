"""What can be ordered of a table, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from rules.table_events import Failure, OnExpiry, Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRequest:
    """A seat as the creator wants it: taken by somebody named, by a built-in player of a level, by the bot with an id, or open for
    whoever comes.
    """

    kind: Literal["open", "human", "ai", "bot"]
    name: str | None = None
    level: str | None = None
    bot: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Create:
    """Lay a table; `inherited` are the facts that it takes over from the tables in `origin`.

    `reserved`: the table's id and secret were fixed before this order.
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
class Arrive:
    """Stand up and sit down again in the same seat before the start: whoever it was kept for has come, and may bring a seed."""

    client_seed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Automatic:
    """The built-in player who holds the seat answers its decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Substitute:
    """A built-in player of this level answers the decision of somebody who asks for it."""

    level: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Expire:
    """The time for the seat's decision is over: what the table has laid down for that is done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fail:
    """The bot that holds the seat was asked `attempts` times for its decision and gave no answer that counts, in the end for this
    reason: what the table has laid down for that is done.
    """

    reason: Failure
    attempts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Close:
    """The operator ends the game, whatever it has come to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abandon:
    """Nobody has acted for so long that the table is closed."""
