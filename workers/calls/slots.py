"""Slots limit how many calls use the interpreter of a dispatcher at once: a few for turns, fewer for messages.

A dispatcher is one process with one interpreter. A call that waits for the outside needs no slot. While turns work, hardly any message
does. Calls get slots in the order of start-time fair queueing among owners: an owner's position is the time that its calls have worked, but
never less than the position that is served now. So a thousand quick calls of one owner delay other owners' calls only by what is under way
(ADR 40).
"""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from workers.calls.shares import Places
from workers.outgoing.outside import SLOT

MOST_WORKING: Final[Mapping[Places, int]] = {"turns": 4, "messages": 2}
"""Calls that work at the same time. Each waits for the store about half of its time, so two keep the interpreter busy."""

TURNS_PER_MESSAGE: Final = 3
"""While turns work, so many of them pass before one message does."""

ASSUMED_WORK_SECONDS: Final = 0.002
"""Assumed working time of a call until the real time is known."""

MOST_OWNERS: Final = 10_000
"""Beyond so many owners, positions that no longer matter are deleted."""


class Slots:
    """The slots of one dispatcher. `monotonic` counts seconds."""

    def __init__(self, working: Mapping[Places, int] = MOST_WORKING, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._most = working
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._lines: Mapping[Places, _Line] = {"turns": _Line(), "messages": _Line()}
        self._working: Counter[Places] = Counter()
        self._passed = 0

    def of(self, places: Places, owner: str) -> "Slot":
        """A slot for a call of this owner, not taken yet."""
        return Slot(self, places, owner, self._monotonic)

    def waiting(self, places: Places) -> int:
        """How many calls wait for a slot of this kind."""
        with self._lock:
            return self._lines[places].waiting

    def take(self, places: Places, owner: str) -> None:
        """Wait for a slot."""
        with self._lock:
            served = self._lines[places].join(owner)
            self._fill_slots()
        served.wait()

    def let_go(self, places: Places, owner: str, seconds: float) -> None:
        """Release a slot after so many seconds of work."""
        with self._lock:
            self._working[places] -= 1
            self._passed += places == "turns"
            self._lines[places].worked(owner, seconds)
            self._fill_slots()

    def _fill_slots(self) -> None:
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
        return 1 if self._passed >= TURNS_PER_MESSAGE else 0


class Slot:
    """The slot of one call, used by its thread. Other threads may read `waited`."""

    def __init__(self, slots: Slots, places: Places, owner: str, monotonic: Callable[[], float]) -> None:
        self._slots = slots
        self._places: Places = places
        self._owner = owner
        self._monotonic = monotonic
        self._since = monotonic()
        self._waits = True
        self._waited = 0.0

    @property
    def waited(self) -> float:
        """Seconds for which the call has waited for a slot so far."""
        return self._waited + (self._monotonic() - self._since if self._waits else 0.0)

    @contextmanager
    def working(self) -> Iterator[None]:
        """The block holds the slot, except while it waits for the outside."""
        self.take()
        before = SLOT.set(self)
        try:
            yield
        finally:
            SLOT.reset(before)
            self.let_go()

    def take(self) -> None:
        """Wait for the slot."""
        self._since, self._waits = self._monotonic(), True
        self._slots.take(self._places, self._owner)
        now = self._monotonic()
        self._waited += now - self._since
        self._since, self._waits = now, False

    def let_go(self) -> None:
        """Release the slot for other calls."""
        self._slots.let_go(self._places, self._owner, self._monotonic() - self._since)


class _Line:
    """The calls that wait for slots of one kind. An owner's position is how many seconds its calls have worked; `_now` is the position
    served.
    """

    def __init__(self) -> None:
        self.waiting = 0
        self._now = 0.0
        self._positions: dict[str, float] = {}
        self._calls: dict[str, deque[threading.Event]] = {}

    def join(self, owner: str) -> threading.Event:
        """Add a waiting call of this owner. Returns an event that is set when the call may work."""
        served = threading.Event()
        self._positions[owner] = max(self._now, self._positions.get(owner, 0.0))
        self._calls.setdefault(owner, deque()).append(served)
        self.waiting += 1
        return served

    def serve(self) -> None:
        """Let the first call of the owner with the lowest position work. Its assumed working time counts at once."""
        owner = min(self._calls, key=self._positions.__getitem__)
        calls = self._calls[owner]
        calls.popleft().set()
        if not calls:
            del self._calls[owner]
        self.waiting -= 1
        self._now = max(self._now, self._positions[owner])
        self._positions[owner] += ASSUMED_WORK_SECONDS

    def worked(self, owner: str, seconds: float) -> None:
        """Correct the owner's position by the real working time of a call."""
        self._positions[owner] = self._positions.get(owner, self._now) + seconds - ASSUMED_WORK_SECONDS
        if len(self._positions) > MOST_OWNERS:  # a position up to `_now` is the same as none
            self._positions = {
                other: position for other, position in self._positions.items() if position > self._now or other in self._calls
            }
