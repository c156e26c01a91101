"""Heartbeats of all processes, and the health that /readyz and /metrics report."""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import ResponseError

from events.limits import NAMES, Limits, read_limits
from events.store.answering import of_those_that_answer, raised
from events.store.event_store import StoreUnavailable
from events.store.keys import PARTITIONS, damaged_key, service_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from workers.absences import SHORTEST_ABSENCE
from workers.calls.schedule import Schedule
from workers.jobs.parked import ParkedJobs
from workers.jobs.queue_server import answered_by_queue
from workers.jobs.queues import QUEUES, Jobs
from workers.jobs.shared_queue import CLASSES, Class

HEARTBEAT_INTERVAL: Final = 2.0
"""Seconds between two heartbeats."""

HEARTBEAT_TTL_MS: Final = 10_000
"""How long a process counts as alive after its last heartbeat."""

LONGEST_URGENT_WAIT: Final = 5.0
"""Seconds: if an urgent turn waits longer than this, the workers count as behind."""

LONGEST_HEARTBEAT_GAP_MS: Final = int((HEARTBEAT_INTERVAL + SHORTEST_ABSENCE) * 1000)
"""The longest gap between two heartbeats while a dispatcher runs. A longer gap is an absence of all dispatchers."""

ABSENCE_KEPT_MS: Final = 2 * 3600 * 1000
"""How long an absence is stored: longer than any bot has for its turn."""

Alive: TypeAlias = Literal["ok", "down"]

PARTS: Final = ("web", "projector", "reactor", "dispatcher")
"""The parts of the service whose heartbeats are in the store; those of workers are on the queue's server."""

_REACTOR: Final = service_key("alive:reactor")
_DISPATCHER: Final = service_key("alive:dispatcher")
_FILES: Final = service_key("alive:files")
_SEEN, _BACK = service_key("dispatcher:seen"), service_key("dispatcher:back")
_BEAT: Final = Script(Path(__file__).with_name("beat.lua"))


class QueueHealth(NamedTuple):
    """`queue`: the queue answers and accepts writes. `workers`: at least one for each queue is alive, and no urgent turn waits too long.

    `waiting`: jobs by queue. `oldest`: seconds for which the oldest turn of each class has waited. `parked`: parked jobs.
    """

    queue: Alive = "down"
    workers: Literal["ok", "behind", "down"] = "down"
    waiting: Mapping[str, int] = MappingProxyType(dict.fromkeys(QUEUES, 0))
    oldest: Mapping[Class, float] = MappingProxyType(dict.fromkeys(CLASSES, 0.0))
    parked: int = 0


class WorkersHealth(NamedTuple):
    """`reactor`, `dispatcher`: at least one is alive. `files`: a reactor has seen the place of exports and archive lately. `jobs`: the
    queue and its workers. `calls`: outgoing calls that are scheduled, now or later. `damaged`: tables that are set aside.
    """

    reactor: Alive = "down"
    dispatcher: Alive = "down"
    files: Alive = "down"
    jobs: QueueHealth = QueueHealth()
    calls: int = 0
    damaged: int = 0


def health(client: Redis, jobs: Jobs, parked: ParkedJobs) -> WorkersHealth:
    """The health of all processes that work on the store of `client` and on this queue. Raises `StoreUnavailable`."""
    try:
        reactor, dispatcher, files = map(_status, _heartbeats(client, _REACTOR, _DISPATCHER, _FILES))
        jobs_health = queue_health(jobs, parked)
        return WorkersHealth(reactor, dispatcher, files, jobs_health, Schedule(client).count(), damaged(client))
    except ResponseError:  # a queue's key has another type: no process can work
        return WorkersHealth()


def queue_health(jobs: Jobs, parked: ParkedJobs) -> QueueHealth:
    """The health of the queue and its workers."""
    try:
        jobs.ping()
        workers, oldest = all(_heartbeats(jobs.client, *map(_worker, QUEUES))), jobs.oldest_turns()
        status = "behind" if workers and oldest["urgent"] > LONGEST_URGENT_WAIT else _status(workers)
        return QueueHealth("ok", status, jobs.waiting(), oldest, parked.count())
    except StoreUnavailable:
        return QueueHealth()


