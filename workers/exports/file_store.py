"""The store of exported files, by their content: a local folder, or anything that fsspec can reach by its URL.

An address is the SHA-256 of the content with an extension. A file is complete as soon as it has its address, and never changes.
"""

import hashlib
import os
import re
import secrets
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

PRIVATE_FOLDER_MODE: Final = 0o700

_ADDRESS = re.compile(r"[0-9a-f]{64}\.[a-z]{1,10}")


class FileStoreUnusable(Exception):
    """No files can be stored at this URL. The message says why."""


class FileStore:
    """Files by address. Many processes may use it at once."""

    def __init__(self, url: str) -> None:
        """`url` is a folder's path or a URL of fsspec (`file://`, `memory://`, `s3://bucket/folder` …). Raises `FileStoreUnusable`."""
        from fsspec.core import url_to_fs  # only processes that keep files import fsspec

        try:
            self._files, self._folder = url_to_fs(url)
            self._create_folder()
        except (ImportError, OSError, ValueError) as error:
            raise FileStoreUnusable(f"files cannot be kept at {_without_password(url)}: {error}") from error

    def put(self, data: bytes, extension: str) -> str:
        """Store the file, unless it is stored already. Returns its address. Raises `OSError`."""
        address = f"{hashlib.sha256(data).hexdigest()}.{extension}"
        if not self._holds(address, data):
            self._write(self._path(address), data)
        return address

    def open(self, address: str) -> IO[bytes]:
        """The file, to be read and closed. Raises `FileNotFoundError`."""
        opened: IO[bytes] = self._files.open(self._path(address), "rb")
        return opened

    def read(self, address: str) -> bytes:
        """The whole content. Raises `FileNotFoundError`, also if the content does not match the address."""
        with self.open(address) as file:
            data = file.read()
        if hashlib.sha256(data).hexdigest() != address.partition(".")[0]:
            raise FileNotFoundError(address)
        return data

    def size(self, address: str) -> int | None:
        """Bytes of the file; None if it does not exist."""
        try:
            size: int = self._files.info(self._path(address))["size"]
        except FileNotFoundError:
            return None
        return size

    def remove(self, address: str) -> None:
        """Delete the file, if it exists. Raises `OSError`."""
        with suppress(FileNotFoundError):
            self._files.rm(self._path(address))

    def _holds(self, address: str, data: bytes) -> bool:
        if self.size(address) != len(data):
            return False
        with suppress(FileNotFoundError):
            return self.read(address) == data
        return False

    def _write(self, path: str, data: bytes) -> None:
        """Write under a temporary name, then rename: an incomplete file is never read."""
        unfinished = f"{path}.{secrets.token_hex(8)}"
        self._create_folder()  # it may have been deleted
        try:
            with self._files.open(unfinished, "wb") as file:
                file.write(data)
                file.flush()
                with suppress(AttributeError, OSError):  # only local files have a number; others are safe when closed
                    os.fsync(file.fileno())
            self._files.mv(unfinished, path)
        except BaseException:
            with suppress(OSError):
                self._files.rm(unfinished)
            raise

    def _path(self, address: str) -> str:
        """Raises `FileNotFoundError` for an invalid address: only exported files can be reached."""
        if _ADDRESS.fullmatch(address) is None:
            raise FileNotFoundError(address)
        return f"{self._folder.rstrip('/')}/{address}"

    def _create_folder(self) -> None:
        from fsspec.implementations.local import LocalFileSystem

        if not isinstance(self._files, LocalFileSystem):
            self._files.makedirs(self._folder, exist_ok=True)
            return
        folder = Path(self._folder)
        for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
            missing.mkdir(PRIVATE_FOLDER_MODE, exist_ok=True)


def _without_password(url: str) -> str:
    """The URL of a file store without user and password."""
    scheme, separator, rest = url.rpartition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}{separator}{authority.rpartition('@')[2]}{slash}{path}" if separator else url
