"""Makes the outgoing calls of the service, many at once, each in its own thread; slots limit how many use the interpreter. It knows neither
bots nor webhooks.

The feed is the fast path, and the schedule is the guarantee: if a dispatcher dies, another one repeats its calls. Any number of dispatchers
may run at once.
"""

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

from redis.exceptions import RedisError

from events.errors import BrokenLog, TableUnknown, UnreadableNow
from events.log_context import note
from events.store.event_store import StoreUnavailable
from events.store.retry_loop import retry_forever
from events.timestamps import epoch_ms
from events.tracing import is_on, span
from workers.calls.parties import Parties
from workers.calls.schedule import Call, LeasedCall
from workers.calls.shares import Paces, Party, Shares, UnderWay
from workers.calls.slots import Slot, Slots
from workers.dispatcher.feed_consumer import FeedConsumer
from workers.dispatcher.parts import DispatcherParts, Listener, Make
from workers.feed.claiming import Feed
from workers.health import HEARTBEAT_INTERVAL, dispatcher_lives

log = logging.getLogger(__name__)

LEASE_MS: Final = 6_000
"""How long the lease of a call lasts: the calls of a dead dispatcher are due again after this time."""

LEASE_RENEWAL_INTERVAL: Final = 1.5
"""Seconds between two renewals of the leases of all running calls."""

LONGEST_FEED_WAIT_MS: Final = 250
"""How long to wait for the feed at most, before the schedule is checked again."""

LONGEST_FEED_WAIT_BUSY_MS: Final = 20
"""The same while a line waits because its shares are used up."""

STILL_RUNNING_PAUSE: Final = timedelta(milliseconds=250)
"""After how long a call is due again whose lease expired while this dispatcher still makes it."""

CLAIM_INTERVAL: Final = 5.0
"""Seconds between two claims of the feed entries of dead dispatchers."""

MOST_CALLS_TAKEN_AT_ONCE: Final = 2_000
"""Calls that are leased in one step: as many as the limits can allow."""

FIRST_RETRY_PAUSE, LONGEST_RETRY_PAUSE = 1.0, 600.0
"""Seconds until a call that failed by an error of the service is retried, at first and at most. Each further failure doubles them."""

NEWER_TABLE_PAUSE: Final = timedelta(seconds=5)
"""After how long a call is retried whose table this process cannot read: a newer build may take it then, or the archive answer."""

STOP_WITHIN: Final = 4.0
"""Seconds that running calls may still use when the dispatcher is asked to stop."""


class Made(NamedTuple):
    """A running call: its lease, its party, when it began by the monotonic clock, and its slot."""

    leased: LeasedCall
    party: Party
    since: float
    slot: Slot

    def under_way(self, now: float) -> UnderWay:
        """The call as the shares count it: the time for which it waited for a slot does not count."""
        return UnderWay(self.leased.call.endpoint, self.party, now - self.since - self.slot.waited)


