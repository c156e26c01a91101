"""Signs of life of reactors, workers and dispatchers, and what /readyz and /metrics tell of them."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import ResponseError

from events.limits import NAMES, Limits, read_limits
from events.store.keys import PARTITIONS, damaged_key, service_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from workers.absences import LONG
from workers.calls.schedule import Schedule
from workers.jobs.parked import ParkedJobs
from workers.jobs.queues import QUEUES, Jobs
from workers.jobs.shared_queue import CLASSES, Class

BEAT: Final = 2.0
"""Seconds between two signs of life."""

BELIEVED_MS: Final = 10_000
"""How long a sign of life is believed."""

BEHIND: Final = 5.0
"""Seconds for which no urgent turn waits as long as workers keep up."""

APART_MS: Final = int((BEAT + LONG) * 1000)
"""How long after one sign of life the next one comes, unless nobody was there."""

REMEMBERED_MS: Final = 2 * 3600 * 1000
"""How long an absence is remembered: longer than any bot has for its turn."""

Alive: TypeAlias = Literal["ok", "down"]

_REACTOR: Final = service_key("alive:reactor")
_DISPATCHER: Final = service_key("alive:dispatcher")
_SEEN, _BACK = service_key("dispatcher:seen"), service_key("dispatcher:back")
_BEAT: Final = Script(Path(__file__).with_name("beat.lua"))


class WorkersHealth(NamedTuple):
    """`reactor`, `dispatcher`: at least one is alive; `workers`: at least one for each queue, and no urgent turn has waited for long.
    `waiting`: jobs by queue; `oldest`: seconds that the oldest waiting turn of each class has waited; `parked`: what failed; `calls`:
    outgoing calls that are to be made, now or later; `damaged`: tables that are set aside.
    """

    reactor: Alive
    workers: Literal["ok", "behind", "down"]
    dispatcher: Alive
    waiting: Mapping[str, int]
    oldest: Mapping[Class, float]
    parked: int
    calls: int
    damaged: int


def health(jobs: Jobs, parked: ParkedJobs) -> WorkersHealth:
    """Raises `StoreUnavailable`."""
    try:
        reactor, dispatcher, *workers = _signs(jobs.client)
        calls, damaged = Schedule(jobs.client).count(), _damaged(jobs.client)
        oldest = jobs.oldest_turns()
        kept_up = "behind" if all(workers) and oldest["urgent"] > BEHIND else _told(all(workers))
        return WorkersHealth(_told(reactor), kept_up, _told(dispatcher), jobs.waiting(), oldest, parked.count(), calls, damaged)
    except ResponseError:  # where queues belong lies something else: nobody can work
        return WorkersHealth("down", "down", "down", dict.fromkeys(QUEUES, 0), dict.fromkeys(CLASSES, 0.0), 0, 0, 0)


@answered
def _signs(client: Redis) -> list[bool]:
    return [sign is not None for sign in client.mget([_REACTOR, _DISPATCHER, *map(_worker, QUEUES)])]


@answered
def _damaged(client: Redis) -> int:
    with client.pipeline(transaction=False) as pipe:
        for partition in PARTITIONS:
            pipe.hlen(damaged_key(partition))
        return sum(pipe.execute())


@answered
def reactor_lives(client: Redis, limits: Limits) -> None:
    """Give a sign of life of a reactor, with the limits that it was started with. Raises `StoreUnavailable`."""
    client.set(_REACTOR, json.dumps(asdict(limits)), px=BELIEVED_MS)


@answered
def limits_in_force(client: Redis) -> Limits | None:
    """The limits of the service that runs on this store: those of a living reactor, as far as this version knows them.

    None if no reactor lives, or it is of a version that does not say. Raises `StoreUnavailable`.
    """
    said = json.loads(client.get(_REACTOR) or "null")
    if not isinstance(said, dict):
        return None
    try:
        return read_limits({name: value for name, value in said.items() if name in NAMES})
    except ValueError:
        return None


@answered
def dispatcher_lives(client: Redis, now: datetime) -> datetime | None:
    """Give a sign of life of a dispatcher. Answers when there was one again after the last time that there was none, if that is not long
    ago, by the clock that says `now`; two answers may differ by milliseconds. Raises `StoreUnavailable`.
    """
    ask: Callable[..., Any] = client.execute_command
    ago = _BEAT(ask, (_DISPATCHER, _SEEN, _BACK), BELIEVED_MS, APART_MS, REMEMBERED_MS)
    return None if ago == b"" else now - timedelta(milliseconds=ago)


def worker_lives(pipe: Pipeline, queues: Collection[str]) -> None:
    """Give a sign of life of a worker for these queues, as part of something else."""
    for queue in queues:
        pipe.set(_worker(queue), 1, px=BELIEVED_MS)


def _worker(queue: str) -> str:
    return service_key(f"alive:worker:{queue}")


def _told(alive: bool) -> Alive:  # noqa: FBT001 - what it says is all there is to it
    return "ok" if alive else "down"
