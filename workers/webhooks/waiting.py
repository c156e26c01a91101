"""The tables that wait at a webhook because too many of its deliveries are pending. Their logs contain the undelivered events."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.timestamps import epoch_ms, stamp


class Waiting:
    """The waiting tables of each webhook. Every method raises `StoreUnavailable`, and may be repeated when its reply was lost."""

    def __init__(self, client: Redis) -> None:
        self._execute: Callable[..., Any] = client.execute_command

    @answered
    def add(self, webhook: str, table: str, since: str) -> None:
        """The table waits. `since` is the time of its first undelivered event (UTC, ms)."""
        self._execute("ZADD", waiting_key(webhook), epoch_ms(since), table)

    @answered
    def has(self, webhook: str, table: str) -> bool:
        return self._execute("ZSCORE", waiting_key(webhook), table) is not None

    @answered
    def longest(self, webhook: str, limit: int) -> Sequence[str]:
        """Tables that wait, the longest waiting first."""
        return [table.decode() for table in self._execute("ZRANGE", waiting_key(webhook), 0, limit - 1)]

    @answered
    def remove(self, webhook: str, table: str) -> None:
        """The table does not wait any more."""
        self._execute("ZREM", waiting_key(webhook), table)

    @answered
    def count(self, webhook: str, since: str = "") -> int:
        """How many tables wait; with `since`, of those that wait since this time or later (UTC, ms)."""
        return int(self._execute("ZCOUNT", waiting_key(webhook), epoch_ms(since) if since else "-inf", "+inf"))

    @answered
    def since(self, webhook: str) -> str | None:
        """The time of the first undelivered event of all waiting tables (UTC, ms); None if no table waits."""
        found: list[Any] = self._execute("ZRANGE", waiting_key(webhook), 0, 0, "WITHSCORES")
        return stamp(datetime.fromtimestamp(float(found[1]) / 1000, UTC)) if found else None


def waiting_key(webhook: str) -> str:
    """A sorted set: tables by the time (epoch, ms) of their first undelivered event."""
    return service_key(f"waiting:{webhook}")
