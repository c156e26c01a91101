"""Copies of files that never change: exports and the files of the archive. Backups at one place share them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from events.archive.archive import path_of
from events.archive.marked_place import MarkedPlace
from events.store.keys import TABLE_ID, archived_tables
from events.store.stub import Stub, file_name
from workers.backup.backups import SHARED, Backups, StoredFile
from workers.backup.key_values import KeyValue
from workers.backup.parts import BackupUnusable, has_file, sha256
from workers.exports.exported import read_export

ARCHIVED: Final = ":archived:"
"""What names of hashes of stubs have in the middle."""

EXPORTS: Final = ":exports"
"""How names of hashes of exports end."""

_NAME: Final = re.compile(rf"[0-9a-f]{{64}}\.[a-z]{{1,10}}|archive/p[01][0-9]/{TABLE_ID}\.[0-9a-f]+\.zst")


class FileCopies:
    """Copies files into a place of backups. A file that the newest backup has, undamaged, is not copied again."""

    def __init__(self, exports: MarkedPlace, backups: Backups) -> None:
        self._exports, self._backups, self._place = exports, backups, backups.place

    @cached_property
    def _known(self) -> Mapping[str, StoredFile]:
        """The files of the newest backup. Looked up when this one has begun, from when on others delete none of them."""
        return {file.name: file for file in _of_newest(self._backups)}

    def copy(self, name: str) -> StoredFile | None:
        """Copy a file, unless it is there. None if there is no such file. Raises `OSError`, and `FileStoreUnusable` if the place of the
        exports is away.
        """
        if not is_file(name):
            return None
        known = self._known.get(name)
        if known is not None and has_file(self._place, f"{SHARED}/{name}", known.size, known.sha256):
            return known
        try:
            data = self._exports.to_read().read(name)
        except FileNotFoundError:
            self._exports.check()
            return None
        file = StoredFile(name, len(data), sha256(data))
        self._place.write(f"{SHARED}/{name}", data)
        return file


def is_file(name: str) -> bool:
    """Whether a file of exports or of the archive has such a name."""
    return _NAME.fullmatch(name) is not None


def stubs_in(keys: Iterable[KeyValue]) -> Mapping[str, str]:
    """The archived tables among these keys of a store, with the names of their files."""
    found = {}
    for value in keys:
        if ARCHIVED in value.name:
            fields, stubs = value.values[::2], value.values[1::2]
            for table, stub in zip(archived_tables(value.name, fields), stubs, strict=True):
                found[table] = path_of(file_name(table, Stub.read(stub).token))
    return found


def exported_files(table: str, exports: Iterable[bytes]) -> Iterator[str]:
    """The files of a table's exports."""
    yield from (export.address for stored in exports if (export := read_export(stored, table)) is not None)


def _of_newest(backups: Backups) -> Iterator[StoredFile]:
    """The files of the newest complete backup; none if it cannot be read: then every file is copied again."""
    try:
        yield from backups.open().files()
    except BackupUnusable:
        return
