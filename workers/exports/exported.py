"""What has been exported of which table: kept beside the table, so that a file is made once and found again."""

from collections.abc import Mapping
from typing import Any

import msgspec
from redis import Redis

from events.connection import answered
from events.envelope import canonical
from events.keys import exports_key


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """A file on the shelf, made of the events up to `version`."""

    address: str
    size: int
    media_type: str
    version: int


_read = msgspec.json.Decoder(Export).decode


class Exported:
    """The index of all exports. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    @answered
    def find(self, table: str, format: str) -> Export | None:
        """What was exported of the table in this format; the file itself may have been taken away since."""
        kept = self._client.hget(exports_key(table), format)
        return None if kept is None else _read(kept)

    @answered
    def all(self, table: str) -> Mapping[str, Export]:
        """What was exported of the table, by format."""
        kept: Mapping[Any, Any] = self._client.hgetall(exports_key(table))
        return {name.decode(): _read(export) for name, export in sorted(kept.items())}

    @answered
    def record(self, table: str, format: str, export: Export) -> None:
        """From now on this is the table's export in this format."""
        self._client.hset(exports_key(table), format, canonical(export))
