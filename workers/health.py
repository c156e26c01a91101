"""Signs of life of reactors and workers, and what /readyz and /metrics tell of them."""

from collections.abc import Collection, Mapping
from typing import Final, Literal, NamedTuple, TypeAlias

from redis import Redis
from redis.client import Pipeline
from redis.exceptions import ResponseError

from events.connection import answered
from events.keys import service_key
from workers.parked import ParkedJobs
from workers.queues import QUEUES, Jobs

BEAT: Final = 2.0
"""Seconds between two signs of life."""

BELIEVED_MS: Final = 10_000
"""How long a sign of life is believed."""

Alive: TypeAlias = Literal["ok", "down"]

_REACTOR: Final = service_key("alive:reactor")


class Health(NamedTuple):
    """`reactor`: at least one is alive; `workers`: at least one for each queue. `waiting`: jobs by queue; `parked`: what failed."""

    reactor: Alive
    workers: Alive
    waiting: Mapping[str, int]
    parked: int


def health(jobs: Jobs, parked: ParkedJobs) -> Health:
    """Raises `StoreUnavailable`."""
    try:
        reactor, *workers = _signs(jobs.client)
        return Health(_told(reactor), _told(all(workers)), jobs.waiting(), parked.count())
    except ResponseError:  # where queues belong lies something else: nobody can work
        return Health("down", "down", dict.fromkeys(QUEUES, 0), 0)


@answered
def _signs(client: Redis) -> list[bool]:
    return [sign is not None for sign in client.mget([_REACTOR, *map(_worker, QUEUES)])]


@answered
def reactor_lives(client: Redis) -> None:
    """Give a sign of life of a reactor. Raises `StoreUnavailable`."""
    client.set(_REACTOR, 1, px=BELIEVED_MS)


def worker_lives(pipe: Pipeline, queues: Collection[str]) -> None:
    """Give a sign of life of a worker for these queues, as part of something else."""
    for queue in queues:
        pipe.set(_worker(queue), 1, px=BELIEVED_MS)


def _worker(queue: str) -> str:
    return service_key(f"alive:worker:{queue}")


def _told(alive: bool) -> Alive:  # noqa: FBT001 - what it says is all there is to it
    return "ok" if alive else "down"
