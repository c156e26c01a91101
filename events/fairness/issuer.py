"""Who signs receipts: the current private key of the service, and the list of all keys that ever were.

The current key is the operator's own, or else one that the store keeps. The list is append-only; it holds public keys alone.
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

from events.fairness.public_keys import Moment, PublicKey, check_moment, check_x
from events.fairness.signing import SEED_BYTES, SigningKey, thumbprint
from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.redis_connection import answered, is_of_another_type
from events.tables.envelope import canonical
from events.timestamps import stamp

REREAD: Final = 60.0
"""Seconds for which a process signs with the key it has read: so soon a rotation reaches all."""
LISTED_AGAIN: Final = timedelta(hours=12)
"""How long after another key took its place a key that still signs is listed again. Verifiers accept a receipt up to a day after its key's
time; and two keys that sign side by side make the list longer by two entries a day.
"""

log = logging.getLogger(__name__)


class _Spell(msgspec.Struct, frozen=True):
    """An entry of the list: from `at` on, the key `x` signs."""

    at: Moment
    x: str


_decoded = msgspec.json.Decoder(_Spell).decode


def _decode(kept: bytes) -> _Spell:
    """The entry. Raises `ValueError` for one that cannot be published."""
    spell = _decoded(kept)
    check_x(spell.x)
    check_moment(spell.at)
    return spell


class SigningKeys:
    """The keys of one service in its store. Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._private, self._list = service_key("signing-key"), service_key("signing-keys")

    @answered
    def private(self, random_bytes: bytes) -> SigningKey:
        """The private key in the store: that of the first process to ask, made of its `random_bytes` (32 of them).

        Where something else lies in its place nothing can be signed, and so no table created or ended, until that is put right.
        """
        new, kept = SigningKey(random_bytes), _asked(self._private, self._client.get)
        if kept is None:
            self._client.set(self._private, new.seed, nx=True)
            kept = _asked(self._private, self._client.get)
        if len(kept) != SEED_BYTES:
            raise _unusable(self._private, f"it has {len(kept)} bytes, not {SEED_BYTES}")
        return SigningKey(kept)

    @answered
    def enlist(self, key: SigningKey, now: datetime) -> None:
        """List the key as the one that signs from now on, unless it is already."""
        newest = self._spells(-1)
        if newest and newest[0].x == key.x:
            return
        # Of two processes that do this at once, or sent again after a lost reply: the same key twice in a row counts once.
        self._append(key, now)
        log.info("receipts are signed with key %s from now on%s", key.id, f", not with {thumbprint(newest[0].x)}" if newest else "")

    @answered
    def restore(self, key: SigningKey, since: datetime) -> None:
        """List a key that has signed since then if it is missing: a store that fails over may lose what it was told last."""
        if self._listed(key) is None:
            self._append(key, since)
            log.warning("key %s, which receipts were signed with, was gone from %s: it is listed again", key.id, self._list)

    @answered
    def prolong(self, key: SigningKey, now: datetime) -> None:
        """List a key that goes on signing although another took its place: not at once, or two such keys would do so in turn for ever."""
        listed = self._listed(key)
        if listed is None or listed.valid_until is None or now - datetime.fromisoformat(listed.valid_until) < LISTED_AGAIN:
            return
        self._append(key, now)
        log.warning("two keys are in use: %s still signs here, another one since %s elsewhere", key.id, listed.valid_until)

    @answered
    def rotate(self, random_bytes: bytes, now: datetime) -> SigningKey:
        """Put a new private key, made of 32 random bytes, in the place of the one in the store, and list it."""
        key = SigningKey(random_bytes)
        self._client.set(self._private, key.seed)
        self.enlist(key, now)
        return key

    @answered
    def all(self) -> Sequence[PublicKey]:
        """Every key that was ever listed, the current one first, then the newest."""
        spells = [next(same) for _, same in groupby(self._spells(0), lambda spell: spell.x)]
        keys: dict[str, PublicKey] = {}
        for spell, following in zip_longest(spells, spells[1:]):
            before = keys.pop(spell.x, None)  # it has been put back: of its two spells the first began, the last ends
            began = spell.at if before is None else before.valid_from
            end = None if following is None else max(spell.at, following.at)  # clocks differ
            keys[spell.x] = PublicKey(kid=thumbprint(spell.x), x=spell.x, valid_from=began, valid_until=end)
        return [*reversed(keys.values())]

    def _listed(self, key: SigningKey) -> PublicKey | None:
        return next((listed for listed in self.all() if listed.kid == key.id), None)

    def _append(self, key: SigningKey, at: datetime) -> None:
        self._client.rpush(self._list, canonical(_Spell(stamp(at), key.x)))

    def _spells(self, first: int) -> Sequence[_Spell]:
        """The entries of the list from the place `first` on; one that cannot be read is logged and left out."""
        found = []
        for kept in _asked(self._list, lambda name: self._client.lrange(name, first, -1)):
            try:
                found.append(_decode(kept))
            except ValueError as error:  # of msgspec as well
                log.error("an entry of %s cannot be read: %s", self._list, error)  # noqa: TRY400 - where it lies is all there is to say
        return found


def _asked(name: str, ask: Callable[[str], Any]) -> Any:
    """What the store keeps under the name. Raises `StoreUnavailable` if that is of another type."""
    try:
        return ask(name)
    except ResponseError as error:
        if not is_of_another_type(error):
            raise
        raise _unusable(name, "it is of another type") from error


def _unusable(name: str, why: str) -> StoreUnavailable:
    log.error("%s is not what belongs there: %s; no table can be created or ended until it is put right", name, why)
    return StoreUnavailable(f"{name} is not what belongs there: {why}")


class Issuer:
    """The key that this process signs with."""

    def __init__(
        self,
        keys: SigningKeys,
        configured: bytes | None,
        entropy: Callable[[int], bytes],
        now: Callable[[], datetime],
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`configured`: the operator's own private key, else the one in the store signs, which is made of `entropy` if there is none."""
        self.keys = keys
        self._configured = None if configured is None else SigningKey(configured)
        self._entropy, self._now, self._monotonic = entropy, now, monotonic
        self._known: tuple[SigningKey, datetime] | None = None
        """The key, and since when this process has signed with it."""
        self._until = 0.0

    def key(self) -> SigningKey:
        """The current private key, which is listed. Raises `StoreUnavailable`."""
        if self._known is None or self._monotonic() >= self._until:
            self._known = self._read(self._now())
            self._until = self._monotonic() + REREAD
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
