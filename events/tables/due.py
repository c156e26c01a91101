"""Due times: when a worker must check a table again if nothing happens before. All jobs and clocks depend on them."""

from datetime import datetime
from typing import Any, Final

from events.timestamps import epoch_ms
from rules.game import Seat
from rules.table_state import Table

PICKED_UP_WITHIN_MS: Final = 5_000
"""A built-in player's decision that is still open after this time counts as lost, and is scheduled again."""


def due_time(table: Table[Any], acted: datetime) -> int | None:
    """The time (epoch, ms) at which a worker must check the table if nobody acts after `acted`; None if never."""
    if table.status == "finished":
        return None
    times = [epoch_ms(table.clocks[seat].deadline) for seat in table.owing if table.clocks[seat].deadline]
    if automatic_seats(table):
        times.append(epoch_ms(acted) + PICKED_UP_WITHIN_MS)
    if table.abandon_after is not None:
        times.append(epoch_ms(acted) + table.abandon_after * 1000)
    return min(times, default=None)


def automatic_seats(table: Table[Any]) -> tuple[Seat, ...]:
    """The seats of built-in players that owe a decision, ascending."""
    return tuple(seat for seat in table.owing if table.seats[seat].kind == "ai")
