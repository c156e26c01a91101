"""Keys of any type as data, and back: what belongs to no table, and tables that cannot be read as such."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from redis import Redis

from events.store.key_scans import all_keys
from events.store.redis_connection import answered
from events.store.scripts import Script
from workers.backup.families import Family, family_of, names_of_table

KEYS_PER_READ: Final = 20
"""Keys that one step reads, and those that belong to the last of them. The server serves no other client meanwhile."""

KEY_TYPES: Final = frozenset({"string", "list", "set", "zset", "hash", "stream"})
"""The types of keys that `write_key.lua` writes."""

_READ, _WRITE = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("read_keys", "write_key"))


class KeyValue(NamedTuple):
    """A key, its type, its expiry (epoch, ms; -1: never) and its values, flat: as `write_key.lua` takes them."""

    name: str
    type: str
    expiry: int
    values: Sequence[bytes]

    def pairs(self) -> Iterator[tuple[bytes, bytes]]:
        """The fields and values of a hash, or the members and scores of a sorted set."""
        yield from zip(self.values[::2], self.values[1::2], strict=True)


class Keys:
    """The keys of a store. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._send: Callable[..., Any] = client.execute_command

    @answered
    def by_family(self) -> Mapping[Family | None, Sequence[str]]:
        """All keys of the service, sorted, by their family. None: keys that no part of the service writes."""
        found = defaultdict[Family | None, list[str]](list)
        for name in sorted(key.decode(errors="replace") for key in all_keys(self._client, "rs:*")):
            found[family_of(name)].append(name)
        return found

    def of_table(self, table: str) -> Sequence[KeyValue]:
        """Everything that the store has of a table, read in one step, whatever its state."""
        return self._read(names_of_table(table))

    def read(self, names: Sequence[str]) -> Iterator[KeyValue]:
        """The values of those keys that exist, in order. Those that belong together are read in one step."""
        for _, of_slot in groupby(names, lambda name: name.partition("}")[0]):
            together: list[str] = []
            for _, group in groupby(of_slot, lambda name: name.split(":")[:4]):
                together += group
                if len(together) >= KEYS_PER_READ:
                    yield from self._read(together)
                    together = []
            yield from self._read(together)

    @answered
    def _read(self, names: Sequence[str]) -> Sequence[KeyValue]:
        found = _READ(self._send, names) if names else ()
        values = [KeyValue(name, kind.decode(), expiry, content) for name, (kind, expiry, content) in zip(names, found, strict=True)]
        return [value for value in values if value.type != "none"]

    @answered
    def write(self, value: KeyValue, *, merge: bool = False) -> None:
        """Store a key as it was read. `merge`: add to a hash of times what is missing or earlier there."""
        _WRITE(self._send, (value.name,), value.type, value.expiry, "merge" if merge else "", *value.values)
