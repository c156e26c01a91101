"""The part of the store in memory that reads tables as data and puts them back."""

from events.store.memory_data import MemoryData
from events.store.whole_table import PutBack, WholeTable


class MemoryWholeTables(MemoryData):
    """A base class of `events.store.memory_store.MemoryStore`; the methods are those of `Store`."""

    def read_whole(self, table: str) -> WholeTable | None:
        with self._changed:
            if table in self._aside:
                raise self._aside[table].error(table)
            stored = self._stored[table]
            snapshot = stored.snapshot if stored.fits(stored.snapshot) else None
            return (
                WholeTable(
                    table,
                    tuple(stored.lines),
                    snapshot if snapshot and snapshot.version == len(stored.lines) else None,
                    {**stored.known},
                    stored.secret,
                    stored.receipts,
                    stored.creator,
                    self._due.get(table),
                    {**stored.forks},
                    stored.rematch,
                    {**stored.exports},
                    stored.erasures,
                )
                if stored.lines
                else None
            )

    def put_back(self, whole: WholeTable, now_ms: int) -> PutBack:
        with self._changed:
            if whole.table in self._removed:
                return "removed"
            stored = self._stored[whole.table]
            if stored.lines or stored.known:
                return "stored" if [*whole.lines] == stored.lines else "exists"
            stored.lines, stored.snapshot, stored.known = [*whole.lines], whole.snapshot, {**whole.records}
            stored.secret, stored.receipts, stored.creator = whole.secret, whole.receipts, whole.creator
            stored.forks, stored.rematch, stored.exports = {**whole.forks}, whole.rematch, {**whole.exports}
            self._set_due(whole.table, whole.due)
            return "stored"
