"""The delivery log of each webhook: settled deliveries, and separately the pending ones."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import takewhile
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.timestamps import epoch_ms, stamp
from workers.calls.schedule import DUE_KEY, HELD_KEY, Call
from workers.webhooks.delivery import Delivery, State
from workers.webhooks.waiting import waiting_key

MOST_DELIVERED, MOST_FAILED = 1_000, 4_000
"""Deliveries that are stored for each webhook: the newest delivered ones, and the newest failed ones. Pending deliveries are stored
separately until they are settled; all of them may fail together (`webhook_pending` is at most `MOST_FAILED`).
"""

SETTLED_KEPT_FOR: Final = timedelta(days=7)
"""How long a settled delivery is stored."""

LOST_AFTER: Final = timedelta(minutes=1)
"""A new delivery without an attempt after this time is sent by another dispatcher, because its own may have died."""

_READ_AT_ONCE: Final = 100
"""Deliveries that are read in one step."""

_NO_ROOM: Final = 2
"""What `keep.lua` returns if too many deliveries are pending."""

_KEEP, _LIST = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("keep", "list"))

_LogPosition: TypeAlias = tuple[float, str]
"""The position of a delivery in the log: the time (epoch, ms) at which it was created, and its id. It never changes."""

_NEWEST: Final[_LogPosition] = (float("inf"), "")


class DeliveryPage(NamedTuple):
    """Some deliveries, newest first, and the cursor of the next page; None on the last page."""

    deliveries: Sequence[Delivery]
    next: str | None


class NoRoom(Exception):
    """The webhook has as many pending deliveries as it may have."""


_read = msgspec.json.Decoder(Delivery).decode
_write = msgspec.json.Encoder().encode


class Deliveries:
    """The logs of all webhooks. Every method raises `StoreUnavailable`, and may be repeated when its reply was lost."""

    def __init__(self, client: Redis, most_delivered: int = MOST_DELIVERED, most_failed: int = MOST_FAILED) -> None:
        self._bounds = (most_delivered, most_failed, int(SETTLED_KEPT_FOR.total_seconds()))
        self._execute: Callable[..., Any] = client.execute_command

    @answered
    def add(self, webhook: str, delivery: Delivery) -> Delivery:
        """Store a new delivery. Returns the delivery with its id: this one, or the one that was stored before."""
        while not self._store(webhook, delivery, b""):
            if known := self.find(webhook, delivery.id):
                return known
        return delivery

    @answered
    def find(self, webhook: str, id: str) -> Delivery | None:
        stored = self._execute("HGET", _records(webhook), id)
        return _read(stored) if stored else None

    @answered
    def change(self, webhook: str, id: str, make: Callable[[Delivery], Delivery], most_pending: int | None = None) -> Delivery | None:
        """Store and return what `make` makes of the delivery; None if there is none. Calls `make` again if the delivery was changed
        meanwhile.

        Raises `NoRoom` if it would become pending, and `most_pending` others are (None: no limit).
        """
        while stored := self._execute("HGET", _records(webhook), id):
            delivery = make(_read(stored))
            if self._store(webhook, delivery, stored, most_pending):
                return delivery
        return None

    @answered
    def list(self, webhook: str, limit: int, cursor: str | None = None, state: State | None = None) -> DeliveryPage:
        """At most `limit` deliveries in this state, or in any state, newest first. `cursor` is the `next` of the page before."""
        found: list[tuple[_LogPosition, Delivery]] = []
        for position, delivery in self._newest_first(webhook, self._after(webhook, cursor), state, min(_READ_AT_ONCE, limit + 20)):
            if state in {None, delivery.state}:
                found.append((position, delivery))
            if len(found) > limit:
                break
        page = found[:limit]
        return DeliveryPage([delivery for _, delivery in page], _cursor(page[-1][0]) if len(found) > limit else None)

    @answered
    def missed_since(self, webhook: str, since: datetime) -> Sequence[Delivery]:
        """Deliveries created at this time or later that were attempted and not delivered, oldest first, without pings."""
        newest_first = takewhile(lambda found: found[0][0] >= epoch_ms(since), self._newest_first(webhook, _NEWEST))
        new = (delivery for _, delivery in newest_first if delivery.created_at >= stamp(since) and delivery.table is not None)
        return [delivery for delivery in new if delivery.attempts and delivery.state != "delivered"][::-1]

    @answered
    def size(self, webhook: str, since: datetime | None = None) -> int:
        """How many deliveries the log contains; with `since`, of those created at this time or later."""
        first = "-inf" if since is None else epoch_ms(since)
        return sum(int(self._execute("ZCOUNT", key, first, "+inf")) for key in (_order(webhook), _pending(webhook)))

    @answered
    def pending(self, webhook: str) -> int:
        """How many deliveries are pending."""
        return int(self._execute("ZCARD", _pending(webhook)))

    @answered
    def tidied(self, webhook: str) -> Sequence[Delivery]:
        """The pending deliveries, oldest first. First removes from the pending ones those that an older build has settled."""
        ids = self._execute("ZRANGE", _pending(webhook), 0, -1)
        found: list[Delivery] = []
        for some in (ids[at : at + _READ_AT_ONCE] for at in range(0, len(ids), _READ_AT_ONCE)):
            for name, stored in zip(some, self._execute("HMGET", _records(webhook), *some), strict=True):
                if stored is None:
                    self._execute("ZREM", _pending(webhook), name)
                elif (delivery := _read(stored)).is_pending:
                    found.append(delivery)
                else:
                    self._store(webhook, delivery, stored)
        return found

    @answered
    def delete(self, webhook: str) -> None:
        """Delete the whole log of a deleted webhook, with all pending deliveries."""
        self._execute("DEL", *_keys(webhook), waiting_key(webhook))

    def _after(self, webhook: str, cursor: str | None) -> _LogPosition | None:
        """Where a page begins: below this position; None for an unknown cursor. Cursors of older builds are ids."""
        if cursor is None:
            return _NEWEST
        name, _, time = cursor.partition(".")
        known = time or self._execute("ZSCORE", _order(webhook), name) or self._execute("ZSCORE", _pending(webhook), name)
        return (float(known), name) if known else None

    def _newest_first(
        self, webhook: str, below: _LogPosition | None, state: State | None = None, step: int = _READ_AT_ONCE
    ) -> Iterator[tuple[_LogPosition, Delivery]]:
        """All deliveries in this state, or in any state, below a position; reads `step` at once. A delivery that is settled meanwhile, or
        pending again, comes once.
        """
        states = "all" if state is None else "pending" if state == "pending" else "settled"
        names = [*_keys(webhook)[:3], _settled(webhook, "delivered" if state == "delivered" else "failed")]
        while below is not None:
            flat = _LIST(self._execute, names, f"{below[0]:.3f}", step, states)
            read = [((float(time), name.decode()), stored) for name, time, stored in zip(flat[::3], flat[1::3], flat[2::3], strict=True)]
            new = [(position, stored) for position, stored in read if position < below]  # of two with the same time, one may be above
            yield from ((position, _read(stored)) for position, stored in new if stored)
            below = new[-1][0] if new and len(read) == step else None

    def _store(self, webhook: str, delivery: Delivery, before: bytes, most_pending: int | None = None) -> bool:
        times = (epoch_ms(delivery.created_at), "" if delivery.is_pending else epoch_ms(delivery.settled_at))
        call = (str(Call("retry", (webhook, delivery.id))), epoch_ms(_due(delivery)), "" if most_pending is None else most_pending)
        names = (*_keys(webhook), DUE_KEY, HELD_KEY)
        stored = _KEEP(self._execute, names, delivery.id, before, _write(delivery), *times, delivery.state, *self._bounds, *call)
        if stored == _NO_ROOM:
            raise NoRoom
        return bool(stored)


def _due(delivery: Delivery) -> datetime:
    """When the delivery is to be sent if it is pending."""
    due = datetime.fromisoformat(delivery.next_at or delivery.created_at)
    return due if delivery.attempts else due + LOST_AFTER


def _cursor(position: _LogPosition) -> str:
    time, name = position
    return f"{name}.{time:.3f}"


def _keys(webhook: str) -> Sequence[str]:
    """All keys of a log. The last two are sorted sets: the ids of delivered and of failed ones by the time at which they were settled."""
    return _records(webhook), _order(webhook), _pending(webhook), _settled(webhook, "delivered"), _settled(webhook, "failed")


def _settled(webhook: str, state: State) -> str:
    return service_key(f"deliveries:{webhook}:{state}")


def _records(webhook: str) -> str:
    """A hash: id -> delivery."""
    return service_key(f"deliveries:{webhook}")


def _order(webhook: str) -> str:
    """A sorted set: the ids of settled deliveries by the time (epoch, ms) at which they were created. Older builds also put pending ones
    there and delete the oldest; the pending ones of this build are not there.
    """
    return service_key(f"deliveries:{webhook}:order")


def _pending(webhook: str) -> str:
    """A sorted set: the ids of pending deliveries by the time (epoch, ms) at which they were created."""
    return service_key(f"deliveries:{webhook}:pending")
