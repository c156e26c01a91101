"""Due times anew from the logs, should they have been lost: without them no clock runs out and nobody looks after built-in players."""

from collections.abc import Collection

from events.due import due_time
from events.idleness import last_act
from events.opening import Opened, Tables


def put_off(tables: Tables, opened: Opened) -> None:
    """Make the table due when its log says so, unless it has moved on. Raises `BrokenLog`, `StoreUnavailable`."""
    tables.store.postpone(opened.id, opened.table.version, due_time(opened.table, last_act(tables, opened)))


def reschedule(tables: Tables, without: Collection[str] = ()) -> None:
    """Make every table due when its log says so, except those in `without`; games go on meanwhile.

    Raises `BrokenLog`, `StoreUnavailable`.
    """
    for table_id in {*tables.store.tables()} - {*without}:
        put_off(tables, tables.open(table_id))
