"""A queue that is served by shares, not in order of arrival (ADR 32).

Jobs arrive in RQ's list, wherever they come from. Workers put them into places from there and take the next one in the same step: urgent
ones first, and in each class one job of each creator in turn. So nobody but workers has to know about shares.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

from redis import Redis
from redis.client import Pipeline
from rq import Queue

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.timestamps import epoch_ms
from workers.jobs.job import Job

Class: TypeAlias = Literal["urgent", "background"]
"""`urgent`: a person waits, or a clock has run out; `background`: everything else."""

CLASSES: Final[Sequence[Class]] = get_args(Class)

BACKGROUND_EVERY: Final = 4
"""Of so many jobs one is of the background while both classes have any: urgent ones cannot stop it."""

WAITING: Final = 1 + len(CLASSES)
"""Answers of `SharedQueue.count`."""

AT_ONCE: Final = 1000
"""Jobs that are put into their places in one go."""

TAKE, ASK_TOO = (Script(Path(__file__).with_name(f"{name}.lua")) for name in ("take_shared", "ask_too"))

_PARTS: Final = ("places", "shares", "since")


class SharedQueue:
    """Where workers take jobs of one queue from. Every method but `oldest` raises the client library's errors."""

    def __init__(self, client: Redis, queue: Queue) -> None:
        self._client: Any = client
        self._queue = queue
        self._served = service_key(f"{queue.name}:served")

    def take(self, now: datetime) -> bytes | None:
        """The id of the next job, which is in the queue's list of taken ones from then on; None if none waits."""
        arrived = self._client.lrange(self._queue.key, 0, AT_ONCE - 1)
        names = [self._queue.key, self._queue.intermediate_queue_key, self._served]
        names += [self._part(name, part) for name in CLASSES for part in _PARTS]
        jobs = [Job.key_for(job_id.decode(errors="replace")) for job_id in arrived]
        taken: bytes | None = TAKE(self._client.execute_command, [*names, *jobs], epoch_ms(now), BACKGROUND_EVERY, *arrived)
        return taken

    def ask_too(self, job_id: str, creator: str) -> None:
        """Another client asks for an urgent job that waits: it is served as early as one of that client's own would be."""
        places, shares = (self._part("urgent", part) for part in ("places", "shares"))
        ASK_TOO(self._client.execute_command, (Job.key_for(job_id), places, shares), job_id, creator)

    def count(self, pipe: Pipeline) -> None:
        """Ask how many jobs wait, as part of something else: `WAITING` answers, to be added up."""
        pipe.llen(self._queue.key)
        for name in CLASSES:
            pipe.zcard(self._part(name, "places"))

    @answered
    def oldest(self, now: datetime) -> Mapping[Class, float]:
        """Seconds for which the oldest waiting job of each class has waited; 0.0 where none waits. Of jobs that no worker has put into
        their places yet, the first counts. Raises `StoreUnavailable`.
        """
        with self._client.pipeline(transaction=False) as pipe:
            for name in CLASSES:
                pipe.zrange(self._part(name, "since"), 0, 0, withscores=True)
            pipe.lindex(self._queue.key, 0)
            *first, arrived = pipe.execute()
        asked_at = {name: [score for _, score in found] for name, found in zip(CLASSES, first, strict=True)}
        if arrived is not None:
            known: Any = self._client.hmget(Job.key_for(arrived.decode(errors="replace")), "urgent", "asked_at")
            if known[1] is not None:
                asked_at["background" if known[0] == b"0" else "urgent"].append(float(known[1]))
        return {name: max(0.0, (epoch_ms(now) - min(times)) / 1000) if times else 0.0 for name, times in asked_at.items()}

    def _part(self, name: Class, part: str) -> str:
        return service_key(f"{self._queue.name}:{name}:{part}")
