"""How many calls are made at once for one endpoint and for one owner, so that whoever is slow holds up nobody else."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from workers.dispatch.schedule import Call

MOST_EACH: Final = 8
"""Calls that are made at once to one endpoint."""

MOST_OWNED: Final = 32
"""Calls that are made at once for one owner, to however many endpoints: a quarter of all."""

TURNED_AWAY_MS: Final = 250
"""After how long a call comes back that is not made now; if others are before it, it comes back behind them."""

LONGEST_AWAY_MS: Final = 5_000

Whose: TypeAlias = Callable[[Call], str]
"""Who owns the endpoint that a call goes to."""


class Shares:
    """Counts the calls that are due, beginning with those that are being made."""

    def __init__(self, whose: Whose, running: Iterable[Call]) -> None:
        self._whose = whose
        self._each: Counter[str] = Counter()
        self._owned: Counter[str] = Counter()
        for call in running:
            self.away_ms(call)

    def away_ms(self, call: Call) -> int:
        """Count a call; after how many milliseconds it is to come back because there are so many like it, 0 if it is to be made."""
        self._each[call.endpoint] += 1
        if self._each[call.endpoint] > MOST_EACH:
            return _away_ms(self._each[call.endpoint] // MOST_EACH)
        owner = self._whose(call)
        self._owned[owner] += 1
        return _away_ms(self._owned[owner] // MOST_OWNED) if self._owned[owner] > MOST_OWNED else 0


def _away_ms(rounds: int) -> int:
    return min(LONGEST_AWAY_MS, TURNED_AWAY_MS * rounds)
