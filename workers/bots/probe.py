"""A probe of a bot: its message, and the time between two of them while the bot is paused. `workers.bots.recovery` sends them regularly."""

from datetime import datetime
from typing import Final, NamedTuple

import msgspec
from redis import Redis

from events.store.redis_connection import answered
from events.timestamps import epoch_ms, stamp
from workers.bots.calling import post
from workers.bots.registry import Bot, health_key
from workers.outgoing.client import NotAnswered, Outgoing

MESSAGE_TYPE: Final = "bot.ping"

FIRST_PROBE_INTERVAL: Final = 10
"""Seconds from the first pause to its first probe. Each failed probe and each further pause doubles the interval."""

LONGEST_PROBE_INTERVAL: Final = 600
"""Seconds between two probes at most."""


class Pinged(NamedTuple):
    """The result of a probe. `answered`: with a status of 2xx. `status`, `latency_ms`: None if there was no answer. `problem`: the failure,
    for people.
    """

    answered: bool
    status: int | None
    latency_ms: float | None
    problem: str | None


def ping(outgoing: Outgoing, bot: Bot, now: datetime) -> Pinged:
    """Send a `bot.ping` and return the result. The bot's health does not change: `health.wake` calls a paused bot again."""
    message = f"ping_{bot.id}_{epoch_ms(now)}"
    try:
        answer = post(outgoing, bot, message, body(bot.id, now), now)
    except NotAnswered as failure:
        return Pinged(answered=False, status=None, latency_ms=None, problem=f"{failure.reason}: {failure.detail}")
    is_ok = 200 <= answer.status < 300
    problem = None if is_ok else f"status: {_blame(answer.status)}"
    return Pinged(answered=is_ok, status=answer.status, latency_ms=answer.ms, problem=problem)


def _blame(status: int) -> str:
    secret = ": does it have the newest secret?" if status == 401 else ""
    return f"it answered {status}, not 2xx{secret}"


def body(bot: str, now: datetime) -> bytes:
    """The body of a `bot.ping`."""
    return msgspec.json.encode({"type": MESSAGE_TYPE, "timestamp": stamp(now), "data": {"bot": bot}})


@answered
def next_probe(client: Redis, bot: str) -> int:
    """Seconds from the pause, or from the last probe, to the next probe. Raises `StoreUnavailable`."""
    return int(client.hget(health_key(bot), "interval") or FIRST_PROBE_INTERVAL)


@answered
def probe_failed(client: Redis, bot: str, interval: int) -> int:
    """Double the interval after a failed probe. Returns the seconds to the next probe. Raises `StoreUnavailable`."""
    longer = min(2 * interval, LONGEST_PROBE_INTERVAL)
    client.hset(health_key(bot), "interval", longer)
    return longer
