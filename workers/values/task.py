"""The task `values`: computes a table of values for built-in players. It may run twice: the file is the same."""

from collections.abc import Callable
from typing import Any, Protocol

from redis import Redis

from workers.exports.file_store import FileStore
from workers.values.kept import KeptTables


class ValuesParts(Protocol):
    """The parts of a worker that this task needs."""

    @property
    def client(self) -> Redis: ...
    @property
    def open_file_store(self) -> Callable[[], FileStore]: ...
    @property
    def progress(self) -> Callable[[float], None]: ...


def compute(parts: ValuesParts, name: str) -> dict[str, Any]:
    """Compute the table of this name, unless it is there. Returns its name, checksum and size.

    Raises ValueError for a name that no table has, `StoreUnavailable`, `OSError`, `FileStoreUnusable`.
    """
    table = KeptTables(parts.client, parts.open_file_store).obtain(name, parts.progress)
    parts.progress(1.0)
    return {"name": name, "checksum": table.checksum, "size": len(table.data)}
