"""What API keys own: records of one kind, in one hash by id, of which each change is made once."""

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
    """All records of a kind. Every method raises `StoreUnavailable`, and may be called again when its answer was lost.

    A record whose owner's API key is revoked is not found any more.
    """

    def __init__(self, client: Redis, name: str, kind: type[R]) -> None:
        """`name` says under which keys the records are; `kind` is a struct of msgspec."""
        self._ask: Callable[..., Any] = client.execute_command
        self._keys = ApiKeys(client)
        self._records = service_key(name)  # a hash: the record of each, by id
        self._changes = service_key(f"{name}:changes")  # how often any has changed
        self._read = decoder(kind).decode
        self._known: tuple[bytes | None, Sequence[R]] = (b"", ())

    @answered
    def add(self, record: R) -> bool:
        """Keep a new record; False if its id is taken by another one."""
        return self._replace(record.id, b"", msgspec.json.encode(record))

    @answered
    def find(self, id: str) -> R | None:
        """The record with this id."""
        kept = self._ask("HGET", self._records, id)
        return next(iter(self.owned([self._read(kept)])), None) if kept else None

    def of(self, owner: str) -> Sequence[R]:
        """The records of one API key, revoked or not, oldest first."""
        return oldest_first(record for record in self.all() if record.owner == owner)

    @answered
    def change(self, id: str, make: Callable[[R], R]) -> R | None:
        """What `make` has made of the record, kept; None if there is none. Called again if somebody else has changed it meanwhile."""
        while kept := self._ask("HGET", self._records, id):
            record = make(self._read(kept))
            if self._replace(id, kept, msgspec.json.encode(record)):
                return record
        return None

    @answered
    def remove(self, id: str) -> None:
        """Forget the record."""
        while kept := self._ask("HGET", self._records, id):
            self._replace(id, kept, b"")

    @answered
    def all(self) -> Sequence[R]:
        """All records, the revoked keys' too: the same sequence again until any has changed."""
        changes = self._ask("GET", self._changes)
        known, records = self._known
        if changes != known:
            records = [self._read(kept) for kept in self._ask("HVALS", self._records)]
            self._known = changes, records  # of the number that was read first: a change in between is seen the next time
        return records

    @answered
    def owned(self, records: Sequence[R]) -> Sequence[R]:
        """Those of these whose owners' keys are not revoked."""
        owners = self._keys.among({record.owner for record in records})
        return [record for record in records if record.owner in owners]

    def _replace(self, id: str, before: bytes, after: bytes) -> bool:
        return bool(_REPLACE(self._ask, (self._records, self._changes), id, before, after))


def oldest_first(records: Iterable[R]) -> Sequence[R]:
    """These records in the order in which they were made."""
    return sorted(records, key=lambda record: (record.created_at, record.id))
