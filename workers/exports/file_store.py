"""Where exported files lie, by their content: a local folder, or whatever else fsspec can reach by its URL.

An address is the SHA-256 of the content with an extension. A file is whole from the moment at which it has its address, and never
changes.
"""

import hashlib
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

PRIVATE: Final = 0o700

_ADDRESS = re.compile(r"[0-9a-f]{64}\.[a-z]{1,10}")


class FileStoreUnusable(Exception):
    """No files can be kept at this URL. The message says why."""


class FileStore:
    """Files by address. Safe to use from many processes at once."""

    def __init__(self, url: str) -> None:
        """`url` is a folder's path or what fsspec knows (`file://`, `memory://`, `s3://bucket/folder` …). Raises `FileStoreUnusable`."""
        try:
            self._files, self._folder = url_to_fs(url)
            self._lay_folder()
        except (ImportError, OSError, ValueError) as error:
            raise FileStoreUnusable(f"files cannot be kept at {_without_password(url)}: {error}") from error

    def put(self, data: bytes, extension: str) -> str:
        """Keep the file, unless it is kept already; its address. Raises `OSError`."""
        address = f"{hashlib.sha256(data).hexdigest()}.{extension}"
        if not self._holds(address, data):
            self._write(self._path(address), data)
        return address

    def open(self, address: str) -> IO[bytes]:
        """The file, to be read and closed. Raises `FileNotFoundError`."""
        opened: IO[bytes] = self._files.open(self._path(address), "rb")
        return opened

    def read(self, address: str) -> bytes:
        """The whole content. Raises `FileNotFoundError`, also if what lies there is not what the address says."""
        with self.open(address) as file:
            data = file.read()
        if hashlib.sha256(data).hexdigest() != address.partition(".")[0]:
            raise FileNotFoundError(address)
        return data

    def size(self, address: str) -> int | None:
        """Bytes of the file; None if there is none."""
        try:
            size: int = self._files.info(self._path(address))["size"]
        except FileNotFoundError:
            return None
        return size

    def remove(self, address: str) -> None:
        """Delete the file, if there is one. Raises `OSError`."""
        with suppress(FileNotFoundError):
            self._files.rm(self._path(address))

    def _holds(self, address: str, data: bytes) -> bool:
        if self.size(address) != len(data):
            return False
        with suppress(FileNotFoundError):
            return self.read(address) == data
        return False

    def _write(self, path: str, data: bytes) -> None:
        """Write to a name that nobody looks for, then give the file its own: half a file is never seen."""
        unfinished = f"{path}.{secrets.token_hex(8)}"
        self._lay_folder()  # somebody may have taken it away
        try:
            with self._files.open(unfinished, "wb") as file:
                file.write(data)
                file.flush()
                with suppress(AttributeError, OSError):  # what is no local file has no number, and is safe when it is closed
                    os.fsync(file.fileno())
            self._files.mv(unfinished, path)
        except BaseException:
            with suppress(OSError):
                self._files.rm(unfinished)
            raise

    def _path(self, address: str) -> str:
        """Raises `FileNotFoundError` for what is no address: nothing but exported files is ever reached."""
        if _ADDRESS.fullmatch(address) is None:
            raise FileNotFoundError(address)
        return f"{self._folder.rstrip('/')}/{address}"

    def _lay_folder(self) -> None:
        if not isinstance(self._files, LocalFileSystem):
            self._files.makedirs(self._folder, exist_ok=True)
            return
        folder = Path(self._folder)
        for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
            missing.mkdir(PRIVATE, exist_ok=True)


def _without_password(url: str) -> str:
    """A shelf's URL as it may be shown."""
    scheme, separator, rest = url.rpartition("://")
    place, slash, path = rest.partition("/")
    return f"{scheme}{separator}{place.rpartition('@')[2]}{slash}{path}" if separator else url
