"""Whether a bot is called at one table: what it does well elsewhere forgives nothing there.

A bot that hangs at one table and plays well at its others is never paused (`workers.bots.health`): each good turn forgives the failures in
between, and the people at that table would wait for every turn. So failures are counted for each table as well, by the same rules. A
pause at a table ends by itself: then one call finds out whether the bot is well there.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from redis import Redis

from events.store.redis_connection import answered
from workers.bots.health import LastFailure, count_failure, forgive
from workers.bots.registry import table_health_key

KEPT_SECONDS: Final = 86_400
"""Seconds after the last failure at a table for which it is held against the bot there."""


def failed(client: Redis, bot: str, call: str, failure: LastFailure) -> None:
    """Count a failed call at its table, once whatever `call` names. Raises `StoreUnavailable`, as all functions here."""
    count_failure(client, table_health_key(bot, failure.table), call, failure, KEPT_SECONDS)


def did_well(client: Redis, bot: str, table: str, at: str) -> None:
    """A decision at the table was answered at that moment (UTC, ms)."""
    forgive(client, table_health_key(bot, table), at)


@answered
def paused(client: Redis, bot: str, table: str, now: datetime) -> bool:
    """Whether the bot is not called at the table now. Once a pause is over, the next failed call begins another one."""
    key = table_health_key(bot, table)
    found: Any = client.hmget(key, "since", "interval")
    since, interval = found
    if since is None:
        return False
    if now < datetime.fromisoformat(since.decode()) + timedelta(seconds=int(interval)):
        return True
    client.hdel(key, "since", "failures")
    return False
