"""Brings back a table that was set aside, once its log is complete. The feed announces the table as if it had just changed."""

from events.damaged.damage import Damage
from events.errors import BrokenLog, TableUnknown
from events.store.event_store import FeedEntry
from events.tables.log_reader import Examined
from events.tables.opening import LoadedTable, Tables
from events.tables.recording import calls
from events.tables.reschedule import put_off


def bring_back(tables: Tables, table_id: str) -> bool:
    """Accept moves at the table again, after reading its whole log. False if the table was not set aside.

    The feed announces its newest events again, from the first open decision on, for the lists, built-in players and bots. Raises
    `BrokenLog` if the log is still damaged. Raises `TableUnknown`, and deletes the record of the damage, if nothing is stored of the table.
    """
    damage = tables.store.damage(table_id)
    try:
        found = tables.aside.examine(table_id)
    except TableUnknown:
        tables.store.bring_back(table_id, None)
        raise
    if damage is None:
        return False
    put_off(tables, _loaded(table_id, found))
    tables.store.bring_back(table_id, _announcement(tables, table_id, found))
    return True


def set_aside_by_hand(tables: Tables, table_id: str) -> bool:
    """Accept no more moves at the table. False if it is set aside already. Raises `TableUnknown`."""
    try:
        version, reason = tables.aside.examine(table_id).newest.version + 1, "set aside by hand"
    except BrokenLog as broken:
        version, reason = broken.version, broken.why
    return tables.aside.set_aside(table_id, Damage(version=version, reason=reason, found_at=tables.aside.stamp(), by="operator"))


def _announcement(tables: Tables, table_id: str, found: Examined) -> FeedEntry:
    table, last = found.table, found.newest.version
    first = min((table.decisions[seat] for seat in table.owing), default=last)
    types = tuple(recorded_event.recorded.type for recorded_event in tables.recorded_events(found.codec, table_id, first - 1, last))
    return FeedEntry(table_id[:3], "", table_id, first, last, types, calls(None, table, attended=False))


def _loaded(table_id: str, found: Examined) -> LoadedTable:
    return LoadedTable(table_id, found.codec, found.table, found.newest.hash, found.newest.at, None, None, ())
