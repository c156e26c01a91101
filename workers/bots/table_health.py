"""Whether a bot is called at one table: its moves at other tables do not reset its failures there.

A bot that hangs at one table and plays well at its others is never paused by `workers.bots.health`: each good turn resets it, and the
people at that table would wait for every turn. So failures are also counted for each table, by the same rules. A pause at a table ends by
itself; the next call then shows whether the bot is well there.
"""

from datetime import datetime, timedelta
from typing import Any, Final

from redis import Redis

from events.store.redis_connection import answered
from workers.bots.health import LastFailure, count_failure, reset
from workers.bots.registry import table_health_key

KEPT_SECONDS: Final = 86_400
"""How long a failure at a table counts."""


def failed(client: Redis, bot: str, call: str, failure: LastFailure) -> None:
    """Count a failed call at its table, once whatever `call` names. Raises `StoreUnavailable`, as all functions here."""
    count_failure(client, table_health_key(bot, failure.table), call, failure, KEPT_SECONDS)


def did_well(client: Redis, bot: str, table: str, at: str) -> None:
    """A decision at the table was answered at that moment (UTC, ms)."""
    reset(client, table_health_key(bot, table), at)


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
