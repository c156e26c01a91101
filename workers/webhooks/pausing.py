"""When a failing webhook is paused: failed attempts in a row are counted, with the time of the first. docs/webhooks.md describes it."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.timestamps import epoch_ms

FAILING_AFTER, FAILING_FOR = 20, timedelta(minutes=5)
"""A webhook is paused after so many failed attempts in a row, if the first of them was so long ago."""

_STORED_FOR = timedelta(days=7)


class Failures:
    """The failed attempts of each webhook in a row. Every method raises `StoreUnavailable`, and may be repeated when its reply was lost."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._execute: Callable[..., Any] = client.execute_command

    @answered
    def count(self, webhook: str, attempt: str, now: datetime) -> bool:
        """Count a failed attempt, each `attempt` only once. Returns whether the webhook is to be paused."""
        key = _key(webhook)
        with self._client.pipeline() as pipe:
            pipe.zadd(key, {attempt: epoch_ms(now)}, nx=True)
            pipe.zremrangebyrank(key, FAILING_AFTER, -1)  # the first ones are enough
            pipe.expire(key, _STORED_FOR)
            pipe.zrange(key, 0, -1, withscores=True)
            failed = pipe.execute()[-1]
        return len(failed) >= FAILING_AFTER and failed[0][1] <= epoch_ms(now - FAILING_FOR)

    @answered
    def clear(self, webhook: str) -> None:
        """An attempt succeeded, or the webhook is paused: the next failure begins a new row."""
        self._execute("DEL", _key(webhook))


def _key(webhook: str) -> str:
    """A sorted set: the first failed attempts of a row by their time (epoch, ms)."""
    return service_key(f"webhook:{webhook}:failed")
