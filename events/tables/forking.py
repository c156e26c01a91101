"""Forks: the order for a new table, made from the log of a finished one."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from events.errors import VersionUnknown
from events.tables.opening import LoadedTable, RecordedEvent, Tables
from rules.rejected import Rejected
from rules.table_commands import Create, SeatRequest
from rules.table_events import OnExpiry
from rules.table_fork import inherited, origin, same_seats
from rules.table_state import fold


class Fork(NamedTuple):
    """What is asked of a fork: from which version of its source on, and whatever a new table can have of its own.

    `seats` None: those of the source.
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


def fork(tables: Tables, source: LoadedTable, wanted: Fork) -> Create:
    """The order for the table that goes on from the last complete move of `source` at or before the version wanted.

    While the game is only being set up there is none; where something of it can be seen already, the table goes on from the end of that.

    Refuses with `table-not-finished`, `seat-count`, `fork-too-late`, `fork-inherited`.
    Raises `VersionUnknown`, `BrokenLog`, `StoreUnavailable`.
    """
    if source.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; fork it when it is finished.")
    seats = len(source.table.seats)
    if wanted.seats is not None and len(wanted.seats) != seats:
        raise Rejected("seat-count", f"The table has {seats} seats, not {len(wanted.seats)}.", field="seats")
    newest = source.table.version
    if wanted.at > newest:
        raise VersionUnknown(newest)
    log = list(tables.happened(source.codec, source.id, 0, min(newest, wanted.at + 1)))
    moves = _complete_moves(source, log, wanted.at)
    if not _seen(moves) and _seen(log[: wanted.at]):
        moves = [*log, *_going_on(log[-1], tables.happened(source.codec, source.id, len(log), newest))]
    _refuse_if_decided(source, moves)
    taken_over, last = inherited(event for _, event in moves), (moves or log[: wanted.at])[-1].recorded
    return Create(
        options=source.table.options,
        seats=same_seats(source.table) if wanted.seats is None else wanted.seats,
        client_seed=wanted.client_seed,
        turn_seconds=wanted.turn_seconds,
        on_expiry=wanted.on_expiry,
        abandon_after=wanted.abandon_after,
        bot_seconds=wanted.bot_seconds,
        on_failure=wanted.on_failure,
        origin=origin(source.table, source.id, last.version, last.hash, taken_over),
        inherited=taken_over,
        reserved=wanted.reserved,
    )


def _complete_moves(source: LoadedTable, log: Sequence[RecordedEvent], at: int) -> Sequence[RecordedEvent]:
    """The events up to `at`, without those of an append that goes on after it: no table was ever in the middle of one."""
    following = log[at:]
    if not following or following[0].recorded.key != log[at - 1].recorded.key:
        return log[:at]
    complete = [happened for happened in log[:at] if happened.recorded.key != following[0].recorded.key]
    older = source.table.forked_from
    if not complete and older is not None and older.events:
        raise Rejected(
            "fork-inherited",
            f"Up to here this is a copy of table {older.table} up to its version {older.version}: fork that table.",
            field="at",
        )
    return complete


def _seen(log: Sequence[RecordedEvent]) -> bool:
    """Whether there is anything of the game in these events."""
    return bool(inherited(event for _, event in log))


def _going_on(last: RecordedEvent, following: Iterable[RecordedEvent]) -> Iterable[RecordedEvent]:
    """Those that came in the same append as the event before them."""
    return takewhile(lambda happened: happened.recorded.key == last.recorded.key, following)


def _refuse_if_decided(source: LoadedTable, moves: Sequence[RecordedEvent]) -> None:
    table = fold(source.game, None, (event for _, event in moves))
    if table is not None and (table.status == "finished" or (table.play is not None and source.game.outcome(table.play) is not None)):
        raise Rejected("fork-too-late", "The game is over at this version; choose an earlier one.", field="at")
