"""A rematch: one new table for the players of a finished one, whoever of them asks first and however many ask at once.

The new table's id is kept beside the finished table's log, which stays as it is. All seats are taken when it is created, so that nobody
else can sit down there. Each player who asks then arrives: stands up and sits down again in the same step, with a seed. Who leaves before
the start and asks again sits down again, if nobody else has. The game starts when all have arrived, or when its time has come (ADR 38).
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from events.errors import NotSeated, TableBusy, TableMoved
from events.store.event_store import Key, Proposal
from events.tables import keyed_orders
from events.tables.handler import ATTEMPTS, Answer, Handler
from events.tables.keyed_orders import Holder, Order
from events.tables.opening import LoadedTable
from events.timestamps import epoch_ms
from rules.game import Seat
from rules.rejected import Rejected
from rules.table_commands import Create, Sit
from rules.table_fork import same_seats

CREATED: Final = "rematch"
"""The name of the key by which a table remembers that it was created as a rematch."""

FIRST_TAKEN: Final = 2
"""The version at which seat 0 of a rematch is taken; the others follow, one by one."""


class PendingRematch(NamedTuple):
    """A rematch whose players are expected: the finished table, the seat of who asked first, when (epoch, ms) it starts at the latest."""

    of: str
    first: Seat
    starts: int


class Arrival(NamedTuple):
    """A player's seat at a rematch: who holds it now (None: the player has given it up and cannot have it back), and what the request has
    caused there (None: nothing).
    """

    holder: Holder | None
    answer: Answer | None = None


def refuse_unfinished(source: LoadedTable) -> None:
    """Refuses with `table-not-finished`."""
    if source.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; ask for a rematch when it is finished.")


def gathering(opened: LoadedTable) -> PendingRematch | None:
    """How the players of a table are expected; None if it is no rematch. The table was opened with the key `CREATED`."""
    if opened.recollection is None:
        return None
    of, first, starts = opened.recollection.fingerprint.split(".")
    return PendingRematch(of, int(first), int(starts))


def creation_of(source: LoadedTable, proposal: Proposal, *, creator: str = "") -> Order:
    """The order for the new table: the same seats, options, clock, patience and policies. With one player the game starts at once."""
    table, seats = source.table, same_seats(source.table)
    one = sum(seat.kind == "human" for seat in seats) == 1
    create = Create(
        options=table.options,
        seats=seats,
        client_seed=proposal.seed or None,
        auto_start=one,
        turn_seconds=table.turn_seconds,
        on_expiry=table.on_expiry,
        abandon_after=table.abandon_after,
        bot_seconds=table.bot_seconds,
        on_failure=table.on_failure,
        reserved=bool(proposal.commitment),
    )
    key = Key(CREATED, f"{source.id}.{proposal.seat}.{proposal.starts}")
    return Order(proposal.table, create, key, creator=creator, due_by=proposal.starts)


def arrive(handler: Handler, proposal: Proposal, seat: Seat, sit: Sit, now: datetime) -> Arrival:
    """The player of this seat comes to the new table. Before the start the first request brings a seed; later ones change nothing, unless
    the player has left meanwhile: then they sit down again. `sit` is how. Raises as `Handler.execute`.
    """
    kept = Holder(seat, FIRST_TAKEN + seat)
    order = keyed_orders.arrive(proposal.table, kept, sit.client_seed, proposal.starts)
    for _ in range(ATTEMPTS):
        opened = handler.tables.open(proposal.table, order.key.name)
        known = opened.recollection
        holder = kept if known is None else Holder(seat, known.last)
        if not opened.holds(*holder):
            return _come_back(handler, proposal, seat, sit)
        brought = known is not None or seat == proposal.seat  # who proposes it brings the seed with the proposal
        if brought or opened.table.status != "open" or epoch_ms(now) >= proposal.starts:
            return Arrival(holder)
        try:
            answer = handler.execute(order, opened)
        except Rejected:  # it has started meanwhile, or everybody else has left
            return Arrival(holder)
        except NotSeated:  # another request of this player was faster
            continue
        return Arrival(Holder(seat, answer.events[-1].recorded.version), answer)
    raise TableBusy(proposal.table)


def _come_back(handler: Handler, proposal: Proposal, seat: Seat, sit: Sit) -> Arrival:
    """The player who has given this seat up has it again if it is the one that whoever comes next gets; else somebody else has it."""
    tables, table = handler.tables, proposal.table
    opened = tables.open(table)
    for _ in range(ATTEMPTS):
        taken = opened.table.seats[seat].taken
        if taken:
            is_own = tables.open(table, keyed_orders.came_back(seat, taken - 1).name).recollection is not None
            return Arrival(Holder(seat, taken) if is_own else None)
        if opened.table.status != "open" or opened.table.open_seats[0] != seat:
            return Arrival(None)
        try:
            answer = handler.execute(keyed_orders.come_back(table, seat, sit, opened.table.version, proposal.starts), opened)
        except (Rejected, TableMoved):
            opened = tables.open(table)
            continue
        return Arrival(Holder(seat, answer.opened.table.seats[seat].taken), answer)
    raise TableBusy(table)


def begin(handler: Handler, table: str, now: datetime, within: timedelta) -> Answer | None:
    """Start the game of a rematch if all its players have arrived or its time has come; what this has caused, None if nothing.

    It starts by itself only `within` so long after its time, while it holds the places that it was created with: from then on it is a table
    like any other, which a player starts. Raises as `Tables.open`.
    """
    opened = handler.tables.open(table, CREATED)
    expected = gathering(opened)
    if expected is None or opened.table.status != "open" or is_over(expected, now - within):
        return None
    if not (is_over(expected, now) or _all_are_here(opened, expected)):
        return None
    with suppress(Rejected):  # somebody has left, or it was started by another
        answer = handler.execute(keyed_orders.begin(table), opened)
        return None if answer.replayed else answer
    return None


def is_awaited(opened: LoadedTable, now: datetime) -> bool:
    """Whether the table, opened with the key `CREATED`, waits for the players of its rematch."""
    expected = gathering(opened)
    return expected is not None and opened.table.status == "open" and not is_over(expected, now)


def is_over(expected: PendingRematch, now: datetime) -> bool:
    """Whether nobody is waited for any more."""
    return epoch_ms(now) >= expected.starts


def _all_are_here(opened: LoadedTable, expected: PendingRematch) -> bool:
    places = enumerate(opened.table.seats)
    return all(seat == expected.first or place.kind != "human" or place.taken != FIRST_TAKEN + seat for seat, place in places)
