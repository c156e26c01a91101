"""What has been exported of which table: kept beside the table, so that a file is made once and found again."""

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
from redis import Redis

from events.store.keys import exports_key, log_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.tables.envelope import canonical


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """A file on the file store, made of the events up to `version`."""

    address: str
    size: int
    media_type: Annotated[str, msgspec.Meta(pattern=r"\A[ -~]+\Z")]
    version: int


RECORD: Final = Script(Path(__file__).with_name("record.lua"))

log = logging.getLogger(__name__)

_decode = msgspec.json.Decoder(Export).decode


class Exported:
    """The index of all exports. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    @answered
    def find(self, table: str, format: str) -> Export | None:
        """What was exported of the table in this format; the file itself may have been taken away since."""
        kept: Any = self._client.hget(exports_key(table), format)
        return None if kept is None else read_export(kept, table)

    @answered
    def all(self, table: str) -> Mapping[str, Export]:
        """What was exported of the table, by format."""
        kept: Mapping[Any, Any] = self._client.hgetall(exports_key(table))
        told = {name.decode(): read_export(export, table) for name, export in sorted(kept.items())}
        return {name: export for name, export in told.items() if export is not None}

    @answered
    def record(self, table: str, format: str, export: Export) -> bool:
        """From now on this is the table's export in this format; False if the table has been removed meanwhile."""
        ask: Callable[..., Any] = self._client.execute_command
        return bool(RECORD(ask, (log_key(table), exports_key(table)), format, canonical(export)))

    @answered
    def forget(self, table: str, format: str) -> None:
        """The table's export in this format is not there any more, and will be made anew when it is asked for."""
        self._client.hdel(exports_key(table), format)


def read_export(kept: bytes, table: str) -> Export | None:
    """None for what cannot be read: the export is made anew, and this with it."""
    try:
        return _decode(kept)
    except msgspec.DecodeError as error:
        log.warning("what is kept of an export of %s cannot be read: %s", table, error)
        return None
