"""Moves that nobody at the table makes: of built-in players, of those who stand in for somebody, of clocks. All go through the one handler.

Every job may run twice, at once or long after: what is already decided stays as it is.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from events import orders
from events.due import automatic_seats, due_time
from events.errors import DecisionClosed, NotSeated, TableMoved
from events.idleness import last_act
from events.moments import stamp
from events.opening import Opened
from events.orders import Holder, Order
from events.telling import tell_move
from rules.game import Seat
from rules.rejected import Rejected
from workers.tools import Tools

SLICE: Final = 1.0
"""Seconds for which one job drives a table on, before others get their turn."""

LISTED: Final = 20
"""Moves that advice lists at most, best first."""


def play(tools: Tools, table: str) -> None:
    """Answer for the table's built-in players until none of them owes a decision, or the time slice is over.

    Whoever drives a table keeps others from being called to it; the last answer of a slice calls the next driver.
    """
    until = tools.monotonic() + SLICE
    opened = tools.tables.open(table)
    while seats := automatic_seats(opened.table):
        attended = tools.monotonic() < until
        order = orders.automatic(table, _holder(opened, seats[0]), opened.table.decisions[seats[0]], attended=attended)
        try:
            opened = tools.handler.execute(order).opened
        except (DecisionClosed, NotSeated, Rejected):
            return  # somebody else was faster, and calls or drives on
        if not attended:
            return


def due(tools: Tools, table: str) -> None:
    """Do what a table's time has come for: a clock that has run out, a built-in player nobody has asked, a table nobody comes to."""
    opened = tools.tables.open(table)
    acted = last_act(tools.tables, opened)
    if _is_left(opened, acted, tools.tables.now()):
        _execute(tools, orders.abandon(table, opened.table.version))
        return
    while (seat := _expired_seat(opened, stamp(tools.tables.now()))) is not None:
        order = orders.expire(table, _holder(opened, seat), opened.table.decisions[seat])
        if not _execute(tools, order):
            return
        opened = tools.tables.open(table)
    play(tools, table)
    opened = tools.tables.open(table)
    tools.tables.store.postpone(table, opened.table.version, due_time(opened.table, acted))


def turn(tools: Tools, table: str, seat: Seat, decision: int, level: str) -> dict[str, Any]:
    """Play the turn in which a seat owes this decision to its end, by a built-in player. Answers `{version, moves}`.

    Raises `DecisionClosed`, `Rejected`, `NotSeated`.
    """
    opened = tools.tables.open(table)
    holder, span, moves = _holder(opened, seat), _span(tools, opened, seat, decision), 0
    while decision:
        answer = tools.handler.execute(orders.substitute(table, holder, decision, level))
        opened = tools.tables.open(table) if answer.replayed else answer.opened
        moves += 1
        same = seat in opened.table.owing and opened.game.clock(opened.table.play, seat) == span
        decision = opened.table.decisions[seat] if same else 0
    return {"version": opened.table.version, "moves": moves}


def advise(tools: Tools, table: str, seat: Seat, decision: int, level: str) -> dict[str, Any]:
    """Rank what a seat may answer to this decision, and play nothing. Answers `{decision, level, moves: [{move, points}]}`.

    Raises `DecisionClosed`, `Rejected`.
    """
    opened = tools.tables.open(table)
    if decision == 0 or seat not in opened.table.owing or opened.table.decisions[seat] != decision:
        raise DecisionClosed(decision, opened, ())
    player = opened.game.players.get(level)
    if player is None or player.rank is None:
        raise Rejected("level-unknown", f"No built-in player of level {level} gives advice.", field="level")
    ranked = player.rank(opened.table.play, seat)[:LISTED]
    moves = [{"move": tell_move(opened.game, command, decision), "points": round(points, 2)} for command, points in ranked]
    return {"decision": decision, "level": level, "moves": moves}


def _holder(opened: Opened, seat: Seat) -> Holder:
    return Holder(seat, opened.table.seats[seat].taken)


def _span(tools: Tools, opened: Opened, seat: Seat, decision: int) -> int:
    """The turn that the decision belonged to when it was opened: it may be over by now, if this job runs once more."""
    then = opened if opened.table.decisions[seat] == decision else tools.tables.open_at(opened.id, decision)
    return then.game.clock(then.table.play, seat)


def _expired_seat(opened: Opened, now: str) -> Seat | None:
    """A seat that owes a decision and whose clock has run out."""
    clocks = opened.table.clocks
    return next((seat for seat in opened.table.owing if clocks[seat].deadline and clocks[seat].deadline <= now), None)


def _is_left(opened: Opened, acted: datetime, now: datetime) -> bool:
    seconds = opened.table.abandon_after
    return opened.table.status != "finished" and seconds is not None and now - acted >= timedelta(seconds=seconds)


def _execute(tools: Tools, order: Order) -> bool:
    """Whether it was done; if not, somebody else was faster."""
    with suppress(DecisionClosed, NotSeated, Rejected, TableMoved):
        tools.handler.execute(order)
        return True
    return False
