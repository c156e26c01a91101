"""The tables that a webhook is not told of for now because too many of its deliveries are pending. Their logs keep what it is owed."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.timestamps import epoch_ms, stamp


class Waiting:
    """Every method raises `StoreUnavailable`, and may be called again when its answer was lost."""

    def __init__(self, client: Redis) -> None:
        self._ask: Callable[..., Any] = client.execute_command

    @answered
    def add(self, webhook: str, table: str, since: str) -> None:
        """The table waits. `since` is when the first thing happened that is to be told of it (UTC, ms)."""
        self._ask("ZADD", waiting_key(webhook), epoch_ms(since), table)

    @answered
    def has(self, webhook: str, table: str) -> bool:
        return self._ask("ZSCORE", waiting_key(webhook), table) is not None

    @answered
    def longest(self, webhook: str, limit: int) -> Sequence[str]:
        """Tables that wait, the longest waiting first."""
        return [table.decode() for table in self._ask("ZRANGE", waiting_key(webhook), 0, limit - 1)]

    @answered
    def remove(self, webhook: str, table: str) -> None:
        """The table does not wait any more."""
        self._ask("ZREM", waiting_key(webhook), table)

    @answered
    def count(self, webhook: str, since: str = "") -> int:
        """How many tables wait, of those that began to at this time or later (UTC, ms; "": any)."""
        return int(self._ask("ZCOUNT", waiting_key(webhook), epoch_ms(since) if since else "-inf", "+inf"))

    @answered
    def since(self, webhook: str) -> str | None:
        """When the first thing happened that the webhook is to be told of (UTC, ms); None if no table waits."""
        found: list[Any] = self._ask("ZRANGE", waiting_key(webhook), 0, 0, "WITHSCORES")
        return stamp(datetime.fromtimestamp(float(found[1]) / 1000, UTC)) if found else None


def waiting_key(webhook: str) -> str:
    """A sorted set: tables by the time (epoch, ms) of the first event that the webhook is to be told of."""
    return service_key(f"waiting:{webhook}")
