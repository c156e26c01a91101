"""How many attempts to call a webhook have failed in a row, and since when."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.timestamps import epoch_ms
from workers.webhooks.pausing import FAILING_AFTER, FAILING_FOR

_FORGET_AFTER = timedelta(days=7)


class Failures:
    """Every method raises `StoreUnavailable`, and may be called again when its answer was lost."""

    def __init__(self, client: Redis) -> None:
        self._client = client
        self._ask: Callable[..., Any] = client.execute_command

    @answered
    def count(self, webhook: str, attempt: str, now: datetime) -> bool:
        """Count a failed attempt, once whatever `attempt` names; whether that is enough to pause the webhook."""
        key = _key(webhook)
        with self._client.pipeline() as pipe:
            pipe.zadd(key, {attempt: epoch_ms(now)}, nx=True)
            pipe.zremrangebyrank(key, FAILING_AFTER, -1)  # the first ones say all
            pipe.expire(key, _FORGET_AFTER)
            pipe.zrange(key, 0, -1, withscores=True)
            failed = pipe.execute()[-1]
        return len(failed) >= FAILING_AFTER and failed[0][1] <= epoch_ms(now - FAILING_FOR)

    @answered
    def forget(self, webhook: str) -> None:
        """An attempt was answered well, or the webhook is paused: what comes now is a new row."""
        self._ask("DEL", _key(webhook))


def _key(webhook: str) -> str:
    """A sorted set: the first failed attempts of a row by their time (epoch, ms)."""
    return service_key(f"webhook:{webhook}:failed")
