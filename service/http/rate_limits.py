"""Rate limits, per API key or else per address, told in the RateLimit headers (draft-ietf-httpapi-ratelimit-headers).

They are counted in this process: they protect a process from a client, and cost no trip to the store (ADR 6). All windows begin
together, so that a new one forgets every client of the last at once, however many there were.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final

from events.limits import SECONDS, parse_rate

POLICY: Final = "default"


@dataclass(frozen=True, slots=True)
class Quota:
    """What one client has left; `window` and `reset` are in seconds."""

    allowed: bool
    limit: int
    window: int
    remaining: int
    reset: int

    def headers(self) -> dict[str, str]:
        """The headers that tell it, `Retry-After` among them when nothing is left."""
        told = {
            "RateLimit-Policy": f'"{POLICY}";q={self.limit};w={self.window}',
            "RateLimit": f'"{POLICY}";r={self.remaining};t={self.reset}',
        }
        return told if self.allowed else {**told, "Retry-After": str(self.reset)}


class RateLimit:
    """Counts units by client."""

    def __init__(self, default: str, now: Callable[[], float] = time.time) -> None:
        """`default` is a limit such as `6000/minute`; `now` gives epoch seconds. Raises ValueError for anything else."""
        self._limit, self._window = parse_rate(default)
        self._now = now
        self._counts: dict[tuple[str, int], int] = {}
        self._begun: dict[int, int] = {}

    def count(self, client: str, per_minute: int | None = None, units: int = 1) -> Quota:
        """Count `units` (0: only look) of `client`, whose own limit (None: the default) holds. What is not allowed is not counted.

        More than half of the limit count as half: whatever a request costs, a client that waits gets it done.
        """
        limit, window = (self._limit, self._window) if per_minute is None else (per_minute, SECONDS["minute"])
        now = self._now()
        number = int(now // window)
        if self._begun.get(window) != number:
            self._begun[window] = number
            self._counts = {seen: count for seen, count in self._counts.items() if seen[1] != window}
        used, cost = self._counts.get((client, window), 0), min(units, max(1, limit // 2))
        allowed = used + cost <= limit
        if allowed:
            used = self._counts[client, window] = used + cost
        return Quota(allowed, limit, window, max(0, limit - used), ceil((number + 1) * window - now))
