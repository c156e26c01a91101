"""The store of exported files, by their content.

An address is the SHA-256 of the content with an extension. A file is complete as soon as it has its address, and never changes.
"""

import hashlib
import re
from contextlib import suppress
from typing import IO, Final

from events.archive.place import Place

_ADDRESS = re.compile(r"[0-9a-f]{64}\.[a-z]{1,10}")

MARKER: Final = "README"
"""A file at every place to which something was exported: without it, a missing file may be at a place that is not mounted."""

MARKER_TEXT: Final = b"Exported files of rollstream, named by their content.\n"


class FileStore:
    """Files by address. Many processes may use it at once."""

    def __init__(self, url: str) -> None:
        """`url` as for `Place`. Raises `FileStoreUnusable`."""
        self._place = Place(url)

    def put(self, data: bytes, extension: str) -> str:
        """Store the file, unless it is stored already. Returns its address. Raises `OSError`."""
        address = f"{hashlib.sha256(data).hexdigest()}.{extension}"
        self._place.mark(MARKER, MARKER_TEXT)
        if not self._holds(address, data):
            self._place.write(address, data)
        return address

    def open(self, address: str) -> IO[bytes]:
        """The file, to be read and closed. Raises `FileNotFoundError`."""
        return self._place.open(_checked(address))

    def read(self, address: str) -> bytes:
        """The whole content. Raises `FileNotFoundError`, also if the content does not match the address."""
        data = self._place.read(_checked(address))
        if hashlib.sha256(data).hexdigest() != address.partition(".")[0]:
            raise FileNotFoundError(address)
        return data

    def size(self, address: str) -> int | None:
        """Bytes of the file; None if it does not exist."""
        try:
            return self._place.size(_checked(address))
        except FileNotFoundError:
            return None

    def remove(self, address: str) -> None:
        """Delete the file, if it exists. Raises `OSError`, and `FileStoreUnusable` if the place does not have the marker either."""
        with suppress(FileNotFoundError):
            self._place.remove(_checked(address), MARKER)

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
