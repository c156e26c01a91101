"""Advice of built-in players: whether a table allows it, and whether it tells everybody who requests it."""

from collections.abc import Mapping
from typing import Any

from rules.game import Seat
from rules.rejected import Rejected
from rules.table_commands import Create
from rules.table_events import Advice, AdviceRequested
from rules.table_players import refuse_unless_owing
from rules.table_state import Table

REJECTIONS: Mapping[str, str] = {
    "advice-off": "At this table built-in players neither advise the players nor play their turns on request.",
    "advice-unannounced": "The table does not announce this request for advice, or has announced it already.",
}


def policy(order: Create) -> Advice:
    """The table's rule for advice. By default it is announced where people or bots play against each other and the clock."""
    players = sum(request.kind != "ai" for request in order.seats)
    return order.advice or ("announced" if order.turn_seconds is not None and players > 1 else "private")


def is_to_be_announced(table: Table[Any], seat: Seat) -> bool:
    """Whether the table must announce advice for the seat's pending decision before anybody gives it."""
    return table.advice == "announced" and table.seats[seat].advised < table.decisions[seat]


def requested(table: Table[Any], seat: Seat) -> list[Any]:
    """The announcement that the seat's holder requests advice: once for a decision. Refuses with `nothing-owed`, `advice-unannounced`."""
    refuse_unless_owing(table, seat)
    if not is_to_be_announced(table, seat):
        raise Rejected("advice-unannounced", f"Advice for seat {seat} is not announced, or has been for this decision.")
    return [AdviceRequested(seat=seat)]


def refuse_if_off(table: Table[Any]) -> None:
    """Refuses with `advice-off`."""
    if table.advice == "off":
        raise Rejected("advice-off", "At this table nobody gets advice, or has a turn played by a built-in player on request.")
