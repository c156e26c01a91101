"""Announces restored tables in the feed: lists, workers, bots and webhooks look at them when the service starts."""

from datetime import datetime
from typing import Final

from events.errors import BrokenLog, TableUnknown
from events.store.event_store import FeedEntry
from events.store.keys import partition_of
from events.store.whole_table import WholeTable
from events.tables.envelope import read_line
from events.tables.opening import Tables
from events.tables.recording import calls
from workers.webhooks.deliveries import SETTLED_KEPT_FOR

EVENTS_PER_ENTRY: Final = 1000
"""Events that one entry of the feed announces."""


def announce(tables: Tables, whole: WholeTable) -> None:
    """Announce a table that is stored, as if all its events had just happened: each reader knows which it has seen. Nobody waits for one
    whose game ended longer ago than messages are kept, or that cannot be read. Raises `StoreUnavailable`.
    """
    try:
        loaded = tables.open(whole.table)
    except (BrokenLog, TableUnknown):
        return
    if loaded.table.status == "finished" and datetime.fromisoformat(loaded.at) < tables.now() - SETTLED_KEPT_FOR:
        return
    partition, requested = partition_of(whole.table), calls(None, loaded.table, attended=False)
    for after in range(0, whole.version, EVENTS_PER_ENTRY):
        types = tuple(read_line(line).type for line in whole.lines[after : after + EVENTS_PER_ENTRY])
        tables.store.bring_back(whole.table, FeedEntry(partition, "", whole.table, after + 1, after + len(types), types, requested))
