"""The secret that all processes of a service share, and the API keys of the owners of bots and webhooks.

Random bytes and times are parameters. The store keeps only a digest of an API key.
"""

import hashlib
import hmac
import logging
import re
from collections.abc import Callable, Collection, Sequence
from functools import cache, partial
from typing import Final

import msgspec
from redis import Redis
from redis.exceptions import ResponseError

from events.store.answering import is_of_another_type
from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.redis_connection import answered

log = logging.getLogger(__name__)

SECRET_BYTES: Final = 32

_KEY_TEXT = re.compile(r"rsk_([A-Za-z0-9]{8,32})_([A-Za-z0-9_-]{32,128})")
_NOBODY = "0" * 64


@answered
def service_secret(client: Redis, random_bytes: bytes) -> bytes:
    """The service's secret: the `random_bytes` (32 of them) of the first process that calls this.

    If the key holds anything else, no token can be signed until an operator fixes it. Raises `StoreUnavailable` then.
    """
    if len(random_bytes) != SECRET_BYTES:
        raise ValueError(f"the secret needs {SECRET_BYTES} bytes, not {len(random_bytes)}")
    name = service_key("secret")
    client.set(name, random_bytes, nx=True)
    try:
        stored = client.get(name)
    except ResponseError as error:
        if not is_of_another_type(error):
            raise
        stored = None
    if not isinstance(stored, bytes) or len(stored) != SECRET_BYTES:
        log.error("%s is no secret of %d bytes: no seat's token is good until it is put right", name, SECRET_BYTES)
        raise StoreUnavailable(f"{name} is no secret of {SECRET_BYTES} bytes")
    return stored


def secret_when_needed(client: Redis, random_bytes: bytes) -> Callable[[], bytes]:
    """A cached call of `service_secret` on first use: a process can start while the store is unavailable."""
    return cache(partial(service_secret, client, random_bytes))


class ApiKey(msgspec.Struct, frozen=True, kw_only=True):
    """The public part of a key. `limit`: requests per minute, None for the service's limit; `created_at`: UTC (RFC 3339)."""

    id: str
    name: str
    limit: int | None
    created_at: str


class _StoredKey(ApiKey, frozen=True, kw_only=True):
    digest: str


_read = msgspec.json.Decoder(_StoredKey).decode


class ApiKeys:
    """All API keys of a service, in one hash by id."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._name = service_key("api-keys")

    @answered
    def mint(self, name: str, limit: int | None, *, id: str, secret: str, created_at: str) -> str:
        """Store a new key and return its text, which cannot be recovered later. Raises `ValueError` if the id is taken."""
        text = f"rsk_{id}_{secret}"
        if not _KEY_TEXT.fullmatch(text):
            raise ValueError("an API key needs an id of 8 to 32 letters and digits and a secret of 32 to 128")
        stored = msgspec.json.encode(_StoredKey(id=id, name=name, limit=limit, created_at=created_at, digest=_digest(secret)))
        # After a lost reply the command is repeated: then this very key has the id.
        if not self._client.hsetnx(self._name, id, stored) and self._client.hget(self._name, id) != stored:
            raise ValueError(f"the id {id} is taken")
        return text

    @answered
    def look_up(self, key: str) -> ApiKey | None:
        """The key with this text, or None. The comparison takes the same time for every secret."""
        parts = _KEY_TEXT.fullmatch(key)
        if parts is None:
            return None
        stored = self._client.hget(self._name, parts[1])
        known = _read(stored) if stored else None
        same = hmac.compare_digest(known.digest if known else _NOBODY, _digest(parts[2]))
        return _public(known) if known and same else None

    @answered
    def list(self) -> Sequence[ApiKey]:
        """All keys, oldest first."""
        stored = (_public(_read(value)) for value in self._client.hvals(self._name))
        return sorted(stored, key=lambda key: (key.created_at, key.id))

    @answered
    def among(self, ids: Collection[str]) -> Collection[str]:
        """Those of these ids that belong to keys that are not revoked."""
        candidates = list(ids)
        stored = self._client.hmget(self._name, candidates) if candidates else ()
        return {candidate for candidate, key in zip(candidates, stored, strict=True) if key is not None}

    @answered
    def revoke(self, id: str) -> bool:
        """Delete a key. Returns whether it existed."""
        known = self._client.hexists(self._name, id)
        self._client.hdel(self._name, id)  # repeated after a lost reply: then it finds nothing
        return bool(known)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _public(stored: _StoredKey) -> ApiKey:
    return ApiKey(id=stored.id, name=stored.name, limit=stored.limit, created_at=stored.created_at)
