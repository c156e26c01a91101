"""The files that a backup consists of: records of one kind, compressed, each file with a checksum."""

import hashlib
from collections.abc import Iterator
from typing import Any, Final, Generic, TypeVar

import msgspec
import zstandard

from events.archive.place import Place

PART_BYTES: Final = 16_000_000
"""Bytes of records after which a part is complete. A part is held in memory."""

MOST_PART_BYTES: Final = 2**30
"""The most bytes of a part's records: one record may be longer than `PART_BYTES`. A file that declares more is refused unread."""

_LENGTH_BYTES: Final = 4
_encode = msgspec.msgpack.Encoder().encode

R = TypeVar("R")


class BackupUnusable(Exception):
    """A backup cannot be used: it is incomplete, damaged, or for another release or service. The message says why."""


class BackupPart(msgspec.Struct, frozen=True):
    """A file of a backup: its name in the backup's folder, its bytes, their SHA-256, and how many records it contains."""

    name: str
    size: int
    sha256: str
    records: int


class PartWriter:
    """Writes records of one kind into parts of a backup. `parts` are those that are complete."""

    def __init__(self, place: Place, folder: str, kind: str) -> None:
        self.parts: list[BackupPart] = []
        self._place, self._folder, self._kind = place, folder, kind
        self._waiting, self._bytes = list[bytes](), 0

    def write(self, record: Any) -> None:
        """Add a record. Raises as `close` does."""
        encoded = _encode(record)
        self._waiting += [len(encoded).to_bytes(_LENGTH_BYTES, "big"), encoded]
        self._bytes += len(encoded)
        if self._bytes >= PART_BYTES:
            self.close()

    def close(self) -> None:
        """Complete the last part. Raises `OSError`, and `BackupUnusable` if it is too large to be read again."""
        if not self._waiting:
            return
        content = b"".join(self._waiting)
        if len(content) > MOST_PART_BYTES:
            raise BackupUnusable(f"a part of {self._kind} would have more than {MOST_PART_BYTES} bytes, which no restore reads")
        data = zstandard.compress(content)
        part = BackupPart(f"{self._kind}-{len(self.parts) + 1:05d}.zst", len(data), sha256(data), len(self._waiting) // 2)
        self._place.write(f"{self._folder}/{part.name}", data)
        self.parts.append(part)
        self._waiting, self._bytes = [], 0


class PartReader(Generic[R]):
    """Reads the records of parts."""

    def __init__(self, place: Place, folder: str, kind: type[R]) -> None:
        self._place, self._folder = place, folder
        self._decode = msgspec.msgpack.Decoder(kind).decode

    def read(self, part: BackupPart) -> Iterator[R]:
        """The records of a part, after a check of the whole file. Raises `BackupUnusable`, `OSError`."""
        data = read_checked(self._place, f"{self._folder}/{part.name}", part.size, part.sha256)
        content, at, count = self._decompressed(part, data), 0, 0
        while at < len(content):
            start = at + _LENGTH_BYTES
            at = start + int.from_bytes(content[at:start], "big")
            yield self._decoded(part, content[start:at])
            count += 1
        if count != part.records:
            raise BackupUnusable(f"{self._folder}/{part.name} has {count} records instead of {part.records}")

    def _decompressed(self, part: BackupPart, data: bytes) -> bytes:
        try:
            if zstandard.frame_content_size(data) > MOST_PART_BYTES:
                raise BackupUnusable(f"{self._folder}/{part.name} declares more than {MOST_PART_BYTES} bytes")
            return zstandard.decompress(data)
        except zstandard.ZstdError as error:
            raise BackupUnusable(f"{self._folder}/{part.name} is badly written: {error}") from error

    def _decoded(self, part: BackupPart, record: bytes) -> R:
        try:
            return self._decode(record)
        except (msgspec.DecodeError, ValueError) as error:
            raise BackupUnusable(f"{self._folder}/{part.name} is badly written: {error}") from error


def read_checked(place: Place, name: str, size: int, digest: str) -> bytes:
    """The content of a file. Raises `BackupUnusable` unless it has this size and this SHA-256, and `OSError`."""
    try:
        data = place.read(name)
    except FileNotFoundError as error:
        raise BackupUnusable(f"{name} is missing") from error
    if len(data) != size or sha256(data) != digest:
        raise BackupUnusable(f"{name} is damaged: it is not what was written")
    return data


def has_file(place: Place, name: str, size: int, digest: str) -> bool:
    """Whether the place has a file of this name, size and SHA-256. Raises `OSError`."""
    return place.size(name) == size and sha256(place.read(name)) == digest


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
