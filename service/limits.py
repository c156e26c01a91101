"""Rate limits, per API key or else per address, told in the RateLimit headers (draft-ietf-httpapi-ratelimit-headers).

They are counted in this process: they protect a process from a client, and cost no trip to the store (ADR 0006).
"""

import time
from dataclasses import dataclass

from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import FixedWindowRateLimiter

POLICY = "default"


@dataclass(frozen=True, slots=True)
class Quota:
    """What one client has left; `reset` is in seconds."""

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
        return told if self.allowed else {**told, "Retry-After": str(max(1, self.reset))}


class Limits:
    """Counts requests by client."""

    def __init__(self, default: str) -> None:
        """`default` is a limit such as `6000/minute`. Raises ValueError for anything else."""
        self._default = parse(default)
        self._limiter = FixedWindowRateLimiter(MemoryStorage())

    def count(self, client: str, per_minute: int | None = None) -> Quota:
        """Count one request of `client`, whose own limit (None: the default) holds."""
        item = self._default if per_minute is None else parse(f"{per_minute}/minute")
        allowed = self._limiter.hit(item, client)
        window = self._limiter.get_window_stats(item, client)
        return Quota(allowed, item.amount, item.get_expiry(), window.remaining, max(0, round(window.reset_time - time.time())))
