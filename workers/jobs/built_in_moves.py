"""Moves that nobody at the table makes: of built-in players, of those who stand in for somebody, of clocks. All go through the one handler.

Every job may run twice, at once or long after: what is already decided stays as it is.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from redis.exceptions import RedisError

from events.errors import BrokenLog, DecisionClosed, NotFound, NotSeated, TableBusy, TableMoved, TableUnknown
from events.store.event_store import StoreUnavailable
from events.tables import keyed_orders
from events.tables.due import automatic_seats
from events.tables.handler import Answer
from events.tables.idleness import last_act
from events.tables.keyed_orders import Holder, Order
from events.tables.opening import LoadedTable
from events.tables.presenting import present_move
from events.tables.rematching import CREATED, begin, is_awaited
from events.tables.reschedule import put_off
from events.timestamps import stamp
from rules.game import Seat
from rules.rejected import Rejected
from workers.jobs.outcomes import Continued
from workers.jobs.parts import WorkerParts

LISTED: Final = 20
"""Moves that advice lists at most, best first."""


class Unanswerable(Exception):
    """A decision is open, and the rules refuse the answer that they have chosen themselves: this build has a mistake."""


def play(tools: WorkerParts, table: str) -> Continued | None:
    """Answer for the table's built-in players until none of them owes a decision, or until it is time for other tables: then the answer
    says how this job goes on. An urgent job for a table where no person waits goes on in the background without any answer.

    Raises `Unanswerable`, and whatever a player raises.
    """
    opened = tools.tables.open(table)
    if automatic_seats(opened.table) and tools.urgent and not _is_waited_for(opened):
        return Continued(urgent=False)
    until = tools.monotonic() + tools.limits.turn_slice / 1000
    while seats := automatic_seats(opened.table):
        order = keyed_orders.automatic(table, _holder(opened, seats[0]), opened.table.decisions[seats[0]], attended=True)
        answer = _execute(tools, order)
        if answer is None:
            return None  # somebody else was faster, and drives on
        opened = answer.opened
        if tools.monotonic() >= until and automatic_seats(opened.table):
            return Continued(urgent=_is_waited_for(opened))
    return None


def due(tools: WorkerParts, table: str) -> Continued | None:
    """Do what a table's time has come for: a built-in player nobody has asked, a clock that has run out, a table nobody comes to.

    Built-in players are asked first: if they are late, whoever had to ask them is. Only for one who cannot answer time runs out as for
    anybody; if it still owes its answer then, why it cannot is raised. How the job goes on, if it has to, is answered as by `play`.
    """
    try:
        unable, later = _driven(tools, table)
    except TableUnknown:
        tools.tables.store.postpone(table, 0, None)
        return None
    opened = tools.tables.open(table, CREATED)
    if begin(tools.handler, table, tools.tables.now(), tools.limits.places_held_after_rematch):
        later = play(tools, table)
    elif is_awaited(opened, tools.tables.now()):
        pass  # nobody has to hurry yet
    elif _is_left(opened, last_act(tools.tables, opened), tools.tables.now()):
        _execute(tools, keyed_orders.abandon(table, opened.table.version))
    elif _carry_out_clocks(tools, opened, of_all=unable is not None):
        later = play(tools, table)
    opened = tools.tables.open(table, CREATED)
    put_off(tools.tables, opened)
    if not automatic_seats(opened.table):
        return None
    if unable is not None:
        raise unable
    return later


def _driven(tools: WorkerParts, table: str) -> tuple[Exception | None, Continued | None]:
    """Why a built-in player of this table cannot answer, None if none has to any more; and how `play` goes on."""
    try:
        return None, play(tools, table)
    except (BrokenLog, NotFound, RedisError, StoreUnavailable, TableBusy):
        raise  # no player's fault
    except Exception as error:  # noqa: BLE001 - raised again when the clocks have been looked at
        return error, None


def _is_waited_for(opened: LoadedTable) -> bool:
    """Whether a person or a bot still plays at the table."""
    return any(place.kind in {"human", "bot"} and not place.resigned for place in opened.table.seats)


def _carry_out_clocks(tools: WorkerParts, opened: LoadedTable, *, of_all: bool) -> bool:
    """Whether a clock had run out: of anybody, or of those only whom nobody has to ask."""
    version = opened.table.version
    while (seat := _expired_seat(opened, stamp(tools.tables.now()), of_all=of_all)) is not None:
        order = keyed_orders.expire(opened.id, _holder(opened, seat), opened.table.decisions[seat])
        if _execute(tools, order) is None:
            break
        opened = tools.tables.open(opened.id)
    return opened.table.version > version


def turn(tools: WorkerParts, table: str, seat: Seat, decision: int, level: str) -> dict[str, Any]:
    """Play the turn in which a seat owes this decision to its end, by a built-in player. Answers `{version, moves}`.

    Raises `DecisionClosed`, `Rejected`, `NotSeated`.
    """
    opened = tools.tables.open(table)
    holder, span, moves = _holder(opened, seat), _span(tools, opened, seat, decision), 0
    while decision:
        answer = tools.handler.execute(keyed_orders.substitute(table, holder, decision, level))
        opened = tools.tables.open(table) if answer.replayed else answer.opened
        moves += 1
        same = seat in opened.table.owing and opened.game.clock(opened.table.play, seat) == span
        decision = opened.table.decisions[seat] if same else 0
    return {"version": opened.table.version, "moves": moves}


def advise(tools: WorkerParts, table: str, seat: Seat, decision: int, level: str) -> dict[str, Any]:
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
    moves = [{"move": present_move(opened.game, command, decision), "points": round(points, 2)} for command, points in ranked]
    return {"decision": decision, "level": level, "moves": moves}


def _holder(opened: LoadedTable, seat: Seat) -> Holder:
    return Holder(seat, opened.table.seats[seat].taken)


def _span(tools: WorkerParts, opened: LoadedTable, seat: Seat, decision: int) -> int:
    """The turn that the decision belonged to when it was opened: it may be over by now, if this job runs once more."""
    then = opened if opened.table.decisions[seat] == decision else tools.tables.open_at(opened.id, decision)
    return then.game.clock(then.table.play, seat)


def _expired_seat(opened: LoadedTable, now: str, *, of_all: bool) -> Seat | None:
    """A seat that owes a decision and whose clock has run out."""
    table = opened.table
    counting = (seat for seat in table.owing if of_all or table.seats[seat].kind != "ai")
    return next((seat for seat in counting if table.clocks[seat].deadline and table.clocks[seat].deadline <= now), None)


def _is_left(opened: LoadedTable, acted: datetime, now: datetime) -> bool:
    seconds = opened.table.abandon_after
    return opened.table.status != "finished" and seconds is not None and now - acted >= timedelta(seconds=seconds)


def _execute(tools: WorkerParts, order: Order) -> Answer | None:
    """What it caused; None if somebody else was faster. Raises `Unanswerable`."""
    try:
        return tools.handler.execute(order)
    except (DecisionClosed, NotSeated, TableMoved):
        return None
    except Rejected as refusal:
        if _is_open(tools, order):
            raise Unanswerable(f"decision {order.decision}: {refusal.code}, {refusal.detail}") from refusal
        return None


def _is_open(tools: WorkerParts, order: Order) -> bool:
    table = tools.tables.open(order.table).table
    return order.holder is not None and order.holder.seat in table.owing and table.decisions[order.holder.seat] == order.decision
