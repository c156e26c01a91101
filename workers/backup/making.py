"""Makes a backup while the service runs. Each table is consistent in itself; what belongs to no table is read before or after the tables,
in the order that loses nothing (`workers.backup.families`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Final, NamedTuple, TypeAlias

import msgspec
from redis import Redis

from events.archive.marked_place import MarkedPlace
from events.errors import BrokenLog, UnreadableNow
from events.store.store import Store
from events.timestamps import stamp
from workers.backup.backups import FORMAT, MANIFEST, Backups, Kind, Manifest, name_at
from workers.backup.copying import EXPORTS, FileCopies, exported_files, stubs_in
from workers.backup.families import FAMILIES, Decision, Family
from workers.backup.key_values import Keys
from workers.backup.parts import BackupUnusable, PartWriter
from workers.backup.secret import SECRET, check_value, stored_secret

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what is being done, how many of it are done, and how many there are."""

KINDS: Final[Sequence[Kind]] = ("early", "tables", "late", "files")


class BackupSource(NamedTuple):
    """The service to back up: its store with a client of it, the place of its exports, and its secret if a setting names it."""

    client: Redis
    store: Store
    exports: MarkedPlace
    secret: bytes | None


class MadeBackup(NamedTuple):
    """A complete backup, with `archived` tables in the archive. What is not in it: `unknown` are keys of the store that no part of the
    service writes; `missing` is the number of exported files that were not there (they are made again on request).
    """

    name: str
    manifest: Manifest
    archived: int
    unknown: Sequence[str]
    missing: int


def make(source: BackupSource, backups: Backups, release: str, now: Callable[[], datetime], progress: Progress) -> MadeBackup:
    """Make a backup of a service that may run. Raises `StoreUnavailable`, `ArchiveUnreachable`, `FileStoreUnusable`, `OSError`, and
    `BackupUnusable` if the secret of the service is not known here, or the backups would be among the exports.
    """
    if source.exports.to_read().contains(backups.place):
        raise BackupUnusable("a backup among the exports is lost with them: name a folder outside the place of the exports")
    began = now()
    making = _Making(source, backups, name_at(began), progress)
    try:
        unknown = making.take_all()
        manifest = making.manifest(release, stamp(began), stamp(now()))
        backups.place.write(f"{making.name}/{MANIFEST}", msgspec.json.format(msgspec.json.encode(manifest)))
    except BaseException:
        with suppress(Exception):  # the place may not answer
            backups.delete(making.name)  # the next attempt needs the room
        raise
    return MadeBackup(making.name, manifest, making.archived, unknown, making.missing)


class _Making:
    """A backup in progress."""

    def __init__(self, source: BackupSource, backups: Backups, name: str, progress: Progress) -> None:
        self.name = name
        self.archived = self.missing = 0
        self._source, self._backups, self._progress = source, backups, progress
        self._keys = Keys(source.client)
        self._writers = {kind: PartWriter(backups.place, name, kind) for kind in KINDS}
        self._copies = FileCopies(source.exports, backups)
        self._taken, self._exports = set[str](), set[str]()
        self._damaged = dict[str, str]()
        self._secret = source.secret
        self._secret_inside = False

    def take_all(self) -> Sequence[str]:
        """Read everything. Returns the keys that are left out because no part of the service writes them."""
        store = self._source.store
        in_store, archived = {*store.tables()}, {*store.archived_tables()}  # in this order: a table may leave the store in between
        self._note_secret(needed=bool(in_store | archived))
        self._backups.begin(self.name)  # here it is found out early if nothing can be written there
        self._take_keys("early", _chosen(self._keys.by_family(), "early"))
        self._take_tables("tables", in_store - archived)
        in_store, found = {*store.tables()}, self._keys.by_family()
        stubs = self._take_keys("late", _chosen(found, "late", "merged"))
        self._take_tables("tables that have come since", (in_store | archived) - self._taken - stubs.keys())
        self._take_archived(stubs)
        return found.get(None, ())

    def manifest(self, release: str, began: str, completed: str) -> Manifest:
        """The manifest, after the last parts are written."""
        for writer in self._writers.values():
            writer.close()
        return Manifest(
            format=FORMAT,
            release=release,
            began=began,
            completed=completed,
            secret="" if self._secret is None else check_value(self._secret),
            secret_inside=self._secret_inside,
            parts={kind: writer.parts for kind, writer in self._writers.items()},
            damaged=self._damaged,
        )

    def _take_keys(self, kind: Kind, names: Sequence[str]) -> Mapping[str, str]:
        """Take keys one after the other: all of them may need much memory. Returns the stubs among them, as `stubs_in`."""
        stubs = dict[str, str]()
        for value in self._keys.read(names):
            self._writers[kind].write(value)
            stubs |= stubs_in([value])
        return stubs

    def _take_tables(self, what: str, tables: Iterable[str]) -> None:
        chosen = sorted(tables)
        for done, table in enumerate(chosen):
            self._progress(what, done, len(chosen))
            self._take_table(table)
        self._progress(what, len(chosen), len(chosen))

    def _take_table(self, table: str) -> None:
        """Take a table whole; of a damaged one its keys, as they are."""
        self._taken.add(table)
        try:
            whole = self._source.store.read_whole(table)
        except UnreadableNow:
            raise
        except BrokenLog as broken:
            self._damaged[table] = broken.why
            self._take_beside(table)
            return
        if whole is not None:  # else it was removed meanwhile
            self._writers["tables"].write(whole)
            self._exports.update(exported_files(table, whole.exports.values()))

    def _take_beside(self, table: str) -> None:
        """Take what the store has of a damaged or an archived table."""
        for value in self._keys.of_table(table):
            self._writers["late"].write(value)
            if value.name.endswith(EXPORTS):
                self._exports.update(exported_files(table, (export for _, export in value.pairs())))

    def _take_archived(self, stubs: Mapping[str, str]) -> None:
        """Take the files of archived tables, then those of exports. A table that has left the archive is taken from the store."""
        for done, (table, name) in enumerate(stubs.items()):
            self._progress("archived tables", done, len(stubs))
            self._take_beside(table)
            if self._take_file(name):
                self.archived += 1
            else:
                self._take_table(table)
        if stubs:
            self._progress("archived tables", len(stubs), len(stubs))
        for done, address in enumerate(sorted(self._exports)):
            self._progress("exported files", done, len(self._exports))
            self.missing += not self._take_file(address)
        self._progress("exported files", len(self._exports), len(self._exports))

    def _take_file(self, name: str) -> bool:
        file = self._copies.copy(name)
        if file is not None:
            self._writers["files"].write(file)
        return file is not None

    def _note_secret(self, *, needed: bool) -> None:
        stored = stored_secret(self._keys.read([SECRET]))
        self._secret = self._secret or stored
        self._secret_inside = self._secret == stored
        if self._secret is None and needed:
            raise BackupUnusable("the secret of the service is not in its store: set ROLLSTREAM_SECRET as the service has it")


def _chosen(found: Mapping[Family | None, Sequence[str]], *decisions: Decision) -> Sequence[str]:
    """The keys about which this was decided, in the order of their families."""
    return [name for family in FAMILIES if family.decision in decisions for name in found.get(family, ())]
