"""Rematches: one new table for the players of a finished one, even if several of them request it at once.

The new table's id is stored beside the finished table's log, which does not change. All seats are taken at creation, so nobody else can
join. Each player who then requests the rematch arrives: in one step the player leaves and takes the seat again, with a client seed. A
player who leaves before the start and requests the rematch again gets the seat back, unless another player has it. The game starts when all
have arrived, or at its latest start time (ADR 38).
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from events.errors import NotSeated, TableBusy, TableMoved
from events.store.event_store import Key, Proposal
from events.tables import keyed_orders
from events.tables.handler import Answer, Handler
from events.tables.keyed_orders import Holder, Order
from events.tables.opening import LoadedTable
from events.timestamps import epoch_ms
from rules.game import Seat
from rules.rejected import Rejected
from rules.table_commands import Create, Sit
from rules.table_fork import same_seats

REMATCH_KEY: Final = "rematch"
"""The name of the key that marks a table as created for a rematch."""

FIRST_SEAT_TAKEN_AT: Final = 2
"""The version at which seat 0 of a rematch is taken; the other seats follow, one version each."""

MOST_ARRIVAL_ATTEMPTS: Final = 16
"""Changed tables after which the table counts as busy for a player who arrives. Each one means that another player's request succeeded."""


class PendingRematch(NamedTuple):
    """A rematch that waits for its players: the finished table, the seat that requested it first, and the latest start time (epoch, ms)."""

    of: str
    first: Seat
    starts: int


class Arrival(NamedTuple):
    """A player's seat at a rematch. `holder` is who holds it now (None: the player has left it and cannot get it back). `answer` is what
    the request caused there (None: nothing).
    """

    holder: Holder | None
    answer: Answer | None = None


def refuse_unfinished(source: LoadedTable) -> None:
    """Refuses with `table-not-finished`."""
    if source.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; ask for a rematch when it is finished.")


def gathering(loaded: LoadedTable) -> PendingRematch | None:
    """The pending rematch of a table loaded with the key `REMATCH_KEY`; None if it is not a rematch."""
    if loaded.idempotency_record is None:
        return None
    of, first, starts = loaded.idempotency_record.fingerprint.split(".")
    return PendingRematch(of, int(first), int(starts))


def creation_of(source: LoadedTable, proposal: Proposal, *, creator: str = "") -> Order:
    """The order for the new table: the same seats, options, clock, inactivity limit, failure policies and rule for advice. With one human
    player, the game starts at once.
    """
    table, seats = source.table, same_seats(source.table)
    is_single_player = sum(seat.kind == "human" for seat in seats) == 1
    create = Create(
        options=table.options,
        seats=seats,
        client_seed=proposal.seed or None,
        auto_start=is_single_player,
        turn_seconds=table.turn_seconds,
        on_expiry=table.on_expiry,
        abandon_after=table.abandon_after,
        bot_seconds=table.bot_seconds,
        on_failure=table.on_failure,
        reserved=bool(proposal.commitment),
        advice=table.advice,
    )
    key = Key(REMATCH_KEY, f"{source.id}.{proposal.seat}.{proposal.starts}")
    return Order(proposal.table, create, key, creator=creator, due_by=proposal.starts)


def arrive(handler: Handler, proposal: Proposal, seat: Seat, sit: Sit, now: datetime) -> Arrival:
    """The player of this seat arrives at the new table, with the command `sit`. Raises as `Handler.execute`.

    Before the start the first request contributes a client seed. Later requests change nothing, unless the player has left meanwhile: then
    the player takes the seat again.
    """
    original = Holder(seat, FIRST_SEAT_TAKEN_AT + seat)
    order = keyed_orders.arrive(proposal.table, original, sit.client_seed, proposal.starts)
    for _ in range(MOST_ARRIVAL_ATTEMPTS):
        loaded = handler.tables.open(proposal.table, order.key.name)
        known = loaded.idempotency_record
        holder = original if known is None else Holder(seat, known.last)
        if not loaded.holds(*holder):
            return _rejoin(handler, proposal, seat, sit)
        has_arrived = known is not None or seat == proposal.seat  # the first player's seed is in the proposal
        if has_arrived or loaded.table.status != "open" or epoch_ms(now) >= proposal.starts:
            return Arrival(holder)
        try:
            answer = handler.execute(order, loaded)
        except Rejected:  # the game has started meanwhile, or all others have left
            return Arrival(holder)
        except NotSeated:  # another request of this player was faster
            continue
        return Arrival(Holder(seat, answer.events[-1].recorded.version), answer)
    raise TableBusy(proposal.table)


def _rejoin(handler: Handler, proposal: Proposal, seat: Seat, sit: Sit) -> Arrival:
    """Gives the seat back to the player who left it, if it is the open seat with the lowest number. Otherwise the seat is lost."""
    tables, table = handler.tables, proposal.table
    loaded = tables.open(table)
    for _ in range(MOST_ARRIVAL_ATTEMPTS):
        taken = loaded.table.seats[seat].taken
        if taken:
            is_own = tables.open(table, keyed_orders.rejoin_key(seat, taken - 1).name).idempotency_record is not None
            return Arrival(Holder(seat, taken) if is_own else None)
        if loaded.table.status != "open" or loaded.table.open_seats[0] != seat:
            return Arrival(None)
        try:
            answer = handler.execute(keyed_orders.rejoin(table, seat, sit, loaded.table.version, proposal.starts), loaded)
        except (Rejected, TableMoved):
            loaded = tables.open(table)
            continue
        return Arrival(Holder(seat, answer.loaded.table.seats[seat].taken), answer)
    raise TableBusy(table)


def begin(handler: Handler, table: str, now: datetime, within: timedelta) -> Answer | None:
    """Start the game of a rematch if all its players have arrived or its start time has come. Returns what this has caused, None if
    nothing.

    The game starts automatically only until `within` after its start time, while the table still counts in the limits
    (`Limits.places_held_after_rematch`). After that it is an ordinary table, which a player starts. Raises as `Tables.open`.
    """
    loaded = handler.tables.open(table, REMATCH_KEY)
    expected = gathering(loaded)
    if expected is None or loaded.table.status != "open" or is_over(expected, now - within):
        return None
    if not (is_over(expected, now) or _all_have_arrived(loaded, expected)):
        return None
    with suppress(Rejected):  # a player has left, or another process has started it
        answer = handler.execute(keyed_orders.begin(table), loaded)
        return None if answer.replayed else answer
    return None


def is_awaited(loaded: LoadedTable, now: datetime) -> bool:
    """Whether the table, loaded with the key `REMATCH_KEY`, still waits for the players of its rematch."""
    expected = gathering(loaded)
    return expected is not None and loaded.table.status == "open" and not is_over(expected, now)


def is_over(expected: PendingRematch, now: datetime) -> bool:
    """Whether the wait for players has ended."""
    return epoch_ms(now) >= expected.starts


def _all_have_arrived(loaded: LoadedTable, expected: PendingRematch) -> bool:
    seats = enumerate(loaded.table.seats)
    return all(number == expected.first or seat.kind != "human" or seat.taken != FIRST_SEAT_TAKEN_AT + number for number, seat in seats)
