"""A cache of the party of each endpoint. A dispatcher needs the party of every line each time it chooses calls."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from workers.calls.shares import Party

MOST_CACHED: Final = 10_000
"""Endpoints in the cache."""

CACHED_FOR: Final = 10.0
"""Seconds for which a party is cached: the owner may change the address of a bot or webhook."""


class Parties:
    """Caches `party_of`, which finds the party of a kind of call to an endpoint. Errors of `party_of` are raised to the caller."""

    def __init__(self, party_of: Callable[[str, str], Party], monotonic: Callable[[], float]) -> None:
        self._party_of = party_of
        self._monotonic = monotonic
        self._known: OrderedDict[tuple[str, str], tuple[Party, float]] = OrderedDict()

    def __call__(self, kind: str, endpoint: str) -> Party:
        now = self._monotonic()
        party, until = self._known.get((kind, endpoint), (None, now))
        if party is None or now >= until:
            party = self._party_of(kind, endpoint)
            self._known[kind, endpoint] = party, now + CACHED_FOR
            self._known.move_to_end((kind, endpoint))
            while len(self._known) > MOST_CACHED:
                self._known.popitem(last=False)
        return party
