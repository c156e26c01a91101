"""For whom calls are made, remembered for a moment: a dispatcher asks for every line at every look."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from workers.calls.shares import Party

REMEMBERED: Final = 10_000
"""Endpoints."""

FOR: Final = 10.0
"""Seconds: an owner may give a bot or webhook another address."""


class Parties:
    """`whose` finds the party of a kind of call to an endpoint; what it raises, a call of this raises."""

    def __init__(self, whose: Callable[[str, str], Party], monotonic: Callable[[], float]) -> None:
        self._whose = whose
        self._monotonic = monotonic
        self._known: OrderedDict[tuple[str, str], tuple[Party, float]] = OrderedDict()

    def __call__(self, kind: str, endpoint: str) -> Party:
        now = self._monotonic()
        party, until = self._known.get((kind, endpoint), (None, now))
        if party is None or now >= until:
            party = self._whose(kind, endpoint)
            self._known[kind, endpoint] = party, now + FOR
            self._known.move_to_end((kind, endpoint))
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return party
