"""Erases names at the tables of a service, in the store and in the archive, with the files that were made of them."""

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from redis import Redis

from events.archive.archiving import Archiving
from events.errors import ArchiveUnreachable, BrokenLog, TableUnknown
from events.names.erasing import ErasedNames, Erases, erase_at, standing_names, without_names
from events.tables.opening import Tables
from workers.exports.exported import Exported

TABLES_PER_STEP: Final = 100
"""Tables between two calls about progress."""

Progress = Callable[[int, int], None]
"""A callback with the number of tables that were examined, and the number of all tables."""


class NamesAtTables(NamedTuple):
    """The tables and what was made of them.

    `remove_file(address)` deletes an exported file, `forget_export(table, kind)` what the queue knows of it.
    """

    client: Redis
    tables: Tables
    archiving: Archiving
    remove_file: Callable[[str], object]
    forget_export: Callable[[str, str], object]

    def standing(self, erases: Erases) -> Iterator[str]:
        """The tables with a name that would be erased. Raises `StoreUnavailable`, `ArchiveUnreachable`."""
        return (table for table in self._all() if standing_names(self.tables.store, table, erases))

    def erase(self, erases: Callable[[], Erases], progress: Progress) -> Iterator[tuple[str, ErasedNames]]:
        """Erase names at all tables; yields what was erased at each. Also at those that are created meanwhile: a fork or a rematch copies
        names.

        Raises `StoreUnavailable`, `ArchiveUnreachable`, `OSError`, `FileStoreUnusable`.
        """
        seen = set[str]()
        while new := [table for table in self._all() if table not in seen]:
            wanted = erases()
            for number, table in enumerate(new, 1):
                yield table, self.erase_at(table, wanted)
                if number % TABLES_PER_STEP == 0 or number == len(new):
                    progress(number + len(seen), len(new) + len(seen))
            seen.update(new)
        self.erase_in_loose_files(erases())

    def erase_in_loose_files(self, erases: Erases) -> None:
        """Erase names in files of the archive that belong to no table any more, and are deleted only later. Raises as `erase` does."""
        self.archiving.rewrite_loose(lambda whole: without_names(whole, erases))

    def erase_at(self, table: str, erases: Erases) -> ErasedNames:
        """Erase names at one table, and delete the files that were made of it before.

        The files are deleted of every table that lacks a name, or may have one that cannot be read: an earlier call may have been
        interrupted before it came to them. They are made again when they are requested. Raises as `erase` does.
        """
        erased = self._erased(table, erases)
        if erased.any or not erased.complete:
            exported = Exported(self.client)
            for kind, export in exported.all(table).items():
                self.remove_file(export.address)
                exported.delete(table, kind)
                self.forget_export(table, kind)
        return erased

    def _erased(self, table: str, erases: Erases) -> ErasedNames:
        """Erase in the log. That of an archived table is in the store meanwhile; its old file is deleted like that of a restored table.

        One that cannot be brought back whole keeps its names until it is repaired: others do not wait for it.
        """
        try:
            was_archived = self._brought_back(table, erases)
            erased = erase_at(self.tables.store, table, erases)
            if was_archived:
                self.archiving.archive(table)
        except ArchiveUnreachable:
            raise
        except BrokenLog:
            return ErasedNames(0, any=False, complete=False)
        except TableUnknown:  # it was removed just now
            return ErasedNames(0, any=False)
        return erased

    def _brought_back(self, table: str, erases: Erases) -> bool:
        """Bring an archived table with such a name back into the store. False if it is in the store, or has none. Raises as `restore`."""
        was_archived = False
        while standing_names(self.tables.store, table, erases) and self.archiving.restore(table):
            was_archived = True
        return was_archived

    def _all(self) -> list[str]:
        """All tables, each once, also if it is archived while they are listed."""
        return [*dict.fromkeys([*self.tables.store.tables(), *self.tables.store.archived_tables()])]