class Dispatcher:
    """One dispatcher, a member of the feed's group. `name` is unique to each dispatcher that ever runs. `party_of` returns the party of a
    kind of call to an endpoint.

    `on_downtime` is called when dispatchers are back after an absence, with the time of their return.
    """

    def __init__(
        self,
        parts: DispatcherParts,
        feed: Feed,
        name: str,
        kinds: Mapping[str, Make],
        listeners: Sequence[Listener],
        party_of: Callable[[DispatcherParts, str, str], Party],
        *,
        slots: Slots | None = None,
        on_downtime: Callable[[datetime], None] = lambda _: None,
    ) -> None:
        self._parts = parts
        self._on_downtime = on_downtime
        self._consumer = FeedConsumer(parts, feed, listeners)
        self._name = name
        self._kinds = kinds
        self._monotonic = parts.worker.monotonic
        self._party_of = Parties(partial(party_of, parts), self._monotonic)
        self._paces = Paces()
        self._slots = Slots() if slots is None else slots
        self._times_taken = 0
        self._running: dict[Call, Made] = {}
        self._line_waits = False
        self._call_ended = threading.Event()
        self._failed: Counter[Call] = Counter()
        self._next_claim = self._next_beat = self._next_renewal = float("-inf")

    def run(self, stopping: Callable[[], bool]) -> None:
        """Run until `stopping()` is true. Waits for a store that is unavailable."""
        log.info("the dispatcher makes calls")
        retry_forever(self.step, stopping)
        self.leave()

    def step(self) -> None:
        """Start the calls that are due now, or soon. Raises `StoreUnavailable`."""
        now = self._monotonic()
        if now >= self._next_beat:
            if last_return := dispatcher_lives(self._parts.worker.client, self._parts.now()):
                self._on_downtime(last_return)
            self._parts.worker.counts.store(self._parts.worker.client)
            self._next_beat = now + HEARTBEAT_INTERVAL
        self._renew_leases_if_due()
        if now >= self._next_claim:
            self._next_claim = now + CLAIM_INTERVAL
            self._consumer.claim()
        self.follow(self._wait_ms())

    def follow(self, wait_ms: int) -> None:
        """Schedule the calls of feed entries that are there or arrive within `wait_ms`, and start the due calls."""
        consumed = self._consumer.consume(wait_ms, self.begin)
        self._renew_leases_if_due()
        if consumed or not wait_ms or not self._line_waits or self._call_ended.is_set():
            self.begin()
        self._consumer.done(consumed)

    def begin(self) -> None:
        """Start as many due calls as their shares allow."""
        self._call_ended.clear()
        self._times_taken += 1
        parts, now = self._parts, self._monotonic()
        under_way = (made.under_way(now) for made in [*self._running.values()])
        shares = Shares(parts.worker.limits, self._party_of, self._paces, under_way)
        leased_calls = parts.schedule.take(parts.now(), LEASE_MS, MOST_CALLS_TAKEN_AT_ONCE, f"{self._name}.{self._times_taken}", shares)
        for leased in sorted(leased_calls, key=self._is_message):
            if leased.call in self._running:  # it is about to end, or its lease expired: one at a time
                parts.schedule.again(leased, parts.now() + STILL_RUNNING_PAUSE)
            else:
                self._start(leased)
        self._line_waits = shares.turned_away

    def _start(self, leased: LeasedCall) -> None:
        """Make the call in a new thread. Raises `RuntimeError` if the system has no thread left: then the call is due again later."""
        call, party = leased.call, self._party_of(leased.call.kind, leased.call.endpoint)
        made = Made(leased, party, self._monotonic(), self._slots.of(party.places, party.owner))
        self._running[call] = made
        try:
            threading.Thread(target=self._make, args=(made,), name=str(call), daemon=True).start()
        except RuntimeError:
            del self._running[call]
            raise

    def _is_message(self, leased: LeasedCall) -> bool:
        """Sorts turns before messages."""
        return self._party_of(leased.call.kind, leased.call.endpoint).places == "messages"

    def leave(self) -> None:
        """Wait up to `STOP_WITHIN` seconds for running calls; the others are due again at once. Without the store, they are due when their
        leases expire.
        """
        try:
            self._renew_leases()
            until = self._monotonic() + STOP_WITHIN
            while self._running and self._monotonic() < until:
                time.sleep(0.05)
            for made in [*self._running.values()]:
                self._parts.schedule.again(made.leased, self._parts.now())
        except (StoreUnavailable, RedisError):
            log.warning("calls that are running are due again when their leases expire")

    def _renew_leases_if_due(self) -> None:
        """Renew the leases of all running calls, unless that was done within the interval."""
        if self._monotonic() >= self._next_renewal:
            self._renew_leases()

    def _renew_leases(self) -> None:
        self._parts.schedule.hold([made.leased for made in [*self._running.values()]], self._parts.now(), LEASE_MS)
        self._next_renewal = self._monotonic() + LEASE_RENEWAL_INTERVAL

    def _wait_ms(self) -> int:
        """How long to wait for the feed: until the next call is due, or a waiting line may be admitted."""
        earliest, longest = self._parts.schedule.earliest(), LONGEST_FEED_WAIT_BUSY_MS if self._line_waits else LONGEST_FEED_WAIT_MS
        return longest if earliest is None else min(longest, max(0, earliest - epoch_ms(self._parts.now())))

    def _make(self, made: Made) -> None:
        """Make a call and end its lease. If the store does not answer, the call is due again when its lease expires."""
        leased = made.leased
        note(call=str(leased.call))
        try:
            with made.slot.working():
                due = self._traced_result(leased.call)
                if due is None:
                    self._parts.schedule.done(leased)
                else:
                    self._parts.schedule.again(leased, due)
        except (StoreUnavailable, RedisError) as error:
            log.debug("%s is due again later: %s", leased.call, error)
        finally:
            del self._running[leased.call]
            self._paces.ended(made.under_way(self._monotonic()))
            self._call_ended.set()

    def _traced_result(self, call: Call) -> datetime | None:
        """The result of a call, in the trace that has asked for it."""
        with span(f"call {call.kind}", "client", self._parts.schedule.trace(call) if is_on() else "", call=str(call)):
            return self._result(call)

    def _result(self, call: Call) -> datetime | None:
        """When the call is to be made again; None if never. Raises `StoreUnavailable`; any other error of the call is logged."""
        try:
            due = self._kinds[call.kind](self._parts, *call.ids)
        except StoreUnavailable:
            raise
        except UnreadableNow:
            return self._parts.now() + NEWER_TABLE_PAUSE
        except BrokenLog:
            return None  # already logged; restoring the table schedules its calls again
        except TableUnknown:
            return None  # it was removed while the call was made
        except Exception:
            self._failed[call] += 1
            pause = min(LONGEST_RETRY_PAUSE, FIRST_RETRY_PAUSE * 2.0 ** min(self._failed[call] - 1, 10))
            log.exception("the call %s has failed; next try in %.0f s", call, pause)
            return self._parts.now() + timedelta(seconds=pause)
        self._failed.pop(call, None)
        return due