@answered
def _heartbeats(client: Redis, *names: str) -> list[bool]:
    return [heartbeat is not None for heartbeat in client.mget(names)]


@answered
def parts_up(client: Redis) -> Mapping[str, bool]:
    """Whether at least one process of each part is alive. Raises `StoreUnavailable`."""
    return dict(zip(PARTS, _heartbeats(client, *(service_key(f"alive:{part}") for part in PARTS)), strict=True))


@answered_by_queue
def workers_up(client: Redis) -> Mapping[str, bool]:
    """Whether at least one worker of each queue is alive. Raises `QueueUnavailable`."""
    return dict(zip(QUEUES, _heartbeats(client, *map(_worker, QUEUES)), strict=True))


@answered
def part_lives(client: Redis, part: Literal["web", "projector"]) -> None:
    """Store a heartbeat of a part that stores nothing else with it. Raises `StoreUnavailable`."""
    client.set(service_key(f"alive:{part}"), 1, px=HEARTBEAT_TTL_MS)


@answered
def files_are_there(client: Redis) -> None:
    """Note that the place of exports and archive is there. Raises `StoreUnavailable`."""
    client.set(_FILES, 1, px=HEARTBEAT_TTL_MS)


@answered
def files_up(client: Redis) -> bool:
    """Whether a reactor has seen the place of exports and archive lately. Raises `StoreUnavailable`."""
    return all(_heartbeats(client, _FILES))


@answered
def damaged(client: Redis) -> int:
    """The number of tables that are set aside, in the partitions whose server answers. Raises `StoreUnavailable`."""
    with client.pipeline(transaction=False) as pipe:
        for partition in PARTITIONS:
            pipe.hlen(damaged_key(partition))
        replies = of_those_that_answer(PARTITIONS, pipe.execute(raise_on_error=False))
    return sum(raised(count) for _, count in replies)


@answered
def reactor_lives(client: Redis, limits: Limits) -> None:
    """Store a heartbeat of a reactor, with the limits that it was started with. Raises `StoreUnavailable`."""
    client.set(_REACTOR, json.dumps(asdict(limits)), px=HEARTBEAT_TTL_MS)


@answered
def limits_in_force(client: Redis) -> Limits | None:
    """The limits of the service that runs on this store: those of a living reactor, as far as this version knows them.

    None if no reactor is alive, or if its version does not store its limits. Raises `StoreUnavailable`.
    """
    stored = json.loads(client.get(_REACTOR) or "null")
    if not isinstance(stored, dict):
        return None
    try:
        return read_limits({name: value for name, value in stored.items() if name in NAMES})
    except ValueError:
        return None


@answered
def dispatcher_lives(client: Redis, now: datetime) -> datetime | None:
    """Store a heartbeat of a dispatcher. Returns when dispatchers were back after their last absence, by the clock that says `now` (two
    results may differ by milliseconds); None if no absence is stored. Raises `StoreUnavailable`.
    """
    execute: Callable[..., Any] = client.execute_command
    ago = _BEAT(execute, (_DISPATCHER, _SEEN, _BACK), HEARTBEAT_TTL_MS, LONGEST_HEARTBEAT_GAP_MS, ABSENCE_KEPT_MS)
    return None if ago == b"" else now - timedelta(milliseconds=ago)


def worker_lives(pipe: Pipeline, queues: Collection[str]) -> None:
    """Add a worker's heartbeats for these queues to a pipeline."""
    for queue in queues:
        pipe.set(_worker(queue), 1, px=HEARTBEAT_TTL_MS)


def _worker(queue: str) -> str:
    return service_key(f"alive:worker:{queue}")


def _status(alive: bool) -> Alive:  # noqa: FBT001 - the function only translates the flag
    return "ok" if alive else "down"
