"""The delivery log: what was sent to a webhook, and apart from that what is still to be sent."""

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
from workers.calls.schedule import DUE, HELD, Call
from workers.webhooks.delivery import Delivery, State
from workers.webhooks.waiting import waiting_key

MOST_DELIVERED, MOST_FAILED = 1_000, 4_000
"""Deliveries that are kept of each webhook, the last ones that were delivered and the last ones that have failed. What is pending is kept
apart, until it is one or the other; all of it may fail together (`webhook_pending` is no greater).
"""

KEPT_FOR: Final = timedelta(days=7)
"""How long a settled delivery is kept."""

LOST: Final = timedelta(minutes=1)
"""After how long a new delivery is sent by whoever comes by, should the process that has made it have died."""

_STEP: Final = 100
"""Deliveries that are read in one go."""

_FULL: Final = 2
"""What `keep.lua` answers where there is no room."""

_KEEP, _LIST = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("keep", "list"))

_Place: TypeAlias = tuple[float, str]
"""Where a delivery is in the log: the time (epoch, ms) at which it was new, and its id. It never changes."""

_NEWEST: Final[_Place] = (float("inf"), "")


class DeliveryPage(NamedTuple):
    """Some deliveries, newest first, and the cursor of the page after them; None if this is the last one."""

    deliveries: Sequence[Delivery]
    next: str | None


class NoRoom(Exception):
    """As many deliveries of the webhook are pending as may be."""


_read = msgspec.json.Decoder(Delivery).decode
_write = msgspec.json.Encoder().encode


