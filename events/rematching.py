"""A rematch: one new table for the players of a finished one, whoever of them asks first and however many ask at once.

The new table's id is kept beside the finished table's log, which stays as it is. All seats are taken when it is created, so that nobody
else can sit down there. Each player who asks then arrives: stands up and sits down again in the same step, with a seed. The game starts
when all have arrived, or when its time has come (ADR 38).
"""

from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple

from events import orders
from events.errors import NotSeated
from events.handler import Handler
from events.moments import epoch_ms
from events.opening import Opened
from events.orders import Holder, Order
from events.store import Key, Proposal
from rules.game import Seat
from rules.rejected import Rejected
from rules.table_fork import same_seats
from rules.table_orders import Create

CREATED: Final = "rematch"
"""The name of the key by which a table remembers that it was created as a rematch."""

FIRST_TAKEN: Final = 2
"""The version at which seat 0 of a rematch is taken; the others follow, one by one."""


class Gathering(NamedTuple):
    """A rematch whose players are expected: the finished table, the seat of who asked first, when (epoch, ms) it starts at the latest."""

    of: str
    first: Seat
    starts: int


def refuse_unfinished(source: Opened) -> None:
    """Refuses with `table-not-finished`."""
    if source.table.status != "finished":
        raise Rejected("table-not-finished", "This table is still being played; ask for a rematch when it is finished.")


def gathering(opened: Opened) -> Gathering | None:
    """How the players of a table are expected; None if it is no rematch. The table was opened with the key `CREATED`."""
    if opened.recollection is None:
        return None
    of, first, starts = opened.recollection.fingerprint.split(".")
    return Gathering(of, int(first), int(starts))


def laying(source: Opened, proposal: Proposal, *, creator: str = "") -> Order:
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


def arrive(handler: Handler, proposal: Proposal, seat: Seat, client_seed: str | None, now: datetime) -> Holder:
    """The holder of this seat at the new table. Before the start, a player's first request brings a seed; later ones change nothing.

    Raises as `Handler.execute`.
    """
    kept = Holder(seat, FIRST_TAKEN + seat)
    if seat == proposal.seat:
        return kept  # brought the seed with the proposal
    order = orders.arrive(proposal.table, kept, client_seed, proposal.starts)
    opened = handler.tables.open(proposal.table, order.key.name)
    if opened.recollection is not None:
        return Holder(seat, opened.recollection.last)
    if opened.table.status != "open" or epoch_ms(now) >= proposal.starts:
        return kept
    try:
        return Holder(seat, handler.execute(order).events[-1].recorded.version)
    except (Rejected, NotSeated):  # it has started meanwhile, or another request of this player was faster
        known = handler.tables.open(proposal.table, order.key.name).recollection
        return kept if known is None else Holder(seat, known.last)


def begin(handler: Handler, table: str, now: datetime) -> bool:
    """Start the game of a rematch if all its players have arrived or its time has come; whether this has started it.

    Raises as `Tables.open`.
    """
    opened = handler.tables.open(table, CREATED)
    expected = gathering(opened)
    if expected is None or opened.table.status != "open" or not (is_over(expected, now) or _all_are_here(opened, expected)):
        return False
    with suppress(Rejected):  # somebody has left, or it was started by another
        return not handler.execute(orders.begin(table)).replayed
    return False


def is_awaited(opened: Opened, now: datetime) -> bool:
    """Whether the table, opened with the key `CREATED`, waits for the players of its rematch."""
    expected = gathering(opened)
    return expected is not None and opened.table.status == "open" and not is_over(expected, now)


def is_over(expected: Gathering, now: datetime) -> bool:
    """Whether nobody is waited for any more."""
    return epoch_ms(now) >= expected.starts


def _all_are_here(opened: Opened, expected: Gathering) -> bool:
    places = enumerate(opened.table.seats)
    return all(seat == expected.first or place.kind != "human" or place.taken != FIRST_TAKEN + seat for seat, place in places)
