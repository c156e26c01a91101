"""The archive: one file for each table, at the place of the exports. What was read stays in a small cache of the process."""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Final

from events.archive.marked_place import MARKER, MarkedPlace, PlaceId
from events.archive.place import FileStoreUnusable, Place
from events.archive.table_file import read_file, write_file
from events.errors import ArchiveUnreachable, BrokenLog
from events.store.event_store import Snapshot, StoreUnavailable
from events.store.stub import Stub, file_name
from events.store.whole_table import WholeTable

FOLDER: Final = "archive"
"""The folder of the archive at the place of the exports. It has one folder for each partition."""

MOST_CACHED_BYTES: Final = 16_000_000
"""The most bytes of events in the cache of a process."""


class Archive:
    """The files of archived tables. Many processes and threads may use it at once."""

    def __init__(self, place: MarkedPlace, most_cached: int = MOST_CACHED_BYTES) -> None:
        self._place = place
        self._cache = _Cache(most_cached)

    def read(self, table: str, stub: Stub) -> WholeTable:
        """The archived table of a stub. Raises `BrokenLog` for a damaged or missing file, and `ArchiveUnreachable`."""
        name = file_name(table, stub.token)
        whole = self._cache.find(name)
        if whole is None:
            whole = self.find(name)
            if whole is None:
                raise BrokenLog("its file in the archive is missing", table, 1)
            self._cache.store(name, whole)
        return whole

    def find(self, name: str) -> WholeTable | None:
        """The table in a file; None if there is no such file. Raises `BrokenLog` for a damaged one, and `ArchiveUnreachable`."""
        table = name.partition(".")[0]
        with _reaching(table):
            try:
                content = self._place.to_read().read(path_of(name))
            except FileNotFoundError as error:
                if not self._place.check():
                    raise FileStoreUnusable(f"no archive is at the place of the exports: it has no {MARKER}") from error
                return None
        return read_file(content, table)

    def keep_snapshot(self, table: str, stub: Stub, snapshot: Snapshot) -> None:
        """Keep a snapshot in the cache: a newer build cannot use that of the file, and makes its own once in each process."""
        self._cache.keep_snapshot(file_name(table, stub.token), snapshot)

    def write(self, whole: WholeTable, token: str) -> WholeTable:
        """Write the table's file, also again. Returns the table as its file gives it back.

        Raises `BrokenLog` if it differs from what was written, and `ArchiveUnreachable`.
        """
        name, data = file_name(whole.table, token), write_file(whole)
        with _reaching(whole.table, "cannot be written"):
            place = self._place.to_write()
            place.write(path_of(name), data)
            self._cache.drop(name)
            stored = read_file(place.read(path_of(name)), whole.table)
        if stored != whole._replace(lines=[*whole.lines], due=None, forks={}, rematch=None, exports={}, erasures=0):
            raise BrokenLog("its file in the archive does not give it back as it was", whole.table)
        return stored

    def size(self, name: str) -> int:
        """Bytes of a file; 0 if it does not exist. Raises `ArchiveUnreachable`."""
        with _reaching(name.partition(".")[0]):
            return self._place.to_read().size(path_of(name)) or 0

    def check(self) -> None:
        """Raises `ArchiveUnreachable` if the place does not answer, or is not the right one."""
        with _reaching(""):
            self._place.check()

    def remove(self, name: str) -> None:
        """Delete a file, if it exists. Raises `ArchiveUnreachable`, also if neither the file nor the archive is there."""
        with _reaching(name.partition(".")[0]):
            self._place.remove(path_of(name))


@contextmanager
def _reaching(table: str, why: str = "does not answer") -> Iterator[None]:
    try:
        yield
    except (BrokenLog, StoreUnavailable):
        raise
    except FileStoreUnusable as error:
        raise ArchiveUnreachable(str(error), table) from error
    except Exception as error:  # each kind of bucket raises errors of its own
        raise ArchiveUnreachable(f"the archive {why}: {error}", table) from error


def archive_at(url: str, place_id: PlaceId) -> Archive:
    """The archive at the place of the exports, which is opened at the first use."""
    return Archive(MarkedPlace(cache(partial(Place, url)), place_id))


def path_of(name: str) -> str:
    """Where a file of the archive is at the place of the exports."""
    return f"{FOLDER}/{name[:3]}/{name}.zst"


class _Cache:
    """The tables that were read last. A file that a stub names never changes, so none is ever too old."""

    def __init__(self, most_bytes: int) -> None:
        self._lock = threading.Lock()
        self._most_bytes = most_bytes
        self._bytes = 0
        self._tables: OrderedDict[str, WholeTable] = OrderedDict()

    def find(self, name: str) -> WholeTable | None:
        with self._lock:
            if name in self._tables:
                self._tables.move_to_end(name)
            return self._tables.get(name)

    def keep_snapshot(self, name: str, snapshot: Snapshot) -> None:
        with self._lock:
            whole = self._tables.get(name)
            if whole is not None and whole.version == snapshot.version:
                self._tables[name] = whole._replace(snapshot=snapshot)

    def drop(self, name: str) -> None:
        with self._lock:
            self._drop(name)

    def store(self, name: str, whole: WholeTable) -> None:
        with self._lock:
            self._drop(name)
            self._bytes += _size(whole)
            self._tables[name] = whole
            while self._bytes > self._most_bytes:
                self._drop(next(iter(self._tables)))

    def _drop(self, name: str) -> None:
        if name in self._tables:
            self._bytes -= _size(self._tables.pop(name))


def _size(whole: WholeTable) -> int:
    return sum(map(len, whole.lines))
