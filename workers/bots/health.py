"""Whether a bot is called: one that fails call after call is left alone, until a probe finds it well again.

A bot that answers probes and no turns would be called again and again, and people would wait for it each time. So each pause is twice as
long as the one before, and one failed call begins it, until a good turn forgives all that.
"""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from redis import Redis

from events.store.redis_connection import answered
from events.store.scripts import Script
from rules.table_events import Failure
from workers.bots.registry import KEPT_FOR, BotPaused, health_key, last_failure_key

log = logging.getLogger(__name__)

MOST_FAILURES: Final = 5
"""Failed calls in a row, at whatever tables, after which a bot is paused."""

FAILURES_AFTER_A_PAUSE: Final = 1
"""The same for a bot that was paused and has not had a good turn since."""

FIRST_PROBE: Final = 10
"""Seconds from the first pause to its first probe; each failed probe and each further pause double them for the next one."""

LONGEST_PROBE: Final = 600

_FAILED: Final = Script(Path(__file__).with_name("failed.lua"))


class LastFailure(msgspec.Struct, frozen=True):
    """The last call of a bot that came to nothing: when (UTC, ms), for which decision at which table, and why.

    `detail` may quote the bot, and so a seat's token: it is for the bot's owner.
    """

    at: str
    table: str
    decision: int
    reason: Failure
    detail: str


class BotHealth(NamedTuple):
    """`failures`: calls that failed in a row; `paused`: None while the bot is called."""

    failures: int
    paused: BotPaused | None


_read_failure = msgspec.json.Decoder(LastFailure).decode


def health(client: Redis, bot: str) -> BotHealth:
    """How the bot is. Raises `StoreUnavailable`, as all functions here."""
    return healths(client, [bot])[0]


@answered
def healths(client: Redis, bots: Sequence[str]) -> Sequence[BotHealth]:
    """How these bots are, in their order."""
    with client.pipeline(transaction=False) as pipe:
        for bot in bots:
            pipe.hmget(health_key(bot), "failures", "since", "why")
        return [_told(*fields) for fields in pipe.execute()]


@answered
def failed(client: Redis, bot: str, call: str, failure: LastFailure) -> BotHealth:
    """Count a failed call, once whatever `call` names; the last of too many pauses the bot."""
    client.set(last_failure_key(bot), msgspec.json.encode(failure), ex=KEPT_FOR)
    if count_failure(client, health_key(bot), call, failure, KEPT_FOR):
        log.info("bot %s is paused: its calls fail", bot)  # `why` is its owner's to read
    return health(client, bot)


@answered
def count_failure(client: Redis, key: str, call: str, failure: LastFailure, kept_for: int) -> bool:
    """Count a failed call in the hash `key`; whether it is the one too many that begins a pause."""
    ask: Callable[..., Any] = client.execute_command
    reason = f"the last one so: {failure.reason}: {failure.detail}"
    first = f"{MOST_FAILURES} calls in a row have failed, {reason}"
    again = f"calls fail again after a pause, without a good turn since, {reason}"
    most = (MOST_FAILURES, first, FAILURES_AFTER_A_PAUSE, again)
    return bool(_FAILED(ask, (key,), call, failure.at, kept_for, *most, FIRST_PROBE, LONGEST_PROBE))


@answered
def last_failure(client: Redis, bot: str) -> LastFailure | None:
    """The last failure, also of a bot that has done well since; None if there was none for long."""
    kept = client.get(last_failure_key(bot))
    return _read_failure(kept) if kept else None


@answered
def did_well(client: Redis, bot: str, at: str) -> None:
    """A decision was answered by a move that the rules take, at that moment (UTC, ms): what was held against the bot before it is
    forgotten.
    """
    forgive(client, health_key(bot), at)


@answered
def forgive(client: Redis, key: str, at: str) -> None:
    """Forget what failed before that moment. Of a move through the API is heard long after it: who has failed since is no better for it."""
    failed_at: Any = client.hget(key, "failed")
    if failed_at is None or failed_at.decode() <= at:
        client.delete(key)


@answered
def wake(client: Redis, bot: str) -> None:
    """Call the bot again. If it fails again it is paused for twice as long: only a good turn forgives that."""
    with client.pipeline() as pipe:
        pipe.hdel(health_key(bot), "since")
        pipe.hdel(health_key(bot), "failures", "why", "last")
        was_paused, _ = pipe.execute()
    if was_paused:
        log.info("bot %s is called again", bot)


@answered
def next_probe(client: Redis, bot: str) -> int:
    """Seconds from the pause, or from the last probe, to the next one."""
    return int(client.hget(health_key(bot), "interval") or FIRST_PROBE)


@answered
def probe_failed(client: Redis, bot: str, interval: int) -> int:
    """Seconds to the next probe after the one that came `interval` seconds after the one before it has failed."""
    longer = min(2 * interval, LONGEST_PROBE)
    client.hset(health_key(bot), "interval", longer)
    return longer


def _told(failures: bytes | None, since: bytes | None, why: bytes | None) -> BotHealth:
    return BotHealth(int(failures or 0), BotPaused(since.decode(), "failing", why.decode()) if since and why else None)
