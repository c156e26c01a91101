"""Seats handed on to another device of the same person: one code for each, good once and for ten minutes.

What is stored of a code does not let anybody use it. Chance and time come from outside.
"""

import hashlib
from typing import Final

import msgspec
from redis import Redis

from events.errors import LinkUnknown, LinkUsed
from events.store.keys import service_key
from events.store.redis_connection import answered
from events.tables.keyed_orders import Holder

GOOD_FOR: Final = 600
"""Seconds for which a code can be used."""

CODE_BYTES: Final = 16


class _Offer(msgspec.Struct, frozen=True, array_like=True):
    table: str
    seat: int
    taken: int


_read = msgspec.json.Decoder(_Offer).decode


class SeatLinks:
    """The codes of a service that are good now."""

    def __init__(self, client: Redis) -> None:
        self._client = client

    @answered
    def offer(self, code: str, table: str, holder: Holder) -> None:
        """Lets whoever has the code act for this holder, too."""
        self._client.set(_offered(code), msgspec.json.encode(_Offer(table, holder.seat, holder.taken)), ex=GOOD_FOR)

    @answered
    def look_up(self, code: str, table: str, seat: int) -> Holder:
        """Whom a code is of, which nothing is done to. Raises `LinkUnknown` also for a code of another seat."""
        kept = self._client.get(_offered(code))
        offer = _read(kept) if isinstance(kept, bytes) else None
        if offer is None or (offer.table, offer.seat) != (table, seat):
            raise LinkUnknown
        return Holder(offer.seat, offer.taken)

    @answered
    def use(self, code: str, claim: str, earlier: str | None = None) -> bool:
        """Uses a code up, for the request that is known as `claim`, or was to an older build as `earlier`; whether that is new.

        Raises `LinkUsed` if another one was first. A digest is kept: a claim may hold an API key.
        """
        name = _used(code)
        if self._client.set(name, _digest(claim), nx=True, ex=GOOD_FOR):
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
