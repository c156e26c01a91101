"""Rebuilds due times from the logs after a loss. Without due times, no clock runs out and no job restarts built-in players."""

from contextlib import suppress

from events.errors import BrokenLog, TableUnknown
from events.tables.due import due_time
from events.tables.idleness import last_act
from events.tables.opening import LoadedTable, Tables
from events.tables.rematching import REMATCH_KEY, gathering, is_awaited


def put_off(tables: Tables, loaded: LoadedTable) -> None:
    """Make the table due at the time that its log gives, unless it has moved on. It must be loaded with the key `REMATCH_KEY`; a rematch is
    also due at its start.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    due = due_time(loaded.table, last_act(tables, loaded))
    if is_awaited(loaded, tables.now()) and (expected := gathering(loaded)):
        due = expected.starts  # its inactivity limit counts from there
    tables.store.postpone(loaded.id, loaded.table.version, due)


def reschedule(tables: Tables) -> None:
    """Make every readable table due at the time that its log gives. Games continue meanwhile. Raises `StoreUnavailable`."""
    for table_id in {*tables.store.tables()}:
        with suppress(BrokenLog, TableUnknown):  # a damaged table is not due; a newer build reschedules a newer log
            put_off(tables, tables.open(table_id, REMATCH_KEY))
