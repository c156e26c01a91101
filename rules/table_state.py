"""The state of a table in any game, and how events build it. Nothing here refuses, draws or reads a clock."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Generic, Literal, NamedTuple, TypeVar, assert_never

from rules.game import AnyGame, Options, Outcome, Seat
from rules.same_fields import shared
from rules.table_events import (
    TABLE_EVENTS,
    Advice,
    AdviceRequested,
    BotFailed,
    ClockStarted,
    DecisionExpired,
    Kind,
    OnExpiry,
    Origin,
    SeatLeft,
    SeatResigned,
    SeatSubstituted,
    SeatTaken,
    SeedRevealed,
    TableCreated,
    TableEvent,
    TableFinished,
    TableStarted,
    ValuesUsed,
)
from rules.tuples import put

S = TypeVar("S")

_TABLE_EVENT_TYPES = frozenset(TABLE_EVENTS)


class Informed(NamedTuple):
    """A level of a built-in player, and the checksum of its table of values (None: it had none)."""

    level: str
    values: str | None


class SeatState(NamedTuple):
    """A seat and its holder. `taken` is the version at which the holder took it, 0 for an open seat. The holder's `name` is None if it was
    erased. `informed` is what the built-in player knew that answered last for the seat and plays by a table of values. `advised` is the
    version at which the table announced last that the holder requests advice, 0 if it never did.
    """

    kind: Kind = "open"
    name: str | None = None
    taken: int = 0
    client_seed: str | None = None
    resigned: bool = False
    level: str | None = None
    bot: str | None = None
    informed: Informed | None = None
    advised: int = 0

    @property
    def name_erased(self) -> bool:
        """Whether the name of the seat's holder was erased."""
        return self.name is None and self.kind != "open"


class SeatClock(NamedTuple):
    """A seat's clock: its `deadline`, and the `span` of the game that it measures (`Game.clock`).

    `expiries` is the number of spans that the seat has lost in a row. `expired`: it has lost this span, by the clock or as a failed bot.
    """

    deadline: str = ""
    span: int = -1
    expiries: int = 0
    expired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[S]):
    """A table at one version. `decisions` contains for each seat the id of its pending decision, 0 if there is none."""

    version: int
    status: Literal["open", "playing", "finished"]
    options: Options
    auto_start: bool
    commitment: str
    client_seed: str | None
    client_seeds: tuple[str, ...] = ()
    seats: tuple[SeatState, ...]
    decisions: tuple[int, ...]
    clocks: tuple[SeatClock, ...]
    turn_seconds: int | None = None
    on_expiry: OnExpiry | None = None
    abandon_after: int | None = None
    forked_from: Origin | None = None
    bot_seconds: int | None = None
    on_failure: OnExpiry | None = None
    reserved: bool = False
    advice: Advice = "private"
    draws: int = 0
    play: S | None = None
    outcome: Outcome | None = None
    secret: str | None = None

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, holder in enumerate(self.seats) if holder.kind == "open")

    @property
    def owing(self) -> tuple[Seat, ...]:
        """The seats that owe a decision, while the game is in progress."""
        return tuple([seat for seat, decision in enumerate(self.decisions) if decision]) if self.status == "playing" else ()


def fold(game: AnyGame, table: Table[Any] | None, events: Iterable[Any]) -> Table[Any] | None:
    """The table after `events`, the first of which follows `table` (None: the first is the table's creation).

    A seat's decision is closed by the next event of that seat. An event after which a seat without a pending decision owes one opens it,
    with the event's version as its id.
    """
    rest = iter(events)
    if table is None:
        first = next(rest, None)
        if first is None:
            return None
        table = _created(first)
    evolve, to_move = game.evolve, game.to_move
    version, play, draws, decisions = table.version, table.play, table.draws, table.decisions
    for event in rest:
        version += 1
        if type(event) in _TABLE_EVENT_TYPES:
            table = _after_table_event(table, event, version)
            continue
        play = evolve(play, event)
        draw = getattr(event, "draw", None)
        if draw is not None:
            draws = draw.n + 1
        decisions = _reopened(decisions, getattr(event, "seat", None), to_move(play), version)
    return replace(table, version=version, play=play, draws=draws, decisions=decisions)


def _created(event: TableCreated) -> Table[Any]:
    return Table(
        version=1,
        status="open",
        options=event.options,
        auto_start=event.auto_start,
        commitment=event.commitment,
        client_seed=event.client_seed,
        seats=(SeatState(),) * event.seats,
        decisions=(0,) * event.seats,
        clocks=(SeatClock(),) * event.seats,
        turn_seconds=event.turn_seconds,
        on_expiry=event.on_expiry,
        abandon_after=event.abandon_after,
        forked_from=event.forked_from,
        bot_seconds=event.bot_seconds,
        on_failure=event.on_failure,
        reserved=event.reserved,
        advice=event.advice,
    )


def _after_table_event(table: Table[Any], event: TableEvent, version: int) -> Table[Any]:
    match event:
        case SeatTaken():
            return _placed(table, event.seat, SeatState(**shared(event, SeatState), taken=version))
        case SeatLeft():
            return _placed(table, event.seat, SeatState())
        case TableStarted():
            return replace(table, status="playing", client_seeds=event.client_seeds)
        case ClockStarted():
            return replace(table, clocks=_started(table.clocks, event))
        case DecisionExpired():
            return replace(table, clocks=put(table.clocks, event.seat, _lost(table.clocks[event.seat], event.expiries)))
        case BotFailed():
            return replace(table, clocks=put(table.clocks, event.seat, _lost(table.clocks[event.seat], event.failures)))
        case SeatSubstituted():
            return table
        case ValuesUsed():
            return _placed(table, event.seat, table.seats[event.seat]._replace(informed=Informed(event.level, event.values)))
        case AdviceRequested():
            return _placed(table, event.seat, table.seats[event.seat]._replace(advised=version))
        case SeatResigned():
            return _placed(table, event.seat, table.seats[event.seat]._replace(resigned=True))
        case TableFinished():
            return replace(table, status="finished", outcome=event.outcome)
        case SeedRevealed():
            return replace(table, secret=event.secret)
        case TableCreated():
            return _created(event)
        case _:
            assert_never(event)


def _placed(table: Table[Any], seat: Seat, holder: SeatState) -> Table[Any]:
    return replace(table, seats=put(table.seats, seat, holder))


def _started(clocks: tuple[SeatClock, ...], event: ClockStarted) -> tuple[SeatClock, ...]:
    """A seat that has lost its last span keeps its count of losses in a row; any other seat starts again at 0."""
    for seat, span in zip(event.seats, event.spans, strict=True):
        last = clocks[seat]
        clocks = put(clocks, seat, SeatClock(event.deadline, span, last.expiries if last.expired else 0))
    return clocks


def _lost(clock: SeatClock, in_a_row: int) -> SeatClock:
    return clock._replace(expired=True, expiries=in_a_row)


def _reopened(decisions: tuple[int, ...], actor: Seat | None, owing: tuple[Seat, ...], version: int) -> tuple[int, ...]:
    reopened = [0] * len(decisions)
    for seat in owing:
        reopened[seat] = version if seat == actor else decisions[seat] or version
    return tuple(reopened)
