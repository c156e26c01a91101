"""A place for files: a local folder, or anything that fsspec can reach by its URL. A file appears whole, and never changes."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePath
from typing import IO, Final

PRIVATE_FOLDER_MODE: Final = 0o700


class FileStoreUnusable(Exception):
    """No files can be stored at this URL. The message says why."""


class Place:
    """Files by name. A name may contain a folder (`p07/name`). Many processes may use the place at once."""

    def __init__(self, url: str, *, create: bool = True) -> None:
        """`url` is a folder's path or a URL of fsspec (`file://`, `memory://`, `s3://bucket/folder` …). Without `create`, for a place that
        is only read, no folder is created. Raises `FileStoreUnusable`.
        """
        from fsspec.core import url_to_fs  # only processes that keep files import fsspec

        self._url = _without_password(url)
        try:
            self._files, folder = url_to_fs(url)
            self._folder: str = folder.rstrip("/")
            if create:
                self.create()
        except (ImportError, OSError, ValueError) as error:
            raise FileStoreUnusable(f"files cannot be kept at {self._url}: {error}") from error

    def __str__(self) -> str:
        return self._url

    @property
    def name(self) -> str:
        """The last part of the folder's path."""
        return self._folder.rpartition("/")[2]

    def create(self) -> None:
        """Create the folder, unless it is there. Raises `OSError`."""
        self._create_folder(self._folder)

    def write(self, name: str, data: bytes) -> None:
        """Store a file. It is written under a temporary name, then renamed: an incomplete file is never read. Raises `OSError`."""
        path = self._path(name)
        unfinished = f"{path}.{secrets.token_hex(8)}"
        self._create_folder(path.rpartition("/")[0])  # it may have been deleted
        try:
            with self._files.open(unfinished, "wb") as file:
                file.write(data)
                file.flush()
                with suppress(AttributeError, OSError):  # only local files have a number; others are safe when closed
                    os.fsync(file.fileno())
            self._files.mv(unfinished, path)
            self._sync_folder(path.rpartition("/")[0])
        except BaseException:
            with suppress(OSError):
                self._files.rm(unfinished)
            raise

    def open(self, name: str) -> IO[bytes]:
        """The file, to be read and closed. Raises `FileNotFoundError`, `OSError`."""
        opened: IO[bytes] = self._files.open(self._path(name), "rb")
        return opened

    def read(self, name: str) -> bytes:
        """The content of a file. Raises `FileNotFoundError`, `OSError`."""
        with self.open(name) as file:
            return file.read()

    def size(self, name: str) -> int | None:
        """Bytes of the file; None if it does not exist. Raises `OSError`."""
        try:
            size: int = self._files.info(self._path(name))["size"]
        except FileNotFoundError:
            return None
        return size

    def sizes(self, folder: str) -> Mapping[str, int]:
        """The bytes of all files in a folder and the folders in it ("": the whole place), by their names in it. Raises `OSError`."""
        path = f"{self._folder}/{folder}".rstrip("/")
        self._files.invalidate_cache()  # another process may have written meanwhile
        found = self._files.find(path, detail=True)
        return {name[len(path) + 1 :]: info["size"] for name, info in found.items()}

    def remove(self, name: str) -> None:
        """Delete the file, if it exists. Raises `OSError`."""
        if self.size(name) is not None:
            with suppress(FileNotFoundError):  # another process has just deleted it
                self._files.rm(self._path(name))

    def remove_folder(self, name: str) -> None:
        """Delete a folder, if it is empty. A bucket has none."""
        if self._is_local:
            with suppress(OSError):
                Path(self._path(name)).rmdir()

    def contains(self, other: "Place") -> bool:
        """Whether another place is this one or a folder in it, also by symbolic links."""
        return other.location.is_relative_to(self.location)

    @property
    def location(self) -> PurePath:
        """Where the place is: a folder without symbolic links, or a URL."""
        return Path(self._folder).resolve() if self._is_local else PurePath(self._files.unstrip_protocol(self._folder))

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}"

    @property
    def _is_local(self) -> bool:
        from fsspec.implementations.local import LocalFileSystem

        return isinstance(self._files, LocalFileSystem)

    def _create_folder(self, path: str) -> None:
        if not self._is_local:
            self._files.makedirs(path, exist_ok=True)
            return
        folder = Path(path)
        for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
            missing.mkdir(PRIVATE_FOLDER_MODE, exist_ok=True)

    def _sync_folder(self, path: str) -> None:
        """Make a new name survive a power cut."""
        if self._is_local:
            number = os.open(path, os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)


def _without_password(url: str) -> str:
    """The URL of a place without user and password."""
    scheme, separator, rest = url.rpartition("://")
    authority, slash, path = rest.partition("/")
    return f"{scheme}{separator}{authority.rpartition('@')[2]}{slash}{path}" if separator else url
