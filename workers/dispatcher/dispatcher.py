"""Makes the calls that leave the service, many at once, each in a thread of its own, few of which work while the others wait for answers.
It knows neither bots nor webhooks.

The feed is the fast path and the schedule is the guarantee: whatever a dispatcher that dies has begun, another one begins again. Any
number of dispatchers may run at once.
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

from events.errors import BrokenLog, NewerLog, TableUnknown
from events.store.event_store import StoreUnavailable
from events.store.retry_loop import retry_forever
from events.timestamps import epoch_ms
from workers.calls.parties import Parties
from workers.calls.schedule import Call, LeasedCall
from workers.calls.shares import Paces, Party, Shares, UnderWay
from workers.calls.slots import Slot, Slots
from workers.dispatcher.feed_consumer import FeedConsumer
from workers.dispatcher.parts import DispatcherParts, Listener, Make
from workers.feed.reactor import Feed
from workers.health import BEAT, dispatcher_lives

log = logging.getLogger(__name__)

LEASE_MS: Final = 6_000
"""After how long a dead dispatcher's calls come back."""

HOLD: Final = 1.5
"""Seconds between two renewals of the lease of all calls that are being made."""

SWEEP_MS: Final = 250
"""How long the feed is waited for at most, before it is looked again what is due."""

BUSY_MS: Final = 20
"""The same while calls wait for others to end."""

STILL_MADE: Final = timedelta(milliseconds=250)
"""After how long a call comes back that was due, as its lease was over, while it is being made here."""

CLAIM: Final = 5.0
"""Seconds between two looks for what dead dispatchers left."""

AT_ONCE: Final = 2_000
"""Calls that are taken in one go: as many as limits may let be made."""

FIRST_REST, LONGEST_REST = 1.0, 600.0
"""Seconds until a call comes back that has failed in a way it should not have; each further failure doubles them."""

NEWER_REST: Final = timedelta(seconds=5)
"""After how long a call comes back whose table only a newer build can read: one may have it then."""

LAST_CALLS: Final = 4.0
"""Seconds that calls may still take when the dispatcher is told to stop."""


class Made(NamedTuple):
    """A call that is being made, since when by the monotonic clock, and what it needs to work."""

    taken: LeasedCall
    party: Party
    since: float
    hand: Slot

    def under_way(self, now: float) -> UnderWay:
        """The call, as its shares are counted: what it has waited for us is not the time that it takes."""
        return UnderWay(self.taken.call.endpoint, self.party, now - self.since - self.hand.waited)


