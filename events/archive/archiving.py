"""The steps by which a finished table leaves the store for the archive, and comes back (ADR 73).

A process may die after each step: until the store lets a table go, it serves the table; from then on, the file does. A file that no stub
names is noted as loose before it is written, and deleted later.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final

from events.archive.archive import Archive
from events.errors import BrokenLog, TableUnknown, UnreadableNow
from events.fairness.receipts import read
from events.store.stub import TOKEN_BYTES, Stub, file_name
from events.store.stubs import Stubs
from events.store.whole_table import WholeTable
from events.tables.log_reader import linked, read_events, replay
from events.tables.opening import Tables
from events.timestamps import epoch_ms
from rules.table_state import Table

ARCHIVED_FROM: Final = 2
"""The format level since which tables are archived."""

LOOSE_FOR: Final = timedelta(hours=1)
"""How long a file that no stub names is kept: longer than a process needs to archive a table, and than a store that is killed loses."""


class Archiving:
    """Moves tables between one store and its archive. Every method raises `StoreUnavailable` and `ArchiveUnreachable`."""

    def __init__(self, tables: Tables, stubs: Stubs, archive: Archive, entropy: Callable[[int], bytes]) -> None:
        """`stubs` are those of the store of `tables`. `entropy(n)` returns n random bytes, for the names of files."""
        self._tables, self._stubs, self._archive = tables, stubs, archive
        self._entropy = entropy

    def archive(self, table_id: str) -> bool:
        """Move a finished table to the archive. False if it is not finished, archived already, or changes meanwhile.

        False also if processes of an older release may run, which do not find archived tables. Raises `TableUnknown`, and `BrokenLog` if
        the table cannot be read, or cannot be read back.
        """
        if self._tables.store.format_level() < ARCHIVED_FROM:
            return False
        if self._tables.open(table_id).table.status != "finished" or self._stubs.find(table_id) is not None:
            return False
        whole = self._tables.store.read_whole(table_id)
        if whole is None:
            return False
        token = self._entropy(TOKEN_BYTES).hex()
        name = file_name(table_id, token)
        self._stubs.hold_file(name, epoch_ms(self._tables.now()))
        table, ended_at = self._examined(self._archive.write(whole, token))
        reason = "" if table.outcome is None else table.outcome.reason
        archived = self._stubs.let_go(whole, Stub(whole.version, token, epoch_ms(ended_at) // 1000, reason, whole.creator))
        if archived:
            self._stubs.note_archived(self._archive.size(name), epoch_ms(self._tables.now()))
        else:
            self.delete(name)
        return archived

    def restore(self, table_id: str) -> bool:
        """Put an archived table back into the store; its file is deleted later. False if it is not archived.

        Raises `TableUnknown`, and `BrokenLog` if its file is damaged.
        """
        whole = self._read(table_id)
        return whole is not None and self._tables.store.put_back(whole, epoch_ms(self._tables.now())) == "stored"

    def check(self, table_id: str) -> bool:
        """Read the file of an archived table from the first event to the last. False if it is not archived.

        Raises `TableUnknown`, and `BrokenLog` if its file is damaged.
        """
        return self._read(table_id) is not None

    def delete(self, name: str) -> None:
        """Delete a file that no stub names."""
        self._archive.remove(name)
        self._stubs.forget_file(name)

    def rewrite_loose(self, change: Callable[[WholeTable], WholeTable | None]) -> None:
        """Give the files that no stub names another content (`change` returns None: the same), because names are erased.

        They are not deleted yet: a store that loses its newest writes may name them again. Nobody needs a damaged one.
        """
        for name in self._stubs.loose_files():
            table, _, token = name.partition(".")
            try:
                whole = self._archive.find(name)
                changed = None if whole is None else change(whole)
                if changed is not None:
                    self._archive.write(changed, token)
            except UnreadableNow:
                raise
            except BrokenLog:
                self._archive.remove(name)
            if not self._is_known(table, name):
                self._archive.remove(name)

    def delete_loose(self) -> int:
        """Delete the files of interrupted steps and of restored tables. Returns how many."""
        names = self._stubs.take_loose_files(epoch_ms(self._tables.now() - LOOSE_FOR))
        for name in names:
            self.delete(name)
        return len(names)

    def _is_known(self, table: str, name: str) -> bool:
        """Whether a stub names the file, or it is still to be deleted. If not, another process has just deleted it."""
        stub = self._stubs.find(table)
        return name in self._stubs.loose_files() or (stub is not None and file_name(table, stub.token) == name)

    def _read(self, table_id: str) -> WholeTable | None:
        """An archived table, with all events checked; None if it is not archived. Raises `TableUnknown`, `BrokenLog`."""
        if self._stubs.find(table_id) is None:
            if not self._tables.exists(table_id):
                raise TableUnknown(table_id)
            return None
        whole = self._tables.store.read_whole(table_id)
        if whole is None:  # it was removed just now
            raise TableUnknown(table_id)
        self._examined(whole)
        return whole

    def _examined(self, whole: WholeTable) -> tuple[Table[Any], str]:
        """The state after all events, each checked, and the time of the last one. Raises `BrokenLog`."""
        events = [*linked(read_events(self._tables.codec_of(whole.table), whole.lines, 0, whole.table))]
        newest = events[-1].recorded
        finished = read(whole.receipts, whole.table).finished
        if finished is not None and (finished.version, finished.head) != (newest.version, newest.hash):
            raise BrokenLog("the receipt of its end is that of another event", whole.table, newest.version)
        _, table = replay(self._tables.codec_of(whole.table), events)
        return table, newest.at
