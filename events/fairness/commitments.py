"""Reservations: a table's id and dice secret are fixed, and the secret's commitment is published, before anybody names a client seed.

Nothing is stored for a reservation. The secret follows from a key of the service and from what the reservation says, so a reservation that
comes back proves itself (ADR 26). Chance and time come from outside.
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
from events.store.event_store import StoreUnavailable
from events.store.keys import TABLE_ID_BYTES, new_table_id, service_key
from events.store.redis_connection import answered, is_of_another_type
from events.tables.envelope import canonical
from events.timestamps import stamp

log = logging.getLogger(__name__)

GOOD_FOR: Final = timedelta(minutes=10)
"""How long a reservation waits for its table."""

KEY_BYTES: Final = 32

_KEPT = re.compile(rf"([0-9a-f]{{{2 * KEY_BYTES}}}) ([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}T[0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}\.[0-9]{{3}}Z)")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


class Reservation(NamedTuple):
    """What is answered to a reservation and comes back with the order for its table: the table's id, the SHA-256 (64 hex digits) of its
    dice secret, and until when (UTC, ms) the table can be created.
    """

    table: str
    commitment: str
    good_until: str


class CommitmentKey(NamedTuple):
    """A key from which secrets follow, by its number; `since` (UTC, ms) is when it was made."""

    number: int
    key: bytes
    since: str


class CommitmentKeys:
    """The keys of a service, in one hash by number: `<64 hex digits> <since>`. None is ever removed."""

    def __init__(self, client: Redis, entropy: Callable[[int], bytes], now: Callable[[], datetime]) -> None:
        self._client = client
        self._entropy, self._now = entropy, now
        self._name = service_key("commitment-keys")

    @answered
    def all(self) -> Sequence[CommitmentKey]:
        """All keys, the newest first. The first process to ask makes the first key, for all others from then on.

        Raises `StoreUnavailable`, also where something else is in the place of the keys.
        """
        keys = self._read()
        if not keys:
            self._add(1)
            keys = self._read()
        return keys

    @answered
    def rotate(self) -> int:
        """Make a new key, from which all later reservations follow; its number. Raises as `all`."""
        number = self.all()[0].number + 1
        self._add(number)
        return number

    def _add(self, number: int) -> None:
        """Of several processes that add the same number, one adds its key."""
        self._client.hsetnx(self._name, str(number), f"{self._entropy(KEY_BYTES).hex()} {stamp(self._now())}")

    def _read(self) -> Sequence[CommitmentKey]:
        try:
            kept: Mapping[Any, Any] = self._client.hgetall(self._name)
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            kept = {b"": b""}
        keys = [_key(number.decode(errors="replace"), value.decode(errors="replace")) for number, value in kept.items()]
        if None in keys:
            log.error("%s has something else in the place of a key: no commitment is reserved until that is put right", self._name)
            raise StoreUnavailable(f"{self._name} has something else in the place of a key")
        return sorted((key for key in keys if key), reverse=True)


def _key(number: str, value: str) -> CommitmentKey | None:
    kept = _KEPT.fullmatch(value)
    return CommitmentKey(int(number), bytes.fromhex(kept[1]), kept[2]) if kept and _NUMBER.fullmatch(number) else None


class Commitments:
    """Reserves, and recognises what it has reserved."""

    def __init__(self, keys: Callable[[], Sequence[CommitmentKey]], entropy: Callable[[int], bytes], now: Callable[[], datetime]) -> None:
        """`keys()` gives all keys, the newest first; whatever it raises, every method raises."""
        self._keys, self._entropy, self._now = keys, entropy, now

    def reserve(self) -> Reservation:
        """A new table id, with the commitment of the secret that a table created under it will have."""
        table, good_until = new_table_id(self._entropy(TABLE_ID_BYTES)), stamp(self._now() + GOOD_FOR)
        secret = secret_of(self._keys()[0], table, good_until)
        return Reservation(table, _commitment(secret), good_until)

    def secret(self, reservation: Reservation) -> str:
        """The dice secret (64 hex digits) of a reservation. Raises `CommitmentUnknown` for one that this service did not answer with."""
        following: CommitmentKey | None = None
        for key in self._keys():
            secret = secret_of(key, reservation.table, reservation.good_until)
            if hmac.compare_digest(_commitment(secret), reservation.commitment) and _was_newest(following, reservation.good_until):
                return secret
            following = key
        raise CommitmentUnknown(reservation.table)

    def is_over(self, reservation: Reservation) -> bool:
        """Whether it is too late to create the table."""
        return stamp(self._now()) > reservation.good_until


def secret_of(key: CommitmentKey, table: str, good_until: str) -> str:
    """The dice secret (64 hex digits) of the table that was reserved with this key until then."""
    message = canonical(["rollstream-commitment-1", key.number, table, good_until])
    return hmac.digest(key.key, message, "sha256").hex()


def _commitment(secret: str) -> str:
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def _was_newest(following: CommitmentKey | None, good_until: str) -> bool:
    """Whether a reservation until then was made before the following key was. A stolen key forges none after that."""
    return following is None or stamp(datetime.fromisoformat(good_until) - GOOD_FOR) <= following.since
