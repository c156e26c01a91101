"""The index of exports of each table, stored with the table, so that a file is made once and found again."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from redis import Redis

from events.store.keys import archived_key, erasures_key, exports_key, log_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.tables.envelope import canonical


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """A file in the file store, made of the events up to `version`."""

    address: str
    size: int
    media_type: Annotated[str, msgspec.Meta(pattern=r"\A[ -~]+\Z")]
    version: int


RECORD: Final = Script(Path(__file__).with_name("record.lua"))

log = logging.getLogger(__name__)

_decode = msgspec.json.Decoder(Export).decode


class Exported:
    """The index of all exports, by table and the name of a `Kind`. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    @answered
    def find(self, table: str, kind: str) -> Export | None:
        """The table's export of this kind; None if there is none. The file itself may have been deleted since."""
        stored: Any = self._client.hget(exports_key(table), kind)
        return None if stored is None else read_export(stored, table)

    @answered
    def all(self, table: str) -> Mapping[str, Export]:
        """The table's exports, by the name of their kind."""
        stored: Mapping[Any, Any] = self._client.hgetall(exports_key(table))
        exports = {name.decode(): read_export(export, table) for name, export in sorted(stored.items())}
        return {name: export for name, export in exports.items() if export is not None}

    @answered
    def record(self, table: str, kind: str, export: Export, erasures: int = 0) -> bool:
        """Store this export of the table, of this kind; False if the table has been removed meanwhile, or a name erased there. `erasures`:
        how often names had been erased when the table was read.
        """
        execute: Callable[..., Any] = self._client.execute_command
        names = log_key(table), exports_key(table), archived_key(table), erasures_key(table)
        return bool(RECORD(execute, names, kind, canonical(export), table[6:], erasures))

    @answered
    def delete(self, table: str, kind: str) -> None:
        """Delete the table's export of this kind from the index. It is made again on request."""
        self._client.hdel(exports_key(table), kind)


def read_export(stored: bytes, table: str) -> Export | None:
    """The export as it was stored; None if it cannot be read: then it is made again."""
    try:
        return _decode(stored)
    except msgspec.DecodeError as error:
        log.warning("the stored export of %s cannot be read: %s", table, error)
        return None
