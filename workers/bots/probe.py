"""Probes a bot: regularly while it is paused, and when its owner tests it."""

from datetime import datetime, timedelta
from typing import Final, NamedTuple

import msgspec
from redis import Redis

from events.timestamps import epoch_ms, stamp
from workers.bots.calling import post
from workers.bots.health import health, next_probe, probe_failed, wake
from workers.bots.registry import Bot
from workers.calls.schedule import Call, Schedule
from workers.dispatcher.parts import DispatcherParts
from workers.outgoing.client import NotAnswered, Outgoing

MESSAGE_TYPE: Final = "bot.ping"


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


def schedule_probe(schedule: Schedule, client: Redis, bot: str, now: datetime) -> None:
    """Schedule a probe of a paused bot, unless one is scheduled. Raises `StoreUnavailable`."""
    schedule.request(Call("probe", (bot,)), now + timedelta(seconds=next_probe(client, bot)))


def run(parts: DispatcherParts, id: str) -> datetime | None:
    """Probe a bot that has failed too often. Returns when to probe again; None if it is called again, deleted, or paused by its owner.

    Raises `StoreUnavailable`.
    """
    bot, client = parts.bots.find(id), parts.worker.client
    if bot is None or bot.paused is not None or health(client, id).paused is None:
        return None
    interval, began = next_probe(client, id), parts.now()
    if ping(parts.outgoing, bot, began).answered:
        wake(client, id)
        return None
    if parts.outgoing.away_since(began):
        return parts.now()
    return parts.now() + timedelta(seconds=probe_failed(client, id, interval))
