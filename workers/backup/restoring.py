"""Restores a backup into an empty place. Every step may be repeated, so a restore that was interrupted is simply run again.

Nothing in the store starts by itself: a restored table is announced in the feed, as if it had just changed, and the readers of the feed
find the announcements when the service starts.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from redis import Redis

from events.archive.marked_place import MarkedPlace
from events.names.erasures import Erasures
from events.projections.generations import Generations
from events.projections.rebuild import LeftOut, rebuild
from events.store.store import Store
from events.tables.opening import Tables
from events.timestamps import epoch_ms
from workers.backup.announcing import announce
from workers.backup.backups import Backup
from workers.backup.emptiness import Destination, NotEmpty
from workers.backup.families import family_of
from workers.backup.key_values import Keys, KeyValue
from workers.backup.making import Progress
from workers.backup.parts import has_file
from workers.backup.unwanted import Unwanted
from workers.calls.schedule import DUE_KEY, Call, Schedule
from workers.retention.erasing import erase_messages
from workers.retention.names_at_tables import NamesAtTables


class RestoreTarget(NamedTuple):
    """Where to restore: a store with a client of it and its tables, its lists and the place of its exports. `erasures` are the names that
    were erased, `names` erases them at tables.
    """

    client: Redis
    tables: Tables
    generations: Generations
    exports: MarkedPlace
    erasures: Erasures
    names: NamesAtTables

    @property
    def store(self) -> Store:
        return self.tables.store


class Restored(NamedTuple):
    """How many tables are in the store again, how many in the archive, and which of them are missing in the lists.

    `removed` were removed after the backup was made.
    """

    tables: int
    archived: int
    removed: Sequence[str]
    left_out: LeftOut


def restore(backup: Backup, target: RestoreTarget, progress: Progress) -> Restored:
    """Restore a backup that was checked. Raises `NotEmpty`, `StoreUnavailable`, `FileStoreUnusable`, `OSError`, and `BackupUnusable` if the
    backup has changed since.
    """
    return _Restoring(backup, target, progress).restored()


class _Restoring:
    """A restore in progress."""

    def __init__(self, backup: Backup, target: RestoreTarget, progress: Progress) -> None:
        self._backup, self._target, self._progress = backup, target, progress
        self._keys = Keys(target.client)
        self._unwanted = Unwanted(target.store)
        self._removed = list[str]()

    def restored(self) -> Restored:
        destination = Destination(self._target.client)
        destination.begin(self._backup.name)
        self._target.store.format_level()  # asked when there are tables, a new store would be at the oldest level
        self._write_late()
        stored = self._put_back_tables()
        self._write_files()
        self._write_early()
        self._erase_again()
        self._target.generations.end_rebuild()  # of an earlier restore that was killed: nobody else builds lists in this store
        left_out = rebuild(self._target.tables, self._target.generations, lambda done, of: self._progress("tables in the lists", done, of))
        destination.complete()
        return Restored(stored, len(self._target.store.archived_tables()), self._removed, left_out)

    def _write_late(self) -> None:
        """Write what may know more than the tables. The first of it says which tables and names are gone."""
        for merged in (True, False):
            for value in self._backup.keys("late"):
                if _is_merged(value) == merged and (rest := self._unwanted.rest_of(value)) is not None:
                    self._keys.write(rest, merge=merged)

    def _write_files(self) -> None:
        of = self._backup.manifest.count("files")
        for done, file in enumerate(self._backup.files(), 1):
            exports = self._target.exports.to_write()
            if file.name not in self._unwanted.files and not has_file(exports, *file):
                exports.write(file.name, self._backup.content(file))
            self._progress("files", done, of)

    def _put_back_tables(self) -> int:
        """Store the tables, and announce them. Returns how many."""
        of, stored, now_ms = self._backup.manifest.count("tables"), 0, epoch_ms(self._target.tables.now())
        for done, whole in enumerate(self._backup.tables(), 1):
            match self._target.store.put_back(whole, now_ms):
                case "stored":
                    stored += 1
                    announce(self._target.tables, whole)
                case "removed":
                    self._removed.append(whole.table)
                    self._unwanted.note(whole.table, whole.exports.values())
                case "exists":
                    raise NotEmpty(f"{whole.table} has gone on in this store: restore into an empty store")
            self._progress("tables", done, of)
        return stored

    def _erase_again(self) -> None:
        """Erase the names that the backup still has and that were erased, as far as it or the store knows."""
        if self._target.erasures.all():
            erases = self._target.erasures.erases()
            for _ in self._target.names.erase(lambda: erases, partial(self._progress, "tables without erased names")):
                pass
            erase_messages(self._target.client, erases)

    def _write_early(self) -> None:
        """Write what may be behind the tables, and schedule the calls for it."""
        schedule, at = Schedule(self._target.client), self._target.tables.now()
        for value in self._backup.keys("early"):
            if value.name != DUE_KEY:
                self._keys.write(value)
            for call in _calls(value):
                with suppress(ValueError):  # a foreign entry
                    schedule.request(call, at)


def _is_merged(value: KeyValue) -> bool:
    family = family_of(value.name)
    return family is not None and family.decision == "merged"


def _calls(value: KeyValue) -> Iterator[Call]:
    """The calls that a key asks for. One that was to be made later is made now and put off: its time may have been the end of a lease."""
    match value.name.split(":")[2:]:
        case ["calls"]:
            yield from (Call.read(name) for name, _ in value.pairs())
        case ["deliveries", webhook, "pending"]:
            yield from (Call("retry", (webhook, delivery.decode())) for delivery, _ in value.pairs())
        case ["waiting", webhook]:
            yield Call("backlog", (webhook,))
        case _:
            pass
