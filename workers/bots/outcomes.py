"""How a decision that a bot owed was closed, and how to close it for a bot that is given up."""

from typing import Literal, NamedTuple, TypeAlias

from events.errors import DecisionClosed, NotSeated
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.keyed_orders import Holder
from events.tables.opening import LoadedTable, Tables
from rules.rejected import Rejected
from rules.table_events import AdviceRequested, DecisionExpired, Failure, TableEvent
from workers.bots.progress import Owed

Ending: TypeAlias = Literal["answered", "late", "otherwise"]
"""`answered`: the bot has moved. `late`: its time ran out. `otherwise`: something else came first, such as the end of the game."""


class DecisionOutcome(NamedTuple):
    """How a decision was closed, and when (UTC, ms)."""

    how: Ending
    at: str


def is_open(loaded: LoadedTable, owed: Owed) -> bool:
    """Whether the same bot still owes the decision."""
    table = loaded.table
    return owed.seat in table.owing and table.decisions[owed.seat] == owed.decision and table.seats[owed.seat].bot == owed.bot


def holder(loaded: LoadedTable, owed: Owed) -> Holder:
    """The holder of the seat, as an order names it."""
    return Holder(owed.seat, loaded.table.seats[owed.seat].taken)


def ending(tables: Tables, loaded: LoadedTable, owed: Owed) -> DecisionOutcome:
    """How a decision that is no longer open was closed: by the first event of its seat that is no request for advice.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    since = tables.recorded_events(loaded.codec, loaded.id, owed.decision, loaded.table.version)
    of_seat = (recorded_event for recorded_event in since if recorded_event.recorded.seat == owed.seat)
    first = next((recorded_event for recorded_event in of_seat if not isinstance(recorded_event.event, AdviceRequested)), None)
    if first is None:
        return DecisionOutcome("otherwise", "")
    late = isinstance(first.event, DecisionExpired)
    return DecisionOutcome("late" if late else "otherwise" if isinstance(first.event, TableEvent) else "answered", first.recorded.at)


def give_up(handler: Handler, loaded: LoadedTable, owed: Owed, reason: Failure, attempts: int) -> None:
    """Apply the table's `on_failure` to a decision that its bot does not answer, unless the decision was closed meanwhile.

    Raises `Rejected` if the rules refuse that default move: a bug of this build.
    """
    try:
        handler.execute(keyed_orders.fail(owed.table, holder(loaded, owed), owed.decision, reason, attempts))
    except (DecisionClosed, NotSeated):
        return
    except Rejected:
        if is_open(handler.tables.open(owed.table), owed):
            raise
