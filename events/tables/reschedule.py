"""Due times anew from the logs, should they have been lost: without them no clock runs out and nobody looks after built-in players."""

from contextlib import suppress

from events.errors import BrokenLog, TableUnknown
from events.tables.due import due_time
from events.tables.idleness import last_act
from events.tables.opening import LoadedTable, Tables
from events.tables.rematching import CREATED, gathering, is_awaited


def put_off(tables: Tables, opened: LoadedTable) -> None:
    """Make the table due when its log says so, unless it has moved on; opened with the key `CREATED`, a rematch also by its start.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    due = due_time(opened.table, last_act(tables, opened))
    if is_awaited(opened, tables.now()) and (expected := gathering(opened)):
        due = expected.starts  # its patience counts from there
    tables.store.postpone(opened.id, opened.table.version, due)


def reschedule(tables: Tables) -> None:
    """Make every table due when its log says so, except those that cannot be read; games go on meanwhile. Raises `StoreUnavailable`."""
    for table_id in {*tables.store.tables()}:
        with suppress(BrokenLog, TableUnknown):  # who is set aside is not due, and of a newer one a newer build says when
            put_off(tables, tables.open(table_id, CREATED))
