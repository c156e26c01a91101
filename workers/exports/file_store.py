"""The store of exported files, by their content.

An address is the SHA-256 of the content with an extension. A file is complete as soon as it has its address, and never changes.
"""

import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

from events.archive.marked_place import MarkedPlace, PlaceId
from events.archive.place import Place

_ADDRESS = re.compile(r"[0-9a-f]{64}\.[a-z]{1,10}")


class FileStore:
    """Files by address. Many processes may use it at once. Every method raises `FileStoreUnusable` if the place is not the right one."""

    def __init__(self, url: str, place_id: PlaceId) -> None:
        """`url` as for `Place`. Raises `FileStoreUnusable`."""
        place = Place(url)
        self._place = MarkedPlace(lambda: place, place_id)

    def put(self, data: bytes, extension: str) -> str:
        """Store the file, unless it is stored already. Returns its address. Raises `OSError`."""
        address = f"{hashlib.sha256(data).hexdigest()}.{extension}"
        place = self._place.to_write()
        if not self._holds(address, data):
            place.write(address, data)
        return address

    def open(self, address: str) -> IO[bytes]:
        """The file, to be read and closed. Raises `FileNotFoundError`."""
        with self._missed():
            return self._place.to_read().open(_checked(address))

    def read(self, address: str) -> bytes:
        """The whole content. Raises `FileNotFoundError`, also if the content does not match the address."""
        with self._missed():
            data = self._place.to_read().read(_checked(address))
        if hashlib.sha256(data).hexdigest() != address.partition(".")[0]:
            raise FileNotFoundError(address)
        return data

    def size(self, address: str) -> int | None:
        """Bytes of the file; None if it does not exist."""
        try:
            size = self._place.to_read().size(_checked(address))
        except FileNotFoundError:
            return None
        if size is None:
            self._place.check()
        return size

    def remove(self, address: str) -> None:
        """Delete the file, if it exists. Raises `OSError`, and `FileStoreUnusable` if the right place is not known yet, either."""
        with suppress(FileNotFoundError):
            self._place.remove(_checked(address))

    @contextmanager
    def _missed(self) -> Iterator[None]:
        """Raises `FileStoreUnusable` instead of `FileNotFoundError` if the place is not the right one."""
        try:
            yield
        except FileNotFoundError:
            self._place.check()
            raise

    def _holds(self, address: str, data: bytes) -> bool:
        if self.size(address) != len(data):
            return False
        with suppress(FileNotFoundError):
            return self.read(address) == data
        return False


def _checked(address: str) -> str:
    """The address. Raises `FileNotFoundError` for an invalid one: only exported files can be reached."""
    if _ADDRESS.fullmatch(address) is None:
        raise FileNotFoundError(address)
    return address
