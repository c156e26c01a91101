"""What is in a backup and does not come back: tables that the new place knows as removed, and their files."""

from collections.abc import Iterable, Sequence

from events.store.keys import archived_tables, is_table_id
from events.store.store import Store
from workers.backup.copying import ARCHIVED, EXPORTS, exported_files, stubs_in
from workers.backup.key_values import KeyValue

_DAMAGED = "}:damaged"


class Unwanted:
    """The removed tables of the store into which a backup is restored. `files` are the files of those that were met so far.

    Every method raises `StoreUnavailable`.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.files = set[str]()

    def rest_of(self, value: KeyValue) -> KeyValue | None:
        """The key without removed tables; None for a key of such a table."""
        table, fields = value.name.split(":")[2], value.values[::2]
        if is_table_id(table):
            return self._unless_removed(value, table)
        if ARCHIVED in value.name:
            return self._without_removed(value, archived_tables(value.name, fields))
        if value.name.endswith(_DAMAGED):
            return self._without_removed(value, [field.decode() for field in fields])
        return value

    def note(self, table: str, exports: Iterable[bytes]) -> None:
        """Note the files of a removed table."""
        self.files.update(exported_files(table, exports))

    def _unless_removed(self, value: KeyValue, table: str) -> KeyValue | None:
        if not self._store.was_removed(table):
            return value
        if value.name.endswith(EXPORTS):
            self.note(table, value.values[1::2])
        return None

    def _without_removed(self, value: KeyValue, tables: Sequence[str]) -> KeyValue:
        """The hash without the fields of removed tables, given the table of each field."""
        kept, files = list[bytes](), stubs_in([value])
        for table, pair in zip(tables, value.pairs(), strict=True):
            if not self._store.was_removed(table):
                kept += pair
            elif table in files:
                self.files.add(files[table])
        return value._replace(values=kept)
