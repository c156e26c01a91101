"""Forks: the command that creates a new table from the log of a finished one."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from events.errors import VersionUnknown
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest
from rules.table_events import Advice, OnExpiry
from rules.table_fork import inherited, origin, same_seats
from rules.table_state import fold


class Fork(NamedTuple):
    """The request for a fork: the version of the source to continue from, and the settings of the new table.

    `seats` and `advice` None: those of the source.
    """

    at: int
    seats: tuple[SeatRequest, ...] | None = None
    client_seed: str | None = None
    turn_seconds: int | None = None
    on_expiry: OnExpiry | None = None
    abandon_after: int | None = None
    bot_seconds: int | None = None
    on_failure: OnExpiry | None = None
    reserved: bool = False
    advice: Advice | None = None


def fork(tables: Tables, source: LoadedTable, request: Fork) -> Create:
    """The command for a table that continues from the last complete move of `source` at or before the requested version.

    During setup no move is complete yet. If events of the game are already visible then, the table continues from the end of that append.

    Refuses with `table-not-finished`, `seat-count`, `fork-too-late`, `fork-inherited`. Raises `VersionUnknown`, `BrokenLog`,
    `StoreUnavailable`.
    """
    if source.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; fork it when it is finished.")
    seats = len(source.table.seats)
    if request.seats is not None and len(request.seats) != seats:
        raise Rejected("seat-count", f"The table has {seats} seats, not {len(request.seats)}.", field="seats")
    newest = source.table.version
    if request.at > newest:
        raise VersionUnknown(newest)
    log = list(tables.recorded_events(source.codec, source.id, 0, min(newest, request.at + 1)))
    moves = _complete_moves(source, log, request.at)
    if not _seen(moves) and _seen(log[: request.at]):
        moves = [*log, *_same_append(log[-1], tables.recorded_events(source.codec, source.id, len(log), newest))]
    _refuse_if_decided(source, moves)
    inherited_events, last = inherited(event for _, event in moves), (moves or log[: request.at])[-1].recorded
    return Create(
        options=source.table.options,
        seats=same_seats(source.table) if request.seats is None else request.seats,
        client_seed=request.client_seed,
        turn_seconds=request.turn_seconds,
        on_expiry=request.on_expiry,
        abandon_after=request.abandon_after,
        bot_seconds=request.bot_seconds,
        on_failure=request.on_failure,
        origin=origin(source.table, source.id, last.version, last.hash, inherited_events),
        inherited=inherited_events,
        reserved=request.reserved,
        advice=request.advice or source.table.advice,
    )


def _complete_moves(source: LoadedTable, log: Sequence[RecordedEvent], at: int) -> Sequence[RecordedEvent]:
    """The events up to `at`, without those of an append that continues after it: a table is never in the middle of an append."""
    next_events = log[at:]
    if not next_events or next_events[0].recorded.key != log[at - 1].recorded.key:
        return log[:at]
    complete = [recorded_event for recorded_event in log[:at] if recorded_event.recorded.key != next_events[0].recorded.key]
    older = source.table.forked_from
    if not complete and older is not None and older.events:
        raise Rejected(
            "fork-inherited",
            f"Up to here this is a copy of table {older.table} up to its version {older.version}: fork that table.",
            field="at",
        )
    return complete


def _seen(log: Sequence[RecordedEvent]) -> bool:
    """Whether these events contain anything of the game."""
    return bool(inherited(event for _, event in log))


def _same_append(last: RecordedEvent, next_events: Iterable[RecordedEvent]) -> Iterable[RecordedEvent]:
    """The events that belong to the same append as `last`."""
    return takewhile(lambda recorded_event: recorded_event.recorded.key == last.recorded.key, next_events)


def _refuse_if_decided(source: LoadedTable, moves: Sequence[RecordedEvent]) -> None:
    table = fold(source.game, None, (event for _, event in moves))
    if table is not None and (table.status == "finished" or (table.play is not None and source.game.outcome(table.play) is not None)):
        raise Rejected("fork-too-late", "The game is over at this version; choose an earlier one.", field="at")
