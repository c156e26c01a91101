"""A queue that is served by shares, not in order of arrival (ADR 32).

Jobs arrive in RQ's list. Workers give them positions and take the next one in the same step: urgent jobs first, and in each class one job
of each creator in turn. So only workers need to know about shares.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from redis import Redis
from redis.client import Pipeline
from rq import Queue

from events.store.keys import service_key
from events.store.scripts import Script
from events.timestamps import epoch_ms
from workers.jobs.job import Job
from workers.jobs.queue_server import answered_by_queue

Class: TypeAlias = Literal["urgent", "background"]
"""`urgent`: a person waits, or a clock has run out; `background`: all other jobs, and those of tasks that are not urgent."""

CLASSES: Final[Sequence[Class]] = get_args(Class)

COUNT_REPLIES: Final = 1 + len(CLASSES)
"""Replies that `SharedQueue.count` adds to a pipeline."""

MOST_SORTED_AT_ONCE: Final = 1000
"""Jobs that get their positions in one step."""

TAKE, ADD_REQUESTER = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("take_shared", "add_requester"))

_PARTS: Final = ("places", "shares", "since")


class SharedQueue:
    """The waiting jobs of one queue. Every method but `oldest` raises the client library's errors."""

    def __init__(self, client: Redis, queue: Queue, background_every: int) -> None:
        """One of `background_every` jobs is a background job while both classes have jobs: urgent jobs cannot block the background."""
        self._client: Any = client
        self._background_every = background_every
        self._queue = queue
        self._served = service_key(f"{queue.name}:served")

    def take(self, now: datetime) -> bytes | None:
        """Take the next job. Returns its id, which is in the queue's list of taken jobs from then on; None if none waits."""
        arrived = self._client.lrange(self._queue.key, 0, MOST_SORTED_AT_ONCE - 1)
        names = [self._queue.key, self._queue.intermediate_queue_key, self._served]
        names += [self._part(name, part) for name in CLASSES for part in _PARTS]
        jobs = [Job.key_for(job_id.decode(errors="replace")) for job_id in arrived]
        taken: bytes | None = TAKE(self._client.execute_command, [*names, *jobs], epoch_ms(now), self._background_every, *arrived)
        return taken

    def add_requester(self, job_id: str, creator: str) -> None:
        """A second creator requests an urgent job that waits: it is served as early as a new job of that creator."""
        places, shares = (self._part("urgent", part) for part in ("places", "shares"))
        ADD_REQUESTER(self._client.execute_command, (Job.key_for(job_id), places, shares), job_id, creator)

    def count(self, pipe: Pipeline) -> None:
        """Add commands to a pipeline that count the waiting jobs: the sum of `COUNT_REPLIES` replies."""
        pipe.llen(self._queue.key)
        for name in CLASSES:
            pipe.zcard(self._part(name, "places"))

    @answered_by_queue
    def oldest(self, now: datetime) -> Mapping[Class, float]:
        """Seconds for which the oldest waiting job of each class has waited; 0.0 where none waits. Of jobs without a position only the
        first counts.

        Raises `QueueUnavailable`.
        """
        with self._client.pipeline(transaction=False) as pipe:
            for name in CLASSES:
                pipe.zrange(self._part(name, "since"), 0, 0, withscores=True)
            pipe.lindex(self._queue.key, 0)
            *first, arrived = pipe.execute()
        requested_at = {name: [score for _, score in found] for name, found in zip(CLASSES, first, strict=True)}
        if arrived is not None:
            fields: Any = self._client.hmget(Job.key_for(arrived.decode(errors="replace")), "urgent", "asked_at")
            if fields[1] is not None:
                requested_at["background" if fields[0] == b"0" else "urgent"].append(float(fields[1]))
        return {name: max(0.0, (epoch_ms(now) - min(times)) / 1000) if times else 0.0 for name, times in requested_at.items()}

    def _part(self, name: Class, part: str) -> str:
        return service_key(f"{self._queue.name}:{name}:{part}")
