"""Links that give another device of the same player access to a seat: a code each, valid once and for ten minutes.

The store keeps only a digest of a code. Random bytes and times are parameters.
"""

import hashlib
from typing import Final

import msgspec
from redis import Redis

from events.errors import LinkUnknown, LinkUsed
from events.store.keys import service_key
from events.store.redis_connection import answered
from events.tables.keyed_orders import Holder

CODE_VALID_SECONDS: Final = 600
"""Seconds for which a code is valid."""

CODE_BYTES: Final = 16


class _Offer(msgspec.Struct, frozen=True, array_like=True):
    table: str
    seat: int
    taken: int


_read = msgspec.json.Decoder(_Offer).decode


class SeatLinks:
    """The valid codes of a service."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    @answered
    def offer(self, code: str, table: str, holder: Holder) -> None:
        """Store a code: a device that has it can act for this holder, too."""
        self._client.set(_offered(code), msgspec.json.encode(_Offer(table, holder.seat, holder.taken)), ex=CODE_VALID_SECONDS)

    @answered
    def look_up(self, code: str, table: str, seat: int) -> Holder:
        """The holder that a code belongs to. Does not use the code. Raises `LinkUnknown` also for a code of another seat."""
        stored = self._client.get(_offered(code))
        offer = _read(stored) if isinstance(stored, bytes) else None
        if offer is None or (offer.table, offer.seat) != (table, seat):
            raise LinkUnknown
        return Holder(offer.seat, offer.taken)

    @answered
    def use(self, code: str, claim: str, earlier: str | None = None) -> bool:
        """Use a code for the request identified by `claim` (or by `earlier` in an older build). Returns whether this use is the first.

        Raises `LinkUsed` if another request used it first. Only a digest is stored: a claim may contain an API key.
        """
        name = _used(code)
        if self._client.set(name, _digest(claim), nx=True, ex=CODE_VALID_SECONDS):
            return True
        if self._client.get(name) not in {text.encode() for text in (_digest(claim), earlier) if text is not None}:
            raise LinkUsed
        return False


def _offered(code: str) -> str:
    return service_key(f"seat-link:{_digest(code)}")


def _used(code: str) -> str:
    return service_key(f"seat-link-used:{_digest(code)}")


def _digest(code: str) -> str:
    return hashlib.sha256(code.encode()).hexdigest()
