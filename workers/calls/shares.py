"""Who may have calls made now: shares of the calls that a dispatcher makes at once, so that a slow one holds up no other.

Calls of bots and calls of webhooks have places of their own. Of either, one endpoint, one owner and one host hold at most a share. A host
that takes its time, or has not been called yet, holds half a share at most, and its owner half a share with all of these. All hosts that
take their time hold half of the places, with those that have not been called yet three quarters: so a quick call finds a place, however
many hosts do not answer.
"""

import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from events.limits import Limits
from workers.calls.schedule import Line

Places: TypeAlias = Literal["turns", "messages"]
"""What a call is made for: a bot's turn, or a webhook's messages."""

QUICK: Final = 1.0
"""Seconds within which a call ends that takes no time."""

REMEMBERED: Final = 10_000
"""Endpoints and hosts whose pace is remembered."""


class Party(NamedTuple):
    """For whom a call is made: an API key; and which host is called, as the URL names it, with its port."""

    places: Places
    owner: str
    host: str


Whose: TypeAlias = Callable[[str, str], Party]
"""The party of calls of a kind to an endpoint."""


class UnderWay(NamedTuple):
    """A call that is being made, since so many seconds."""

    endpoint: str
    party: Party
    seconds: float


class Paces:
    """How quick endpoints and hosts have been the last time. Calls may end in any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._quick: OrderedDict[str, bool] = OrderedDict()

    def ended(self, call: UnderWay) -> None:
        """A call has ended."""
        with self._lock:
            for name in (call.endpoint, call.party.host):
                self._quick[name] = call.seconds <= QUICK
                self._quick.move_to_end(name)
            while len(self._quick) > REMEMBERED:
                self._quick.popitem(last=False)

    def slow(self, endpoint: str, host: str) -> bool:
        """Whether either has taken its time."""
        return not (self._quick.get(endpoint, True) and self._quick.get(host, True))

    def quick(self, endpoint: str, host: str) -> bool:
        """Whether both are known not to."""
        return self._quick.get(endpoint, False) and self._quick.get(host, False)


class Shares:
    """Counts calls, beginning with those under way. A `Chooser`; `turned_away` says whether a line had to wait."""

    def __init__(self, limits: Limits, whose: Whose, paces: Paces, under_way: Iterable[UnderWay]) -> None:
        self._limits = limits
        self._whose = whose
        self._paces = paces
        self._held: Counter[Hashable] = Counter()
        self.turned_away = False
        for call in under_way:
            late = call.seconds > QUICK or paces.slow(call.endpoint, call.party.host)
            self._held.update(name for name, _ in self._shares(call.endpoint, call.party, late=late))

    def weight(self, line: Line) -> int:
        """How many calls are under way for the same owner."""
        party = self._whose(line.kind, line.endpoint)
        return self._held[party.places, "owner", party.owner]

    def admit(self, line: Line) -> bool:
        """Whether one more of its calls is within every share."""
        party = self._whose(line.kind, line.endpoint)
        shares = [*self._shares(line.endpoint, party, late=self._paces.slow(line.endpoint, party.host))]
        if any(self._held[name] >= most for name, most in shares):
            self.turned_away = True
            return False
        self._held.update(name for name, _ in shares)
        return True

    def _shares(self, endpoint: str, party: Party, *, late: bool) -> Iterator[tuple[Hashable, int]]:
        """What a call counts for, and how many may: `late` is one that takes its time."""
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
