"""The signing keys for receipts: the current private key of the service, and the list of all public keys it has ever used.

The current key is the operator's own, or one in the store. The list is append-only and contains only public keys.
"""

import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from itertools import groupby, zip_longest
from typing import Any, Final

import msgspec
from redis import Redis
from redis.exceptions import ResponseError

from events.fairness.public_keys import PublicKey, Timestamp, check_timestamp, check_x
from events.fairness.signing import SEED_BYTES, SigningKey, thumbprint
from events.store.answering import is_of_another_type
from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.redis_connection import answered
from events.tables.envelope import canonical
from events.timestamps import stamp

KEY_REREAD_SECONDS: Final = 60.0
"""Seconds between two reads of the key: all processes sign with a new key after this time."""
RELISTED_AFTER: Final = timedelta(hours=12)
"""How long after its replacement a key that still signs is listed again. Verifiers accept a receipt up to a day after the end of its key's
time. Two keys that sign at the same time add two entries a day to the list.
"""

log = logging.getLogger(__name__)


class _ListEntry(msgspec.Struct, frozen=True):
    """An entry of the list: from `at` on, the key `x` signs."""

    at: Timestamp
    x: str


_decoded = msgspec.json.Decoder(_ListEntry).decode


def _decode(stored: bytes) -> _ListEntry:
    """The entry. Raises `ValueError` for an entry that cannot be published."""
    entry = _decoded(stored)
    check_x(entry.x)
    check_timestamp(entry.at)
    return entry


class SigningKeys:
    """The signing keys of one service in its store. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._private, self._list = service_key("signing-key"), service_key("signing-keys")

    @answered
    def private(self, random_bytes: bytes) -> SigningKey:
        """The private key in the store, made of the `random_bytes` (32 of them) of the first process that calls this.

        If the store holds anything else there, nothing can be signed, so no table can be created or ended until an operator fixes it.
        """
        new, stored = SigningKey(random_bytes), _read_stored(self._private, self._client.get)
        if stored is None:
            self._client.set(self._private, new.seed, nx=True)
            stored = _read_stored(self._private, self._client.get)
        if len(stored) != SEED_BYTES:
            raise _unusable(self._private, f"it has {len(stored)} bytes, not {SEED_BYTES}")
        return SigningKey(stored)

    @answered
    def enlist(self, key: SigningKey, now: datetime) -> None:
        """List the key as the current one, unless it is already."""
        newest = self._entries(-1)
        if newest and newest[0].x == key.x:
            return
        # Two processes may do this at once, and a call may be repeated: the same key twice in a row counts once.
        self._append(key, now)
        log.info("receipts are signed with key %s from now on%s", key.id, f", not with {thumbprint(newest[0].x)}" if newest else "")

    @answered
    def restore(self, key: SigningKey, since: datetime) -> None:
        """List a key that has signed since `since` if it is missing: a store may lose its latest writes in a fail-over."""
        if self._listed(key) is None:
            self._append(key, since)
            log.warning("key %s, which receipts were signed with, was gone from %s: it is listed again", key.id, self._list)

    @answered
    def prolong(self, key: SigningKey, now: datetime) -> None:
        """List a key again that still signs after its replacement, but only after `RELISTED_AFTER`: otherwise two such keys would alternate
        without end.
        """
        listed = self._listed(key)
        if listed is None or listed.valid_until is None or now - datetime.fromisoformat(listed.valid_until) < RELISTED_AFTER:
            return
        self._append(key, now)
        log.warning("two keys are in use: %s still signs here, another one since %s elsewhere", key.id, listed.valid_until)

    @answered
    def rotate(self, random_bytes: bytes, now: datetime) -> SigningKey:
        """Replace the private key in the store by a new one made of 32 random bytes, and list it."""
        key = SigningKey(random_bytes)
        self._client.set(self._private, key.seed)
        self.enlist(key, now)
        return key

    @answered
    def all(self) -> Sequence[PublicKey]:
        """Every key that was ever listed: the current one first, then the others, newest first."""
        entries = [next(same) for _, same in groupby(self._entries(0), lambda entry: entry.x)]
        keys: dict[str, PublicKey] = {}
        for entry, next_entry in zip_longest(entries, entries[1:]):
            before = keys.pop(entry.x, None)  # a key listed again: its first entry gives the beginning, its last the end
            began = entry.at if before is None else before.valid_from
            end = None if next_entry is None else max(entry.at, next_entry.at)  # clocks of processes differ
            keys[entry.x] = PublicKey(kid=thumbprint(entry.x), x=entry.x, valid_from=began, valid_until=end)
        return [*reversed(keys.values())]

    def _listed(self, key: SigningKey) -> PublicKey | None:
        return next((listed for listed in self.all() if listed.kid == key.id), None)

    def _append(self, key: SigningKey, at: datetime) -> None:
        self._client.rpush(self._list, canonical(_ListEntry(stamp(at), key.x)))

    def _entries(self, first: int) -> Sequence[_ListEntry]:
        """The entries of the list from the index `first` on. An unreadable entry is logged and left out."""
        found = []
        for stored in _read_stored(self._list, lambda name: self._client.lrange(name, first, -1)):
            try:
                found.append(_decode(stored))
            except ValueError as error:  # including msgspec's errors
                log.error("an entry of %s cannot be read: %s", self._list, error)  # noqa: TRY400 - the stack adds nothing
        return found


def _read_stored(name: str, read: Callable[[str], Any]) -> Any:
    """The result of `read`. Raises `StoreUnavailable` if the key has another type."""
    try:
        return read(name)
    except ResponseError as error:
        if not is_of_another_type(error):
            raise
        raise _unusable(name, "it is of another type") from error


def _unusable(name: str, why: str) -> StoreUnavailable:
    log.error("%s is not what belongs there: %s; no table can be created or ended until it is put right", name, why)
    return StoreUnavailable(f"{name} is not what belongs there: {why}")


class Issuer:
    """The signing key of this process."""

    def __init__(
        self,
        keys: SigningKeys,
        configured: bytes | None,
        entropy: Callable[[int], bytes],
        now: Callable[[], datetime],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`configured` is the operator's own private key. None: the key in the store signs; it is made of `entropy` if there is none."""
        self.keys = keys
        self._configured = None if configured is None else SigningKey(configured)
        self._entropy, self._now, self._monotonic = entropy, now, monotonic
        self._known: tuple[SigningKey, datetime] | None = None
        """The key, and since when this process has signed with it."""
        self._until = 0.0

    def key(self) -> SigningKey:
        """The current private key, after listing it. Raises `StoreUnavailable`."""
        if self._known is None or self._monotonic() >= self._until:
            self._known = self._read(self._now())
            self._until = self._monotonic() + KEY_REREAD_SECONDS
        return self._known[0]

    def _read(self, now: datetime) -> tuple[SigningKey, datetime]:
        key = self._configured or self.keys.private(self._entropy(SEED_BYTES))
        if self._known is not None:
            self.keys.restore(*self._known)
            if key.id == self._known[0].id:
                self.keys.prolong(key, now)
                return self._known
        self.keys.enlist(key, now)
        return key, now

    def published(self) -> Sequence[PublicKey]:
        """All public keys, the current one first. Raises `StoreUnavailable`."""
        self.key()
        return self.keys.all()
