"""The delivery log: what was sent to a webhook or is to be sent, and what became of each attempt."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from redis import Redis

from events.connection import answered
from events.keys import service_key
from events.moments import epoch_ms, stamp
from events.scripts import Script

MOST: Final = 1_000
"""Deliveries that are kept of each webhook; beyond it the oldest are forgotten, whatever their state."""

KEPT: Final = timedelta(days=7)
"""How long a delivery is kept: longer than it is retried."""

State: TypeAlias = Literal["pending", "delivered", "failed"]

MOST_ATTEMPTS: Final = 50
"""Attempts that are kept of each delivery, the newest: its owner may have it sent again as often as they like."""

_STEP: Final = 100
"""Deliveries that are read in one go."""

_KEEP: Final = Script(Path(__file__).with_name("keep.lua"))


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One call. `at`: when it began (UTC, ms); `status`: of its answer, None if there was none; `reason`: why it is not good enough, None
    if it is; `ms`: how long it took.
    """

    at: str
    status: int | None
    reason: str | None
    ms: int


class Delivery(msgspec.Struct, frozen=True, kw_only=True):
    """A message for one webhook. `table` and `version` are what it tells of, None for a ping; `next_at`: when it is sent next (UTC, ms),
    None if it is not; `body`: JSON, the same in each attempt; `skipped`: attempts before it was last asked for; `forgotten`:
    attempts before those that are kept.
    """

    id: str
    type: str
    table: str | None
    version: int | None
    created_at: str
    body: str
    state: State = "pending"
    attempts: tuple[Attempt, ...] = ()
    next_at: str | None = None
    skipped: int = 0
    forgotten: int = 0

    @property
    def tried(self) -> int:
        """How often it was attempted."""
        return self.forgotten + len(self.attempts)


class Page(NamedTuple):
    """Some deliveries, newest first, and the cursor of the page after them; None if this is the last one."""

    deliveries: Sequence[Delivery]
    next: str | None


_read = msgspec.json.Decoder(Delivery).decode
_write = msgspec.json.Encoder().encode


class Deliveries:
    """The logs of all webhooks. Every method raises `StoreUnavailable`, and may be called again when its answer was lost."""

    def __init__(self, client: Redis) -> None:
        self._ask: Callable[..., Any] = client.execute_command

    @answered
    def add(self, webhook: str, delivery: Delivery) -> Delivery:
        """Keep a new delivery. Answers what is kept under its id: this one, or the one that was there."""
        while not self._keep(webhook, delivery, b""):
            if known := self.find(webhook, delivery.id):
                return known
        return delivery

    @answered
    def find(self, webhook: str, id: str) -> Delivery | None:
        kept = self._ask("HGET", _records(webhook), id)
        return _read(kept) if kept else None

    @answered
    def change(self, webhook: str, id: str, make: Callable[[Delivery], Delivery]) -> Delivery | None:
        """What `make` has made of the delivery, kept; None if there is none. Called again if somebody else has changed it meanwhile."""
        while kept := self._ask("HGET", _records(webhook), id):
            delivery = make(_read(kept))
            if self._keep(webhook, delivery, kept):
                return delivery
        return None

    @answered
    def list(self, webhook: str, limit: int, cursor: str | None = None, state: State | None = None) -> Page:
        """At most `limit` deliveries in this state, or in any. `cursor` is the `next` of the page before."""
        found: list[Delivery] = []
        place = self._after(webhook, cursor)
        while place is not None and len(found) <= limit:
            ids = self._ask("ZRANGE", _order(webhook), place, place + _STEP - 1, "REV")
            found += (delivery for delivery in self._read_all(webhook, ids) if state in {None, delivery.state})
            place = place + _STEP if len(ids) == _STEP else None
        return Page(found[:limit], found[limit - 1].id if len(found) > limit else None)

    @answered
    def missed_since(self, webhook: str, since: datetime) -> Sequence[Delivery]:
        """What was new at that time or later and has not been delivered although it was tried, oldest first. Pings are not missed."""
        ids = self._ask("ZRANGE", _order(webhook), epoch_ms(since), "+inf", "BYSCORE")
        found = self._read_all(webhook, ids)
        new = (delivery for delivery in found if delivery.created_at >= stamp(since) and delivery.table is not None)
        return [delivery for delivery in new if delivery.attempts and delivery.state != "delivered"]

    @answered
    def forget(self, webhook: str) -> None:
        """Forget the whole log of a webhook that is gone."""
        self._ask("DEL", _records(webhook), _order(webhook))

    def _after(self, webhook: str, cursor: str | None) -> int | None:
        """The place in the order where a page begins; None if there is nothing after the cursor."""
        rank = -1 if cursor is None else self._ask("ZREVRANK", _order(webhook), cursor)
        return None if rank is None else rank + 1

    def _read_all(self, webhook: str, ids: Sequence[bytes]) -> Sequence[Delivery]:
        kept = self._ask("HMGET", _records(webhook), *ids) if ids else ()
        return [_read(record) for record in kept if record is not None]

    def _keep(self, webhook: str, delivery: Delivery, before: bytes) -> bool:
        created = datetime.fromisoformat(delivery.created_at)
        times = (epoch_ms(created), epoch_ms(created - KEPT), MOST, int(KEPT.total_seconds()))
        return bool(_KEEP(self._ask, (_records(webhook), _order(webhook)), delivery.id, before, _write(delivery), *times))


def asked_again(delivery: Delivery, now: datetime) -> Delivery:
    """The delivery as somebody wants it to be sent now, whatever became of it, and retried from the beginning."""
    return msgspec.structs.replace(delivery, state="pending", next_at=stamp(now), skipped=delivery.tried)


def attempted(delivery: Delivery, attempt: Attempt) -> Delivery:
    """The delivery after one attempt more."""
    attempts = (*delivery.attempts, attempt)
    kept = attempts[-MOST_ATTEMPTS:]
    return msgspec.structs.replace(delivery, attempts=kept, forgotten=delivery.forgotten + len(attempts) - len(kept))


def _records(webhook: str) -> str:
    """A hash: the record of each delivery, by id."""
    return service_key(f"deliveries:{webhook}")


def _order(webhook: str) -> str:
    """A sorted set: the ids of deliveries by the time (epoch, ms) at which they were new."""
    return service_key(f"deliveries:{webhook}:order")
