"""The backups at a place: one folder each, complete as soon as it has a manifest, and the files that several share."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from events.archive.place import Place
from events.store.whole_table import WholeTable
from events.timestamps import stamp
from workers.backup.key_values import KeyValue
from workers.backup.parts import BackupPart, BackupUnusable, PartReader, read_checked

FORMAT: Final = 1
"""The form of backups that this release writes, and the newest that it reads."""

SHARED: Final = "files"
"""The folder of exported files and files of the archive. They never change, so each is copied once."""

MANIFEST: Final = "manifest.json"

BEGUN: Final = "begun"
"""The first file of a backup, which is empty: the others come late, and a running backup must be seen at once."""

Kind: TypeAlias = Literal["early", "tables", "late", "files"]
"""What a part contains: keys that were read before the tables, whole tables, keys that were read after them, or a list of files."""

_NAME: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}-[0-9]{2}-[0-9]{2}\.[0-9]{3}Z")

R = TypeVar("R")


def name_at(at: datetime) -> str:
    """The name of a backup that begins at this time. Names are in the order of times."""
    return stamp(at).replace(":", "-")


class StoredFile(NamedTuple):
    """A file at the place of the exports: its name there, its bytes and their SHA-256."""

    name: str
    size: int
    sha256: str


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a backup consists of. It is written last.

    `release` made it, from `began` to `completed` (UTC, ms). `secret` is a digest that only the service's secret gives; `secret_inside`
    says whether the backup contains that secret. `damaged` are tables that could not be read, and why: their keys are there as they were.
    """

    format: int
    release: str
    began: str
    completed: str
    secret: str
    secret_inside: bool
    parts: Mapping[Kind, Sequence[BackupPart]]
    damaged: Mapping[str, str]

    def count(self, kind: Kind) -> int:
        """How many records of a kind there are."""
        return sum(part.records for part in self.parts[kind])


class _Format(msgspec.Struct):
    format: int
    release: str = "another release"


class Backups:
    """All backups at one place."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def complete(self) -> Sequence[str]:
        """The names of complete backups, the oldest first. Raises `OSError`."""
        return sorted(name for name, files in self._folders().items() if MANIFEST in files)

    def incomplete(self) -> Sequence[str]:
        """The names of backups that run or were interrupted, the oldest first. Raises `OSError`."""
        return sorted(name for name, files in self._folders().items() if MANIFEST not in files)

    def open(self, name: str | None = None) -> "Backup":
        """A complete backup: the one of this name, or the newest. Raises `BackupUnusable`, `OSError`."""
        complete, incomplete = self.complete(), self.incomplete()
        if name in incomplete:
            raise BackupUnusable(f"{name} is not complete: it was interrupted")
        if not complete and incomplete:
            raise BackupUnusable(f"there is no complete backup at {self.place}; {', '.join(incomplete)}: not complete")
        if not complete or (name is not None and name not in complete):
            raise BackupUnusable(f"there is no backup {'' if name is None else f'{name} '}at {self.place}{self._hint()}")
        return Backup(self.place, name or complete[-1])

    def begin(self, name: str) -> None:
        """Let others see that this backup runs. Raises `OSError`."""
        self.place.write(f"{name}/{BEGUN}", b"")

    def delete(self, name: str) -> None:
        """Delete a backup, its manifest first: what is left of an interrupted deletion is no backup. Raises `OSError`."""
        for file in sorted(self._folders().get(name, ()), key=lambda file: file != MANIFEST):
            self.place.remove(f"{name}/{file}")
        self.place.remove_folder(name)

    def _hint(self) -> str:
        """What to do if the place is not that of the backups but the folder of one of them."""
        one = self.place.name
        if not _NAME.fullmatch(one) or self.place.size(MANIFEST) is None:
            return ""
        return f": it is one of the backups. Name the folder that contains it; to choose one: --at {one}"

    def _folders(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for path in self.place.sizes(""):
            folder, _, name = path.partition("/")
            if name and _NAME.fullmatch(folder):
                found.setdefault(folder, []).append(name)
        return found


class Backup:
    """A complete backup. Every method raises `BackupUnusable` for a damaged or missing file, and `OSError`."""

    def __init__(self, place: Place, name: str) -> None:
        self.name = name
        self._place = place
        self.manifest = _read_manifest(f"{name}/{MANIFEST}", place.read(f"{name}/{MANIFEST}"))

    def keys(self, kind: Literal["early", "late"]) -> Iterator[KeyValue]:
        """The keys that were read before the tables, or after them."""
        return self._records(kind, KeyValue)

    def tables(self) -> Iterator[WholeTable]:
        return self._records("tables", WholeTable)

    def files(self) -> Iterator[StoredFile]:
        return self._records("files", StoredFile)

    def content(self, file: StoredFile) -> bytes:
        """What is in a file."""
        return read_checked(self._place, f"{SHARED}/{file.name}", file.size, file.sha256)

    def _records(self, kind: Kind, record: type[R]) -> Iterator[R]:
        reader = PartReader(self._place, self.name, record)
        for part in self.manifest.parts[kind]:
            yield from reader.read(part)


def _read_manifest(name: str, data: bytes) -> Manifest:
    try:
        known = msgspec.json.decode(data, type=_Format)
        if known.format > FORMAT:
            raise BackupUnusable(f"{name} has format {known.format}, made by {known.release}: this release reads formats up to {FORMAT}")
        return msgspec.json.decode(data, type=Manifest)
    except msgspec.DecodeError as error:
        raise BackupUnusable(f"{name} is damaged: {error}") from error
