"""Reserves places when a game starts later than its table was created: it needs the same room as a new table (ADR 41).

A table holds its places with bots, and counts for its creator, for some minutes. After that, its start must reserve them again.
"""

from datetime import datetime, timedelta
from typing import Any

from events.tables.envelope import Recorded
from events.tables.keyed_orders import read_stored_key
from events.tables.opening import LoadedTable
from rules.game import Seat
from rules.table_state import Table
from service.tables.room import refuse_more_running
from service.tables.seating import take_places
from service.wiring import web_parts
from workers.bots.places import BotPlace


def make_room(loaded: LoadedTable, then: Table[Any]) -> None:
    """Reserve places with the bots of an open table if its state `then` starts its game. Used as the `ready` callback of an order.

    Raises the problems `bot-full` and `too-many-tables-running`.
    """
    if loaded.table.status != "open" or then.status != "playing":
        return
    [creator] = web_parts().tables.store.creators([loaded.id])
    created = next(web_parts().tables.recorded_events(loaded.codec, loaded.id, 0, 1)).recorded
    if creator and not _is_counted(created):
        refuse_more_running(creator)
    bots = _bots_of(loaded.table)
    if bots:
        # The places have the fingerprint of the order that created the table, as if that order took them.
        place = BotPlace(loaded.id, read_stored_key(created.key).fingerprint)
        take_places(place, creator or f"table:{loaded.id}", bots, named=False)


def _is_counted(created: Recorded) -> bool:
    """Whether the table still counts for its creator although its game has not started: it was created recently."""
    age = web_parts().tables.now() - datetime.fromisoformat(created.at)
    return age < timedelta(seconds=web_parts().settings.limits.unstarted_counted)


def _bots_of(table: Table[Any]) -> dict[str, Seat]:
    """The registered bots at the table, each with one of its seats. A built-in player replaces a bot that is not registered."""
    bots = {place.bot: seat for seat, place in enumerate(table.seats) if place.bot is not None}
    return {bot: seat for bot, seat in bots.items() if web_parts().parts.bots.find(bot) is not None}