class Dispatcher:
    """One dispatcher, on its own member of the feed's group. `name` is another one for each that ever runs; `whose` says for whom a call
    of a kind to an endpoint is made. `nobody_until` is told when dispatchers were there again after none had been.
    """

    def __init__(
        self,
        parts: DispatcherParts,
        feed: Feed,
        name: str,
        kinds: Mapping[str, Make],
        listeners: Sequence[Listener],
        whose: Callable[[DispatcherParts, str, str], Party],
        *,
        hands: Slots | None = None,
        nobody_until: Callable[[datetime], None] = lambda _: None,
    ) -> None:
        self._desk = parts
        self._nobody_until = nobody_until
        self._hearing = FeedConsumer(parts, feed, listeners)
        self._name = name
        self._kinds = kinds
        self._monotonic = parts.tools.monotonic
        self._whose = Parties(partial(whose, parts), self._monotonic)
        self._paces = Paces()
        self._hands = Slots() if hands is None else hands
        self._takings = 0
        self._running: dict[Call, Made] = {}
        self._some_wait = False
        self._one_has_ended = threading.Event()
        self._failed: Counter[Call] = Counter()
        self._next_claim = self._next_beat = self._next_hold = float("-inf")

    def run(self, stopping: Callable[[], bool]) -> None:
        """Go on until `stopping()`, whatever happens to the store meanwhile."""
        log.info("the dispatcher makes calls")
        retry_forever(self.step, stopping)
        self.leave()

    def step(self) -> None:
        """Begin what there is to do now, or comes soon. Raises `StoreUnavailable`."""
        now = self._monotonic()
        if now >= self._next_beat:
            if back := dispatcher_lives(self._desk.tools.client, self._desk.now()):
                self._nobody_until(back)
            self._next_beat = now + BEAT
        self._hold_in_time()
        if now >= self._next_claim:
            self._next_claim = now + CLAIM
            self._hearing.claim()
        self.follow(self._wait_ms())

    def follow(self, wait_ms: int) -> None:
        """Ask for what the feed calls for now, or first within `wait_ms`, and begin what is due."""
        heard = self._hearing.hear(wait_ms, self.begin)
        self._hold_in_time()
        if heard or not wait_ms or not self._some_wait or self._one_has_ended.is_set():
            self.begin()
        self._hearing.done(heard)

    def begin(self) -> None:
        """Begin as many of the calls that are due as their shares allow."""
        self._one_has_ended.clear()
        self._takings += 1
        parts, now = self._desk, self._monotonic()
        under_way = (made.under_way(now) for made in [*self._running.values()])
        shares = Shares(parts.tools.limits, self._whose, self._paces, under_way)
        given = parts.schedule.take(parts.now(), LEASE_MS, AT_ONCE, f"{self._name}.{self._takings}", shares)
        for taken in sorted(given, key=self._is_message):
            if taken.call in self._running:  # it is coming to its end, or its lease was over: only one at a time
                parts.schedule.again(taken, parts.now() + STILL_MADE)
            else:
                self._start(taken)
        self._some_wait = shares.turned_away

    def _start(self, taken: LeasedCall) -> None:
        """Make the call in a thread of its own. Raises `RuntimeError` if the system has none left: then it comes back."""
        call, party = taken.call, self._whose(taken.call.kind, taken.call.endpoint)
        made = Made(taken, party, self._monotonic(), self._hands.of(party.places, party.owner))
        self._running[call] = made
        try:
            threading.Thread(target=self._make, args=(made,), name=str(call), daemon=True).start()
        except RuntimeError:
            del self._running[call]
            raise

    def _is_message(self, taken: LeasedCall) -> bool:
        """Turns come first."""
        return self._whose(taken.call.kind, taken.call.endpoint).places == "messages"

    def leave(self) -> None:
        """Let running calls end if they soon do; the others are due again for whoever comes next. Without the store none can end."""
        try:
            self._hold()
            until = self._monotonic() + LAST_CALLS
            while self._running and self._monotonic() < until:
                time.sleep(0.05)
            for made in [*self._running.values()]:
                self._desk.schedule.again(made.taken, self._desk.now())
        except (StoreUnavailable, RedisError):
            log.warning("calls that were being made come back when their lease is over")

    def _hold_in_time(self) -> None:
        """Keep all calls that are being made, unless that was done a moment ago."""
        if self._monotonic() >= self._next_hold:
            self._hold()

    def _hold(self) -> None:
        self._desk.schedule.hold([made.taken for made in [*self._running.values()]], self._desk.now(), LEASE_MS)
        self._next_hold = self._monotonic() + HOLD

    def _wait_ms(self) -> int:
        """How long the feed may be waited for: until the next call is due, or one that waits may be begun."""
        earliest, longest = self._desk.schedule.earliest(), BUSY_MS if self._some_wait else SWEEP_MS
        return longest if earliest is None else min(longest, max(0, earliest - epoch_ms(self._desk.now())))

    def _make(self, made: Made) -> None:
        """Make a call and say what comes after it. If the store does not answer, the call comes back by itself."""
        taken = made.taken
        try:
            with made.hand.working():
                due = self._made(taken.call)
                if due is None:
                    self._desk.schedule.done(taken)
                else:
                    self._desk.schedule.again(taken, due)
        except (StoreUnavailable, RedisError) as error:
            log.debug("%s comes back: %s", taken.call, error)
        finally:
            del self._running[taken.call]
            self._paces.ended(made.under_way(self._monotonic()))
            self._one_has_ended.set()

    def _made(self, call: Call) -> datetime | None:
        """When the call is to be made again, None if never. Raises `StoreUnavailable`; what else a call raises is logged."""
        try:
            due = self._kinds[call.kind](self._desk, *call.ids)
        except StoreUnavailable:
            raise
        except NewerLog:
            return self._desk.now() + NEWER_REST
        except BrokenLog:
            return None  # said where it was found; who brings the table back has all its calls asked for again
        except TableUnknown:
            return None  # it was removed while the call was made
        except Exception:
            self._failed[call] += 1
            rest = min(LONGEST_REST, FIRST_REST * 2.0 ** min(self._failed[call] - 1, 10))
            log.exception("the call %s has failed; next try in %.0f s", call, rest)
            return self._desk.now() + timedelta(seconds=rest)
        self._failed.pop(call, None)
        return due
