"""The tables of values that the workers of a service have computed, in its file store."""

import logging
from collections.abc import Callable
from typing import Any, Final

from redis import Redis

from events.archive.place import FileStoreUnusable
from events.store.keys import service_key
from events.store.redis_connection import answered
from rules.value_tables import ValueTable
from workers.exports.file_store import FileStore
from workers.values.build import build
from workers.values.shipped import shipped

log = logging.getLogger(__name__)


class KeptTables:
    """The computed tables. A file has the checksum of its content as its address: one that is damaged is not found."""

    def __init__(self, client: Redis, open_file_store: Callable[[], FileStore]) -> None:
        self._client = client
        self._open_file_store = open_file_store

    @answered
    def find(self, name: str) -> ValueTable | None:
        """The table of this name; None if there is none, or if its file is lost or damaged. Raises `StoreUnavailable`."""
        address: Any = self._client.hget(_INDEX, name)
        if address is None:
            return None
        try:
            return ValueTable(self._open_file_store().read(address.decode()), address.decode().partition(".")[0])
        except (OSError, FileStoreUnusable) as error:
            log.warning("the table of values %s cannot be read: %s", name, error)
            return None

    @answered
    def put(self, name: str, data: bytes) -> ValueTable:
        """Keep a table. Raises `StoreUnavailable`, `OSError`, `FileStoreUnusable`."""
        address = self._open_file_store().put(data, "values")
        self._client.hset(_INDEX, name, address)
        return ValueTable(data, address.partition(".")[0])

    def obtain(self, name: str, progress: Callable[[float], None]) -> ValueTable:
        """The table of this name, of the package or kept; it is computed if there is none, for some ten seconds, with `progress` from 0.0
        to 1.0. Raises ValueError for a name that no table has, and as `put` does.
        """
        return shipped(name) or self.find(name) or self.put(name, build(name, progress))


_INDEX: Final = service_key("values")
"""A hash: the address of each computed table in the file store."""
