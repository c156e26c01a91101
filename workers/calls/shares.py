"""Shares of the calls that a dispatcher makes at once, so that slow calls do not block other calls.

Calls of bots and calls of webhooks have separate places. Of either, one endpoint, one owner and one host hold at most a share. A host that
was slow, or is not known, holds at most half a share, and its owner half a share with all such hosts. All slow hosts together hold at most
half of the places; slow and unknown hosts together hold at most three quarters. So a quick call finds a place, however many hosts do not
answer.
"""

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from events.limits import Limits
from workers.calls.schedule import Line

Places: TypeAlias = Literal["turns", "messages"]
"""The two kinds of places: for turns of bots, and for messages of webhooks."""

QUICK_CALL_SECONDS: Final = 1.0
"""A call that takes at most so many seconds is quick, otherwise slow."""

MOST_PACES: Final = 10_000
"""Endpoints and hosts whose last pace is stored."""


class Party(NamedTuple):
    """The owner of a call (an API key, or the endpoint itself if nobody owns it), and the called host with its port, as in the URL."""

    places: Places
    owner: str
    host: str


PartyOf: TypeAlias = Callable[[str, str], Party]
"""Returns the party of calls of a kind to an endpoint."""


class UnderWay(NamedTuple):
    """A call that is being made, or was made, and its seconds so far."""

    endpoint: str
    party: Party
    seconds: float


class Paces:
    """Whether the last call of each endpoint and host was quick. Calls may end in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._quick: OrderedDict[str, bool] = OrderedDict()

    def ended(self, call: UnderWay) -> None:
        """Store the pace of a call that has ended."""
        with self._lock:
            for name in (call.endpoint, call.party.host):
                self._quick[name] = call.seconds <= QUICK_CALL_SECONDS
                self._quick.move_to_end(name)
            while len(self._quick) > MOST_PACES:
                self._quick.popitem(last=False)

    def slow(self, endpoint: str, host: str) -> bool:
        """Whether the last call to the endpoint or the host was slow."""
        return not (self._quick.get(endpoint, True) and self._quick.get(host, True))

    def quick(self, endpoint: str, host: str) -> bool:
        """Whether the last calls to the endpoint and to the host were both quick."""
        return self._quick.get(endpoint, False) and self._quick.get(host, False)


class Shares:
    """A `Chooser` that counts calls, beginning with those under way. `turned_away`: whether a share was used up and a line has to wait."""

    def __init__(self, limits: Limits, party_of: PartyOf, paces: Paces, under_way: Iterable[UnderWay]) -> None:
        self._limits = limits
        self._party_of = party_of
        self._paces = paces
        self._held: Counter[Hashable] = Counter()
        self.turned_away = False
        for call in under_way:
            late = call.seconds > QUICK_CALL_SECONDS or paces.slow(call.endpoint, call.party.host)
            self._held.update(name for name, _ in self._shares(call.endpoint, call.party, late=late))

    def weight(self, line: Line) -> int:
        """How many calls are under way for the line's owner."""
        party = self._party_of(line.kind, line.endpoint)
        return self._held[party.places, "owner", party.owner]

    def admit(self, line: Line) -> bool:
        """Whether one more call of the line is within every share; then it counts."""
        party = self._party_of(line.kind, line.endpoint)
        shares = [*self._shares(line.endpoint, party, late=self._paces.slow(line.endpoint, party.host))]
        if any(self._held[name] >= most for name, most in shares):
            self.turned_away = True
            return False
        self._held.update(name for name, _ in shares)
        return True

    def _shares(self, endpoint: str, party: Party, *, late: bool) -> Iterator[tuple[Hashable, int]]:
        """The shares that a call counts for, each with its limit. `late`: the call is slow."""
        limits, places = self._limits, party.places
        all_places = limits.turn_calls if places == "turns" else limits.webhook_calls
        yield (places, "all"), all_places
        yield (places, "endpoint", endpoint), limits.endpoint_calls
        yield (places, "owner", party.owner), limits.owner_calls
        yield (places, "host", party.host), limits.host_calls
        if late or not self._paces.quick(endpoint, party.host):
            yield (places, "owner, unsure", party.owner), _half(limits.owner_calls)
            yield (places, "host, unsure", party.host), _half(limits.host_calls)
            yield (places, "unsure"), _half(all_places) + _half(_half(all_places))
        if late:
            yield (places, "late"), _half(all_places)


def _half(share: int) -> int:
    return max(1, share // 2)
