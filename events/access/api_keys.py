"""Who may call: the secret that all processes of one service share, and the API keys of those who own bots and webhooks.

Chance and time come from outside. What is stored of an API key does not let anybody use it.
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

from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.redis_connection import answered, is_of_another_type

log = logging.getLogger(__name__)

SECRET_BYTES: Final = 32

_KEY_TEXT = re.compile(r"rsk_([A-Za-z0-9]{8,32})_([A-Za-z0-9_-]{32,128})")
_NOBODY = "0" * 64


@answered
def service_secret(client: Redis, random_bytes: bytes) -> bytes:
    """The secret that the first process to ask has chosen: its `random_bytes` (32 of them), for all others from then on.

    Where something else lies in its place nothing can be signed, until somebody has put that right: the store will not do as it is.
    """
    if len(random_bytes) != SECRET_BYTES:
        raise ValueError(f"the secret takes {SECRET_BYTES} bytes, not {len(random_bytes)}")
    name = service_key("secret")
    client.set(name, random_bytes, nx=True)
    try:
        kept = client.get(name)
    except ResponseError as error:
        if not is_of_another_type(error):
            raise
        kept = None
    if not isinstance(kept, bytes) or len(kept) != SECRET_BYTES:
        log.error("%s is no secret of %d bytes: no seat's token is good until it is put right", name, SECRET_BYTES)
        raise StoreUnavailable(f"{name} is no secret of {SECRET_BYTES} bytes")
    return kept


def secret_when_needed(client: Redis, random_bytes: bytes) -> Callable[[], bytes]:
    """`service_secret`, asked of the store once, and not before somebody needs it: a process can start while the store is away."""
    return cache(partial(service_secret, client, random_bytes))


class ApiKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key as everybody may see it. `limit`: requests a minute, if it has a limit of its own; `created_at`: UTC (RFC 3339)."""

    id: str
    name: str
    limit: int | None
    created_at: str


class _Kept(ApiKey, frozen=True, kw_only=True):
    digest: str


_read = msgspec.json.Decoder(_Kept).decode


class ApiKeys:
    """All API keys of a service, in one hash by id."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._name = service_key("api-keys")

    @answered
    def mint(self, name: str, limit: int | None, *, id: str, secret: str, created_at: str) -> str:
        """Keep a new key and return its text, which nobody can find out later. Raises `ValueError` if the id is taken."""
        text = f"rsk_{id}_{secret}"
        if not _KEY_TEXT.fullmatch(text):
            raise ValueError("an API key takes an id of 8 to 32 letters and digits and a secret of 32 to 128")
        kept = msgspec.json.encode(_Kept(id=id, name=name, limit=limit, created_at=created_at, digest=_digest(secret)))
        # A lost reply has this sent again, and then the id is taken: by this very key.
        if not self._client.hsetnx(self._name, id, kept) and self._client.hget(self._name, id) != kept:
            raise ValueError(f"the id {id} is taken")
        return text

    @answered
    def look_up(self, key: str) -> ApiKey | None:
        """The key with this text, or None; how long that takes tells nothing about the secret."""
        parts = _KEY_TEXT.fullmatch(key)
        if parts is None:
            return None
        kept = self._client.hget(self._name, parts[1])
        known = _read(kept) if kept else None
        same = hmac.compare_digest(known.digest if known else _NOBODY, _digest(parts[2]))
        return _shown(known) if known and same else None

    @answered
    def list(self) -> Sequence[ApiKey]:
        """All keys, oldest first."""
        kept = (_shown(_read(value)) for value in self._client.hvals(self._name))
        return sorted(kept, key=lambda key: (key.created_at, key.id))

    @answered
    def among(self, ids: Collection[str]) -> Collection[str]:
        """Those of these ids that are keys, and not revoked."""
        asked = list(ids)
        kept = self._client.hmget(self._name, asked) if asked else ()
        return {one for one, key in zip(asked, kept, strict=True) if key is not None}

    @answered
    def revoke(self, id: str) -> bool:
        """Forget a key; whether there was one."""
        known = self._client.hexists(self._name, id)
        self._client.hdel(self._name, id)  # sent again if its reply is lost, and then it finds nothing
        return bool(known)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _shown(kept: _Kept) -> ApiKey:
    return ApiKey(id=kept.id, name=kept.name, limit=kept.limit, created_at=kept.created_at)
