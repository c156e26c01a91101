"""Records that API keys own: records of one kind in one hash, by id. Each change is applied once."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec
from redis import Redis

from events.access.api_keys import ApiKeys
from events.msgspec_types import decoder
from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.scripts import Script

_REPLACE: Final = Script(Path(__file__).with_name("replace.lua"))


class OwnedRecord(Protocol):
    """`owner`: the id of an API key; `created_at`: UTC (RFC 3339)."""

    @property
    def id(self) -> str: ...
    @property
    def owner(self) -> str: ...
    @property
    def created_at(self) -> str: ...


R = TypeVar("R", bound=OwnedRecord)


class Records(Generic[R]):
    """All records of a kind. Every method raises `StoreUnavailable`, and may be repeated when its reply was lost.

    `find` does not return a record whose owner's API key is revoked.
    """

    def __init__(self, client: Redis, name: str, kind: type[R]) -> None:
        """`name` is the name of the hash; `kind` is a msgspec struct."""
        self._execute: Callable[..., Any] = client.execute_command
        self._keys = ApiKeys(client)
        self._records = service_key(name)  # a hash: id -> record
        self._changes = service_key(f"{name}:changes")  # a counter of changes
        self._read = decoder(kind).decode
        self._known: tuple[bytes | None, Sequence[R]] = (b"", ())

    @answered
    def add(self, record: R) -> bool:
        """Store a new record; False if another record has its id. A repetition returns True."""
        return self._replace(record.id, b"", msgspec.json.encode(record))

    @answered
    def find(self, id: str) -> R | None:
        """The record with this id; None if there is none."""
        stored = self._execute("HGET", self._records, id)
        return next(iter(self.owned([self._read(stored)])), None) if stored else None

    def of(self, owner: str) -> Sequence[R]:
        """The records of one API key, revoked or not, oldest first."""
        return oldest_first(record for record in self.all() if record.owner == owner)

    @answered
    def change(self, id: str, make: Callable[[R], R]) -> R | None:
        """Store and return what `make` makes of the record; None if there is none. Calls `make` again if the record changed meanwhile."""
        while stored := self._execute("HGET", self._records, id):
            record = make(self._read(stored))
            if self._replace(id, stored, msgspec.json.encode(record)):
                return record
        return None

    @answered
    def remove(self, id: str) -> None:
        """Delete the record."""
        while stored := self._execute("HGET", self._records, id):
            self._replace(id, stored, b"")

    @answered
    def all(self) -> Sequence[R]:
        """All records, also those of revoked keys. Returns the same sequence until a record changes."""
        changes = self._execute("GET", self._changes)
        known, records = self._known
        if changes != known:
            records = [self._read(stored) for stored in self._execute("HVALS", self._records)]
            self._known = changes, records  # with the counter read first: a change in between is noticed next time
        return records

    @answered
    def owned(self, records: Sequence[R]) -> Sequence[R]:
        """Those of these records whose owners' keys are not revoked."""
        owners = self._keys.among({record.owner for record in records})
        return [record for record in records if record.owner in owners]

    def _replace(self, id: str, before: bytes, after: bytes) -> bool:
        return bool(_REPLACE(self._execute, (self._records, self._changes), id, before, after))


def oldest_first(records: Iterable[R]) -> Sequence[R]:
    """These records in order of creation."""
    return sorted(records, key=lambda record: (record.created_at, record.id))
