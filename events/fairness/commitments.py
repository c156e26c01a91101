"""Reservations: they fix a table's id and dice secret, and publish the secret's commitment before any player chooses a client seed.

The store holds no reservations. The secret is derived from a key of the service and the reservation's members, so a reservation that a
client sends back proves itself (ADR 26). Random bytes and times are parameters.
"""

import hashlib
import hmac
import logging
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from redis import Redis
from redis.exceptions import ResponseError

from events.errors import CommitmentUnknown
from events.store.answering import is_of_another_type
from events.store.event_store import StoreUnavailable
from events.store.keys import TABLE_ID_BYTES, new_table_id, service_key
from events.store.redis_connection import answered
from events.tables.envelope import canonical
from events.timestamps import stamp

log = logging.getLogger(__name__)

VALID_FOR: Final = timedelta(minutes=10)
"""How long a table can be created from a reservation."""

KEY_BYTES: Final = 32

_STORED_KEY = re.compile(rf"([0-9a-f]{{{2 * KEY_BYTES}}}) ([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}\.[0-9]{{3}}Z)")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


class Reservation(NamedTuple):
    """The answer to a reservation, which the client sends back to create the table.

    `table` is the table's id, `commitment` the SHA-256 (64 hex digits) of its dice secret, and `good_until` the time (UTC, ms) until which
    the table can be created.
    """

    table: str
    commitment: str
    good_until: str


class CommitmentKey(NamedTuple):
    """A key from which dice secrets are derived. `number` counts from 1, `since` (UTC, ms) is its creation time."""

    number: int
    key: bytes
    since: str


class CommitmentKeys:
    """The keys of a service, in one hash by number: `<64 hex digits> <since>`. No key is ever removed."""

    def __init__(self, client: Redis, entropy: Callable[[int], bytes], now: Callable[[], datetime]) -> None:
        self._client = client
        self._entropy, self._now = entropy, now
        self._name = service_key("commitment-keys")

    @answered
    def all(self) -> Sequence[CommitmentKey]:
        """All keys, the newest first. The first process that calls this creates the first key for all.

        Raises `StoreUnavailable`, also if the store holds anything else instead of the keys.
        """
        keys = self._read()
        if not keys:
            self._add(1)
            keys = self._read()
        return keys

    @answered
    def rotate(self) -> int:
        """Create a new key for all later reservations. Returns its number. Raises as `all`."""
        number = self.all()[0].number + 1
        self._add(number)
        return number

    def _add(self, number: int) -> None:
        """If several processes add the same number, the first one's key is stored."""
        self._client.hsetnx(self._name, str(number), f"{self._entropy(KEY_BYTES).hex()} {stamp(self._now())}")

    def _read(self) -> Sequence[CommitmentKey]:
        try:
            stored: Mapping[Any, Any] = self._client.hgetall(self._name)
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            stored = {b"": b""}
        keys = [_key(number.decode(errors="replace"), value.decode(errors="replace")) for number, value in stored.items()]
        if None in keys:
            log.error("%s has something else in the place of a key: no commitment is reserved until that is put right", self._name)
            raise StoreUnavailable(f"{self._name} has something else in the place of a key")
        return sorted((key for key in keys if key), reverse=True)


def _key(number: str, value: str) -> CommitmentKey | None:
    stored = _STORED_KEY.fullmatch(value)
    return CommitmentKey(int(number), bytes.fromhex(stored[1]), stored[2]) if stored and _NUMBER.fullmatch(number) else None


class Commitments:
    """Makes and verifies reservations."""

    def __init__(self, keys: Callable[[], Sequence[CommitmentKey]], entropy: Callable[[int], bytes], now: Callable[[], datetime]) -> None:
        """`keys()` returns all keys, the newest first. Every method raises whatever it raises."""
        self._keys, self._entropy, self._now = keys, entropy, now

    def reserve(self) -> Reservation:
        """A new table id, with the commitment to the secret of the table that will have it."""
        table, good_until = new_table_id(self._entropy(TABLE_ID_BYTES)), stamp(self._now() + VALID_FOR)
        secret = secret_of(self._keys()[0], table, good_until)
        return Reservation(table, _commitment(secret), good_until)

    def secret(self, reservation: Reservation) -> str:
        """The dice secret (64 hex digits) of a reservation. Raises `CommitmentUnknown` for a reservation that this service did not make."""
        next_key: CommitmentKey | None = None
        for key in self._keys():
            secret = secret_of(key, reservation.table, reservation.good_until)
            if hmac.compare_digest(_commitment(secret), reservation.commitment) and _was_newest(next_key, reservation.good_until):
                return secret
            next_key = key
        raise CommitmentUnknown(reservation.table)

    def is_over(self, reservation: Reservation) -> bool:
        """Whether the reservation has expired."""
        return stamp(self._now()) > reservation.good_until


def secret_of(key: CommitmentKey, table: str, good_until: str) -> str:
    """The dice secret (64 hex digits) of the table that was reserved with this key until this time."""
    message = canonical(["rollstream-commitment-1", key.number, table, good_until])
    return hmac.digest(key.key, message, "sha256").hex()


def _commitment(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def _was_newest(next_key: CommitmentKey | None, good_until: str) -> bool:
    """Whether the reservation was made before `next_key` was created. So a stolen key cannot forge reservations after a rotation."""
    return next_key is None or stamp(datetime.fromisoformat(good_until) - VALID_FOR) <= next_key.since
