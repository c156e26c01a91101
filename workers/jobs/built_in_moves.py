"""Jobs that move for a seat: built-in players, substitutes for absent players, and expired clocks. All use the one handler.

Every job may run twice, at the same time or much later. A decision that is already answered does not change.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

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
from events.tables.rematching import REMATCH_KEY, begin, is_awaited
from events.tables.reschedule import put_off
from events.timestamps import stamp
from rules.advice import Advice, advice
from rules.game import Seat
from rules.plain_numbers import short
from rules.rejected import Rejected
from rules.table_advice import is_to_be_announced
from workers.jobs.outcomes import Continued
from workers.jobs.parts import WorkerParts


class Unanswerable(Exception):
    """The rules refuse the move that a built-in player or a clock chose for a decision that is still open: a bug of this build."""


def play(parts: WorkerParts, table: str) -> Continued | None:
    """Play for the table's built-in players until none of them owes a decision, or until the slice of time is used up.

    Returns None, or how the job continues after other jobs. An urgent job for a table where no person or bot plays makes no move: it
    continues in the background. Raises `Unanswerable`, and any error of a built-in player.
    """
    loaded = parts.tables.open(table)
    if automatic_seats(loaded.table) and parts.urgent and not _is_waited_for(loaded):
        return Continued(urgent=False)
    until = parts.monotonic() + parts.limits.turn_slice / 1000
    while seats := automatic_seats(loaded.table):
        order = keyed_orders.automatic(table, _holder(loaded, seats[0]), loaded.table.decisions[seats[0]], attended=True)
        answer = _execute(parts, order)
        if answer is None:
            return None  # another job was faster, and continues the table
        loaded = answer.loaded
        if parts.monotonic() >= until and automatic_seats(loaded.table):
            return Continued(urgent=_is_waited_for(loaded))
    return None


def due(parts: WorkerParts, table: str) -> Continued | None:
    """Do what is due at a table: moves of built-in players that no job has made, expired clocks, a rematch, or closing an abandoned table.

    Built-in players move first: if they are late, the service is late. Their clocks run out only if a player fails. If it still owes its
    decision then, its error is raised. Returns how the job continues, as `play`.
    """
    try:
        unable, later = _play_or_error(parts, table)
    except TableUnknown:
        parts.tables.store.postpone(table, 0, None)
        return None
    loaded = parts.tables.open(table, REMATCH_KEY)
    if begin(parts.handler, table, parts.tables.now(), parts.limits.places_held_after_rematch):
        later = play(parts, table)
    elif is_awaited(loaded, parts.tables.now()):
        pass  # the players still have time to come to the rematch
    elif _is_abandoned(loaded, last_act(parts.tables, loaded), parts.tables.now()):
        _execute(parts, keyed_orders.abandon(table, loaded.table.version))
    elif _carry_out_clocks(parts, loaded, of_all=unable is not None):
        later = play(parts, table)
    loaded = parts.tables.open(table, REMATCH_KEY)
    put_off(parts.tables, loaded)
    if not automatic_seats(loaded.table):
        return None
    if unable is not None:
        raise unable
    return later


def _play_or_error(parts: WorkerParts, table: str) -> tuple[Exception | None, Continued | None]:
    """Run `play`. Returns the error of a built-in player (None if there is none), and how `play` continues."""
    try:
        return None, play(parts, table)
    except (BrokenLog, NotFound, RedisError, StoreUnavailable, TableBusy):
        raise  # not an error of a built-in player
    except Exception as error:  # noqa: BLE001 - `due` raises it after the clocks
        return error, None


def _is_waited_for(loaded: LoadedTable) -> bool:
    """Whether a person or a bot plays at the table and has not resigned."""
    return any(place.kind in {"human", "bot"} and not place.resigned for place in loaded.table.seats)


def _carry_out_clocks(parts: WorkerParts, loaded: LoadedTable, *, of_all: bool) -> bool:
    """Expire overdue decisions. Returns whether the table has changed. `of_all`: also those of built-in players."""
    version = loaded.table.version
    while (seat := _expired_seat(loaded, stamp(parts.tables.now()), of_all=of_all)) is not None:
        order = keyed_orders.expire(loaded.id, _holder(loaded, seat), loaded.table.decisions[seat])
        if _execute(parts, order) is None:
            break
        loaded = parts.tables.open(loaded.id)
    return loaded.table.version > version


def turn(parts: WorkerParts, table: str, seat: Seat, decision: int, level: str) -> dict[str, Any]:
    """Let a built-in player finish the turn in which a seat owes this decision. Returns `{version, moves}`.

    Raises `DecisionClosed`, `Rejected`, `NotSeated`.
    """
    loaded = parts.tables.open(table)
    holder, turn_number, moves = _holder(loaded, seat), _turn_of(parts, loaded, seat, decision), 0
    while decision:
        _announce(parts, loaded, holder, decision)
        answer = parts.handler.execute(keyed_orders.substitute(table, holder, decision, level))
        loaded = parts.tables.open(table) if answer.replayed else answer.loaded
        moves += 1
        same = seat in loaded.table.owing and loaded.game.clock(loaded.table.play, seat) == turn_number
        decision = loaded.table.decisions[seat] if same else 0
    return {"version": loaded.table.version, "moves": moves}


def _announce(parts: WorkerParts, loaded: LoadedTable, holder: Holder, decision: int) -> None:
    """Where nothing in an answer says who chose it, the table announces before it that advice is requested, if its rule says so."""
    if loaded.game.hides_default and is_to_be_announced(loaded.table, holder.seat):
        parts.handler.execute(keyed_orders.request_advice(loaded.id, holder, decision), loaded)


def advise(parts: WorkerParts, table: str, seat: Seat, decision: int, level: str) -> dict[str, Any]:
    """Rank the sensible moves of a seat for this decision, without playing.

    Returns `{decision, level, values, provisional, moves}`, the best move first. Raises `DecisionClosed`, `Rejected`.
    """
    loaded = parts.tables.open(table)
    if decision == 0 or seat not in loaded.table.owing or loaded.table.decisions[seat] != decision:
        raise DecisionClosed(decision, loaded, ())
    player = loaded.game.players.get(level)
    if player is None or player.rank is None:
        raise Rejected("level-unknown", f"No built-in player of level {level} gives advice.", field="level")
    given = advice(loaded.game, level, loaded.table.play, seat)
    told = {"decision": decision, "level": level, "values": given.values, "provisional": given.provisional}
    return {**told, "moves": list(_advised(loaded, given, decision))}


def _advised(loaded: LoadedTable, given: Advice, decision: int) -> Iterator[dict[str, Any]]:
    """The sensible moves as JSON values, each with its reason in every language."""
    from rules.texts.advising import advised  # a worker that gives no advice needs no texts
    from rules.texts.files import LANGUAGES
    from rules.texts.texts import of_game

    texts = {language: of_game(loaded.game, language) for language in LANGUAGES}
    for one in given.sensible():
        why = given.reason(one)
        yield {
            "move": present_move(loaded.game, one.command, decision),
            "points": short(one.points, 2),
            "chance": None if one.chance is None else short(one.chance, 2),
            "reason": {language: advised(loaded.game, texts[language], loaded.table.play, one.command, why) for language in LANGUAGES},
        }


def _holder(loaded: LoadedTable, seat: Seat) -> Holder:
    return Holder(seat, loaded.table.seats[seat].taken)


def _turn_of(parts: WorkerParts, loaded: LoadedTable, seat: Seat, decision: int) -> int:
    """The turn of the decision when it was opened: if this job runs a second time, that turn may be over."""
    loaded_then = loaded if loaded.table.decisions[seat] == decision else parts.tables.open_at(loaded.id, decision)
    return loaded_then.game.clock(loaded_then.table.play, seat)


def _expired_seat(loaded: LoadedTable, now: str, *, of_all: bool) -> Seat | None:
    """A seat that owes a decision and whose clock has run out."""
    table = loaded.table
    counting = (seat for seat in table.owing if of_all or table.seats[seat].kind != "ai")
    return next((seat for seat in counting if table.clocks[seat].deadline and table.clocks[seat].deadline <= now), None)


def _is_abandoned(loaded: LoadedTable, acted: datetime, now: datetime) -> bool:
    seconds = loaded.table.abandon_after
    return loaded.table.status != "finished" and seconds is not None and now - acted >= timedelta(seconds=seconds)


def _execute(parts: WorkerParts, order: Order) -> Answer | None:
    """The handler's answer; None if the decision was answered meanwhile. Raises `Unanswerable`."""
    try:
        return parts.handler.execute(order)
    except (DecisionClosed, NotSeated, TableMoved):
        return None
    except Rejected as refusal:
        if _is_open(parts, order):
            raise Unanswerable(f"decision {order.decision}: {refusal.code}, {refusal.detail}") from refusal
        return None


def _is_open(parts: WorkerParts, order: Order) -> bool:
    table = parts.tables.open(order.table).table
    return order.holder is not None and order.holder.seat in table.owing and table.decisions[order.holder.seat] == order.decision
