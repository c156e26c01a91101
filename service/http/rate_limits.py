"""Rate limits per API key or address, reported in the RateLimit headers (draft-ietf-httpapi-ratelimit-headers).

Each process counts for itself: the limits protect a process from a client, and cost no round trip to the store (ADR 6). The windows of
all clients begin together, so a new window deletes all counts of the last one at once, however many there are.
"""

import time
from collections.abc import Callable
from math import ceil
from typing import Final, NamedTuple

from events.limits import SECONDS, parse_rate

POLICY: Final = "default"


class Quota(NamedTuple):
    """What one client has left of its limit; `window` and `reset` are in seconds."""

    allowed: bool
    limit: int
    window: int
    remaining: int
    reset: int

    def headers(self) -> dict[str, str]:
        """The RateLimit headers, with `Retry-After` if the request is not allowed."""
        headers = {
            "RateLimit-Policy": f'"{POLICY}";q={self.limit};w={self.window}',
            "RateLimit": f'"{POLICY}";r={self.remaining};t={self.reset}',
        }
        return headers if self.allowed else {**headers, "Retry-After": str(self.reset)}


class RateLimit:
    """Counts units by client."""

    def __init__(self, default: str, now: Callable[[], float] = time.time) -> None:
        """`default` is a limit such as `6000/minute`; `now` returns epoch seconds. Raises ValueError for any other form of `default`."""
        self._limit, self._window = parse_rate(default)
        self._now = now
        self._counts: dict[tuple[str, int], int] = {}
        self._begun: dict[int, int] = {}

    def count(self, client: str, per_minute: int | None = None, units: int = 1) -> Quota:
        """Count `units` of `client`, or only read its quota if 0. `per_minute` is the client's own limit, None: the default.

        Units of a refused request are not counted. A cost of more than half of the limit counts as half of it: a client that waits can
        always make its request.
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
