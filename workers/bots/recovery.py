"""The recovery of paused bots: probes one regularly, and calls it again after the first success."""

from datetime import datetime, timedelta

from redis import Redis

from workers.bots.health import health, wake
from workers.bots.probe import next_probe, ping, probe_failed
from workers.calls.schedule import Call, Schedule
from workers.dispatcher.parts import DispatcherParts


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
