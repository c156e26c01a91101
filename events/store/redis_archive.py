"""The part of the Redis store that reads archived tables. Each stays as a stub; the rest is read from its file."""

from collections.abc import Sequence

from events.errors import BrokenLog, UnreadableNow
from events.store.event_store import StoredTable
from events.store.stub import ArchivedTables, Stub
from events.store.stubs import Stubs
from events.store.whole_table import WholeTable


class RedisArchive:
    """A base class of `events.store.redis_store.RedisStore`."""

    _stubs: Stubs
    _archive: ArchivedTables

    def archived_tables(self) -> Sequence[str]:
        return self._stubs.tables()

    def _load_archived(self, table: str, stub: bytes, key: str | None, beside: StoredTable) -> StoredTable:
        """An archived table as it would be loaded, given its stub and what the store holds of it. Raises `ArchiveUnreachable`."""
        if beside.damage is not None:
            return beside
        try:
            whole = self._archive.read(table, Stub.read(stub))
        except UnreadableNow:
            raise
        except BrokenLog as broken:
            return beside._replace(trouble=broken.why)
        record = whole.records.get(key) if key else None
        return beside._replace(version=whole.version, snapshot=whole.snapshot, idempotency_record=record, newest=whole.lines[-1])

    def _archived_whole(self, table: str) -> WholeTable | None:
        """An archived table; None if the table is not archived. Raises `BrokenLog`, `ArchiveUnreachable`, `StoreUnavailable`."""
        stub = self._stubs.find(table)
        return None if stub is None else self._archive.read(table, stub)
