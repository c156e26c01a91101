"""Detects damaged tables and sets them aside: the first reader that finds the damage records it for all (ADR 29)."""

import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Final

from events.damaged.damage import Damage
from events.errors import BrokenLog, TableUnknown, UnreadableNow
from events.store.event_store import StoredTable, StoreUnavailable
from events.store.keys import is_table_id
from events.store.store import Store
from events.tables.codec import Codec
from events.tables.log_reader import Examined, examine
from events.timestamps import epoch_ms, stamp

log = logging.getLogger(__name__)

MOST_EXAMINATIONS: Final = 10
"""How often a log that changes meanwhile is read."""


class LogMoved(StoreUnavailable, BrokenLog):
    """A log was not what the reader expected, but it is complete: a fail-over has reset it. The reader starts again."""


class Aside:
    """The damaged tables of one store. Every method raises `StoreUnavailable`."""

    def __init__(self, store: Store, codecs: Mapping[str, Codec], now: Callable[[], datetime]) -> None:
        self._store = store
        self._codecs = codecs
        self._now = now

    def examine(self, table_id: str) -> Examined:
        """Read the whole log of the table, even if the table is set aside. Raises `BrokenLog`, `UnreadableNow`, `TableUnknown`,
        `StoreUnavailable`.

        A log that changes meanwhile is read again: an append or a fail-over between two reads is no damage.
        """
        for _ in range(MOST_EXAMINATIONS):
            stored = self._load(table_id)
            try:
                return examine(self._store, self._codecs, table_id, stored)
            except BrokenLog:
                if self._load(table_id)._replace(connected=stored.connected) == stored:
                    raise
        raise StoreUnavailable(f"{table_id} changes each time that its log is read")

    def found(self, table_id: str, broken: BrokenLog) -> Exception:
        """The error to raise for a log that could not be read as expected. If the log is damaged, sets the table aside.

        Reads the log again first: a fail-over may have reset it to an earlier version, which is no damage.
        """
        if isinstance(broken, UnreadableNow):
            return type(broken)(broken.why, table_id, broken.version)
        known = self._store.damage(table_id)
        if known is not None:
            return known.error(table_id)
        try:
            self.examine(table_id)
        except UnreadableNow as waits:
            return type(waits)(waits.why, table_id, waits.version)
        except BrokenLog as damaged:
            damage = Damage(version=damaged.version, reason=damaged.why, found_at=self.stamp())
            with suppress(StoreUnavailable):  # a store that accepts no writes can still be read
                self.set_aside(table_id, damage)
            return damage.error(table_id)
        except TableUnknown as unknown:
            return unknown
        return LogMoved(f"has changed while it was read, and is whole: {broken.why}", table_id, broken.version)

    def lost(self, table_id: str, version: int) -> None:
        """Set a table aside if its log no longer contains this version, which the feed has announced."""
        stored = self._load(table_id)
        if stored.damage is None and stored.version < version and not self._store.was_removed(table_id):
            reason = f"the feed tells of version {version}, and its log ends with {stored.version}"
            self.set_aside(table_id, Damage(version=stored.version + 1, reason=reason, found_at=self.stamp()))

    def set_aside(self, table_id: str, damage: Damage) -> bool:
        """Accept no more moves at the table, and log it. False if it was set aside already."""
        damage = damage.printable()
        new = self._store.set_aside(table_id, damage)
        if new:
            details = {"table": table_id, "version": damage.version, "reason": damage.reason}
            log.error("table %s is set aside from version %d on", table_id, damage.version, extra=details)
        return new

    def stamp(self) -> str:
        """The current time as text."""
        return stamp(self._now())

    def _load(self, table_id: str) -> StoredTable:
        if not is_table_id(table_id):
            raise TableUnknown(table_id)
        return self._store.load(table_id, None, epoch_ms(self._now()))
