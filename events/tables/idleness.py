"""Since when nobody has acted at a table: what a clock did for somebody is no act, nor that a bot was given up."""

from datetime import datetime
from typing import Final

from events.errors import BrokenLog
from events.tables.keyed_orders import is_nobodys
from events.tables.opening import LoadedTable, Tables

STEP: Final = 50
"""Events read at once, from the newest backwards."""


def last_act(tables: Tables, opened: LoadedTable) -> datetime:
    """The time of the newest event that somebody caused. Raises `BrokenLog`, `StoreUnavailable`."""
    to = opened.table.version
    while to > 0:
        after = max(0, to - STEP)
        events = [happened.recorded for happened in tables.happened(opened.codec, opened.id, after, to)]
        acts = [event.at for event in events if not is_nobodys(event.key)]
        if acts:
            return datetime.fromisoformat(acts[-1])
        to = after
    raise BrokenLog("its first event is said to be a clock's, which creates no table", opened.id, 1)