class Deliveries:
    """The logs of all webhooks. Every method raises `StoreUnavailable`, and may be called again when its answer was lost."""

    def __init__(self, client: Redis, most_delivered: int = MOST_DELIVERED, most_failed: int = MOST_FAILED) -> None:
        self._bounds = (most_delivered, most_failed, int(KEPT_FOR.total_seconds()))
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
    def change(self, webhook: str, id: str, make: Callable[[Delivery], Delivery], most_pending: int | None = None) -> Delivery | None:
        """What `make` has made of the delivery, kept; None if there is none. Called again if somebody else has changed it meanwhile.

        Raises `NoRoom` if it would become pending, and as many are (None: any number may be).
        """
        while kept := self._ask("HGET", _records(webhook), id):
            delivery = make(_read(kept))
            if self._keep(webhook, delivery, kept, most_pending):
                return delivery
        return None

    @answered
    def list(self, webhook: str, limit: int, cursor: str | None = None, state: State | None = None) -> DeliveryPage:
        """At most `limit` deliveries in this state, or in any, pending ones among them. `cursor` is the `next` of the page before."""
        found: list[tuple[_Place, Delivery]] = []
        for place, delivery in self._newest_first(webhook, self._after(webhook, cursor), state, min(_STEP, limit + 20)):
            if state in {None, delivery.state}:
                found.append((place, delivery))
            if len(found) > limit:
                break
        page = found[:limit]
        return DeliveryPage([delivery for _, delivery in page], _cursor(page[-1][0]) if len(found) > limit else None)

    @answered
    def missed_since(self, webhook: str, since: datetime) -> Sequence[Delivery]:
        """What was new at that time or later and has not been delivered although it was tried, oldest first. Pings are not missed."""
        newest_first = takewhile(lambda found: found[0][0] >= epoch_ms(since), self._newest_first(webhook, _NEWEST))
        new = (delivery for _, delivery in newest_first if delivery.created_at >= stamp(since) and delivery.table is not None)
        return [delivery for delivery in new if delivery.attempts and delivery.state != "delivered"][::-1]

    @answered
    def size(self, webhook: str, since: datetime | None = None) -> int:
        """How many deliveries the log has, of those that were new at that time or later."""
        first = "-inf" if since is None else epoch_ms(since)
        return sum(int(self._ask("ZCOUNT", key, first, "+inf")) for key in (_order(webhook), _pending(webhook)))

    @answered
    def pending(self, webhook: str) -> int:
        """How many deliveries are pending."""
        return int(self._ask("ZCARD", _pending(webhook)))

    @answered
    def tidied(self, webhook: str) -> Sequence[Delivery]:
        """The deliveries that are pending, oldest first, after what older builds have settled was taken from among them."""
        ids = self._ask("ZRANGE", _pending(webhook), 0, -1)
        found: list[Delivery] = []
        for some in (ids[at : at + _STEP] for at in range(0, len(ids), _STEP)):
            for name, kept in zip(some, self._ask("HMGET", _records(webhook), *some), strict=True):
                if kept is None:
                    self._ask("ZREM", _pending(webhook), name)
                elif (delivery := _read(kept)).is_pending:
                    found.append(delivery)
                else:
                    self._keep(webhook, delivery, kept)
        return found

    @answered
    def forget(self, webhook: str) -> None:
        """Forget the whole log of a webhook that is gone, with all that is pending."""
        self._ask("DEL", *_keys(webhook), waiting_key(webhook))

    def _after(self, webhook: str, cursor: str | None) -> _Place | None:
        """Where a page begins: below this place; None if nobody knows the cursor. Older builds gave out ids alone."""
        if cursor is None:
            return _NEWEST
        name, _, time = cursor.partition(".")
        known = time or self._ask("ZSCORE", _order(webhook), name) or self._ask("ZSCORE", _pending(webhook), name)
        return (float(known), name) if known else None

    def _newest_first(
        self, webhook: str, below: _Place | None, state: State | None = None, step: int = _STEP
    ) -> Iterator[tuple[_Place, Delivery]]:
        """All deliveries in this state, or in any, below a place, of which `step` are read at once. One that is settled meanwhile, or
        pending again, comes once all the same.
        """
        which = "all" if state is None else "pending" if state == "pending" else "settled"
        names = [*_keys(webhook)[:3], _settled(webhook, "delivered" if state == "delivered" else "failed")]
        while below is not None:
            flat = _LIST(self._ask, names, f"{below[0]:.3f}", step, which)
            read = [((float(time), name.decode()), kept) for name, time, kept in zip(flat[::3], flat[1::3], flat[2::3], strict=True)]
            new = [(place, kept) for place, kept in read if place < below]  # of two in one moment one may be above
            yield from ((place, _read(kept)) for place, kept in new if kept)
            below = new[-1][0] if new and len(read) == step else None

    def _keep(self, webhook: str, delivery: Delivery, before: bytes, most_pending: int | None = None) -> bool:
        times = (epoch_ms(delivery.created_at), "" if delivery.is_pending else epoch_ms(delivery.settled_at))
        call = (str(Call("retry", (webhook, delivery.id))), epoch_ms(_due(delivery)), "" if most_pending is None else most_pending)
        names = (*_keys(webhook), DUE, HELD)
        kept = _KEEP(self._ask, names, delivery.id, before, _write(delivery), *times, delivery.state, *self._bounds, *call)
        if kept == _FULL:
            raise NoRoom
        return bool(kept)


def _due(delivery: Delivery) -> datetime:
    """When somebody is to see that the delivery is sent, if it is pending."""
    due = datetime.fromisoformat(delivery.next_at or delivery.created_at)
    return due if delivery.attempts else due + LOST


def _cursor(place: _Place) -> str:
    time, name = place
    return f"{name}.{time:.3f}"


def _keys(webhook: str) -> Sequence[str]:
    """All keys of a log. The last two are sorted sets: the ids of what is delivered, and of what has failed, by the time of that."""
    return _records(webhook), _order(webhook), _pending(webhook), _settled(webhook, "delivered"), _settled(webhook, "failed")


def _settled(webhook: str, state: State) -> str:
    return service_key(f"deliveries:{webhook}:{state}")


def _records(webhook: str) -> str:
    """A hash: the record of each delivery, by id."""
    return service_key(f"deliveries:{webhook}")


def _order(webhook: str) -> str:
    """A sorted set: the ids of settled deliveries by the time (epoch, ms) at which they were new. Older builds put pending ones there, too,
    and forget the oldest: the pending ones of this build are not among them.
    """
    return service_key(f"deliveries:{webhook}:order")


def _pending(webhook: str) -> str:
    """A sorted set: the ids of pending deliveries by the time (epoch, ms) at which they were new."""
    return service_key(f"deliveries:{webhook}:pending")
