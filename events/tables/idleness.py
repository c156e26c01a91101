"""The time of the last act at a table. Time-outs and failures of bots are not acts."""

from datetime import datetime
from typing import Final

from events.errors import BrokenLog
from events.tables.keyed_orders import is_nobodys
from events.tables.opening import LoadedTable, Tables

EVENTS_PER_READ: Final = 50
"""Events per read, from the newest backwards."""


def last_act(tables: Tables, loaded: LoadedTable) -> datetime:
    """The time of the newest event that a player caused. Raises `BrokenLog`, `StoreUnavailable`."""
    to = loaded.table.version
    while to > 0:
        after = max(0, to - EVENTS_PER_READ)
        events = [recorded_event.recorded for recorded_event in tables.recorded_events(loaded.codec, loaded.id, after, to)]
        acts = [event.at for event in events if not is_nobodys(event.key)]
        if acts:
            return datetime.fromisoformat(acts[-1])
        to = after
    raise BrokenLog("its first event is said to be a clock's, which creates no table", loaded.id, 1)
