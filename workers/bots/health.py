"""The health of bots: a bot whose calls fail repeatedly is paused, until a probe succeeds.

A bot may answer probes but no turns; then it would be called again and again, and players would wait each time. So each pause is twice as
long as the one before, and one failed call starts it, until a successful turn resets the health.

A bot that hangs at one table and plays well at its others is never paused that way, and the people at that table would wait for every turn.
So failures are also counted for each table, by the same rules. A pause at a table ends by itself; the next call then shows whether the bot
is well there.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from redis import Redis

from events.store.redis_connection import answered
from events.store.scripts import Script
from rules.table_events import Failure
from workers.bots.probe import FIRST_PROBE_INTERVAL, LONGEST_PROBE_INTERVAL
from workers.bots.registry import HEALTH_KEPT_SECONDS, BotPaused, health_key, last_failure_key, table_health_key

log = logging.getLogger(__name__)

MOST_FAILURES: Final = 5
"""Failed calls in a row, at any tables, after which a bot is paused."""

FAILURES_AFTER_A_PAUSE: Final = 1
"""The same for a bot that was paused and has had no successful turn since."""

KEPT_SECONDS_AT_A_TABLE: Final = 86_400
"""How long a failure at a table counts there."""

_FAILED: Final = Script(Path(__file__).with_name("failed.lua"))


class LastFailure(msgspec.Struct, frozen=True):
    """The last failed call of a bot: when (UTC, ms), for which decision at which table, and why.

    `detail` may quote the bot, and so a seat's token: it is for the bot's owner.
    """

    at: str
    table: str
    decision: int
    reason: Failure
    detail: str


class BotHealth(NamedTuple):
    """`failures`: failed calls in a row. `paused`: None while the bot is called."""

    failures: int
    paused: BotPaused | None


_read_failure = msgspec.json.Decoder(LastFailure).decode


def health(client: Redis, bot: str) -> BotHealth:
    """The health of a bot. Raises `StoreUnavailable`, as all functions here."""
    return healths(client, [bot])[0]


@answered
def healths(client: Redis, bots: Sequence[str]) -> Sequence[BotHealth]:
    """The health of each of these bots, in their order."""
    with client.pipeline(transaction=False) as pipe:
        for bot in bots:
            pipe.hmget(health_key(bot), "failures", "since", "why")
        return [_read_health(*fields) for fields in pipe.execute()]


@answered
def failed(client: Redis, bot: str, call: str, failure: LastFailure) -> BotHealth:
    """Count a failed call, each `call` only once. Pauses the bot if there are too many. Returns its health."""
    client.set(last_failure_key(bot), msgspec.json.encode(failure), ex=HEALTH_KEPT_SECONDS)
    if _count_failure(client, health_key(bot), call, failure, HEALTH_KEPT_SECONDS):
        log.info("bot %s is paused: its calls fail", bot)  # the reason is for the bot's owner only
    return health(client, bot)


@answered
def _count_failure(client: Redis, key: str, call: str, failure: LastFailure, kept_seconds: int) -> bool:
    """Count a failed call in the hash `key`, each `call` only once. Returns whether a pause begins."""
    execute: Callable[..., Any] = client.execute_command
    reason = f"the last one so: {failure.reason}: {failure.detail}"
    reason_first = f"{MOST_FAILURES} calls in a row have failed, {reason}"
    reason_again = f"calls fail again after a pause, without a good turn since, {reason}"
    terms = (MOST_FAILURES, reason_first, FAILURES_AFTER_A_PAUSE, reason_again)
    return bool(_FAILED(execute, (key,), call, failure.at, kept_seconds, *terms, FIRST_PROBE_INTERVAL, LONGEST_PROBE_INTERVAL))


@answered
def last_failure(client: Redis, bot: str) -> LastFailure | None:
    """The last failure, even of a bot that has recovered; None if there was none within `HEALTH_KEPT_SECONDS`."""
    stored = client.get(last_failure_key(bot))
    return _read_failure(stored) if stored else None


@answered
def did_well(client: Redis, bot: str, at: str) -> None:
    """A decision was answered by an accepted move at this time (UTC, ms): reset the bot's health."""
    _reset(client, health_key(bot), at)


@answered
def _reset(client: Redis, key: str, at: str) -> None:
    """Reset the health in the hash `key`, unless a call has failed since `at`: a move through the API is noticed much later."""
    failed_at: Any = client.hget(key, "failed")
    if failed_at is None or failed_at.decode() <= at:
        client.delete(key)


def failed_at_table(client: Redis, bot: str, call: str, failure: LastFailure) -> None:
    """Count a failed call at its table, each `call` only once."""
    _count_failure(client, table_health_key(bot, failure.table), call, failure, KEPT_SECONDS_AT_A_TABLE)


def did_well_at_table(client: Redis, bot: str, table: str, at: str) -> None:
    """A decision at the table was answered by an accepted move at this time (UTC, ms): reset the bot's health there."""
    _reset(client, table_health_key(bot, table), at)


@answered
def paused_at_table(client: Redis, bot: str, table: str, now: datetime) -> bool:
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


@answered
def wake(client: Redis, bot: str) -> None:
    """Call the bot again. Its interval stays: if it fails again, the pause is twice as long, until a successful turn resets that."""
    with client.pipeline() as pipe:
        pipe.hdel(health_key(bot), "since")
        pipe.hdel(health_key(bot), "failures", "why", "last")
        was_paused, _ = pipe.execute()
    if was_paused:
        log.info("bot %s is called again", bot)


def _read_health(failures: bytes | None, since: bytes | None, why: bytes | None) -> BotHealth:
    return BotHealth(int(failures or 0), BotPaused(since.decode(), "failing", why.decode()) if since and why else None)
