"""The tables of values that a service has: those of the package, and those that its workers have computed, in the file store."""

import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from redis import Redis

from events.archive.place import FileStoreUnusable
from events.store.keys import service_key
from events.store.redis_connection import answered
from rules.value_tables import ValueTable
from workers.exports.file_store import FileStore
from workers.jobs.queue_server import QueueUnavailable
from workers.values.shipped import shipped

ASKED_AGAIN_AFTER: Final = 60.0
"""Seconds after which a process asks again for a table that is not there."""

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


class Library:
    """Finds a table by its name, and asks for one that is not there (`rules.value_tables.Library`)."""

    def __init__(self, kept: KeptTables, ask: Callable[[str], object], monotonic: Callable[[], float]) -> None:
        """`ask(name)` has the table computed; it may raise `QueueUnavailable`."""
        self._kept = kept
        self._ask = ask
        self._monotonic = monotonic
        self._found: dict[str, ValueTable] = {}
        self._asked: dict[str, float] = {}

    def __call__(self, name: str) -> ValueTable | None:
        """The table of this name; None as long as there is none. Raises `StoreUnavailable`."""
        table = self._found.get(name) or shipped(name) or self._kept.find(name)
        if table is not None:
            self._remember(name, table)
        elif self._monotonic() >= self._asked.get(name, -ASKED_AGAIN_AFTER) + ASKED_AGAIN_AFTER:
            self._asked[name] = self._monotonic()
            with suppress(QueueUnavailable):
                self._ask(name)
        return table

    def _remember(self, name: str, table: ValueTable) -> None:
        """Keep the table at hand, and the latest others."""
        self._found.pop(name, None)
        self._found[name] = table
        if len(self._found) > MOST_AT_HAND:
            del self._found[next(iter(self._found))]


MOST_AT_HAND: Final = 16
"""Tables that a process keeps in memory, of 0.4 MB each."""

_INDEX: Final = service_key("values")
"""A hash: the address of each computed table in the file store."""
