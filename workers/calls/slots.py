"""Who works now: a dispatcher is one process with one interpreter, and a call that need not wait for its answer uses up nothing but that.

So calls work by hands: few of them for messages, few for turns, and none for a call that waits for the outside. While turns work, hardly
any message does. Whoever waits for a hand gets it in the order of start-time fair queueing among owners: an owner's place is behind the
time that its calls have worked already, but never before what is served now. So a thousand quick calls of one owner delay nobody else's by
more than what is under way (ADR 40).
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from workers.calls.shares import Places
from workers.outgoing.outside import SLOT

WORKING: Final[Mapping[Places, int]] = {"turns": 4, "messages": 2}
"""Calls that work at the same time. Half of their time is the store's, so that two keep the interpreter busy."""

TURNS_FIRST: Final = 3
"""While turns work, so many of them pass before a message does."""

USUAL: Final = 0.002
"""Seconds for which a call works before it waits, as far as that is not known yet."""

REMEMBERED: Final = 10_000
"""Owners whose places are remembered."""


class Slots:
    """The hands of one dispatcher. `monotonic` counts seconds."""

    def __init__(self, working: Mapping[Places, int] = WORKING, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._most = working
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._lines: Mapping[Places, _Line] = {"turns": _Line(), "messages": _Line()}
        self._working: Counter[Places] = Counter()
        self._passed = 0

    def of(self, places: Places, owner: str) -> "Slot":
        """A hand for a call of this owner, not taken yet."""
        return Slot(self, places, owner, self._monotonic)

    def waiting(self, places: Places) -> int:
        """How many wait for a hand of this kind."""
        with self._lock:
            return self._lines[places].waiting

    def take(self, places: Places, owner: str) -> None:
        """Wait for a hand."""
        with self._lock:
            served = self._lines[places].join(owner)
            self._hand_out()
        served.wait()

    def let_go(self, places: Places, owner: str, seconds: float) -> None:
        """Give a hand back after so many seconds of work."""
        with self._lock:
            self._working[places] -= 1
            self._passed += places == "turns"
            self._lines[places].worked(owner, seconds)
            self._hand_out()

    def _hand_out(self) -> None:
        while self._lines["turns"].waiting and self._working["turns"] < self._most["turns"]:
            self._lines["turns"].serve()
            self._working["turns"] += 1
        while self._lines["messages"].waiting and self._working["messages"] < self._messages():
            self._lines["messages"].serve()
            self._working["messages"] += 1
            self._passed = 0

    def _messages(self) -> int:
        """How many messages may work now."""
        if not self._working["turns"]:
            return self._most["messages"]
        return 1 if self._passed >= TURNS_FIRST else 0


class Slot:
    """What one call needs to work; for its thread. `waited` may be asked from others."""

    def __init__(self, hands: Slots, places: Places, owner: str, monotonic: Callable[[], float]) -> None:
        self._hands = hands
        self._places: Places = places
        self._owner = owner
        self._monotonic = monotonic
        self._since = monotonic()
        self._waits = True
        self._waited = 0.0

    @property
    def waited(self) -> float:
        """Seconds for which the call has waited for a hand, from the beginning until now."""
        return self._waited + (self._monotonic() - self._since if self._waits else 0.0)

    @contextmanager
    def working(self) -> Iterator[None]:
        """The block works, except where it waits for the outside."""
        self.take()
        before = SLOT.set(self)
        try:
            yield
        finally:
            SLOT.reset(before)
            self.let_go()

    def take(self) -> None:
        """Wait for a hand."""
        self._since, self._waits = self._monotonic(), True
        self._hands.take(self._places, self._owner)
        now = self._monotonic()
        self._waited += now - self._since
        self._since, self._waits = now, False

    def let_go(self) -> None:
        """Others may work."""
        self._hands.let_go(self._places, self._owner, self._monotonic() - self._since)


class _Line:
    """Who waits for hands of one kind. An owner's place is how many seconds its calls have worked; `now` is the place that is served."""

    def __init__(self) -> None:
        self.waiting = 0
        self._now = 0.0
        self._places: dict[str, float] = {}
        self._calls: dict[str, deque[threading.Event]] = {}

    def join(self, owner: str) -> threading.Event:
        """One call more waits, until the event is set."""
        served = threading.Event()
        self._places[owner] = max(self._now, self._places.get(owner, 0.0))
        self._calls.setdefault(owner, deque()).append(served)
        self.waiting += 1
        return served

    def serve(self) -> None:
        """Let the first call of whoever has worked least go on; what it is going to work counts at once, as far as it is known."""
        owner = min(self._calls, key=self._places.__getitem__)
        calls = self._calls[owner]
        calls.popleft().set()
        if not calls:
            del self._calls[owner]
        self.waiting -= 1
        self._now = max(self._now, self._places[owner])
        self._places[owner] += USUAL

    def worked(self, owner: str, seconds: float) -> None:
        """So long a call of this owner has worked."""
        self._places[owner] = self._places.get(owner, self._now) + seconds - USUAL
        if len(self._places) > REMEMBERED:  # who is no further back than one who never called is forgotten
            self._places = {known: place for known, place in self._places.items() if place > self._now or known in self._calls}
