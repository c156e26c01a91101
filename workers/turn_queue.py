"""The queue of turns: served by shares, not in order of arrival (ADR 32).

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

from events.connection import answered
from events.keys import service_key
from events.moments import epoch_ms
from events.scripts import Script
from workers.job import Job

Class: TypeAlias = Literal["urgent", "background"]
"""`urgent`: a person waits, or a clock has run out; `background`: everything else."""

CLASSES: Final[Sequence[Class]] = get_args(Class)

BACKGROUND_EVERY: Final = 4
"""Of so many jobs one is of the background while both classes have any: urgent ones cannot stop it."""

AT_ONCE: Final = 1000
"""Jobs that are put into their places in one go."""

TAKE: Final = Script(Path(__file__).with_name("take_turn.lua"))

_SERVED: Final = service_key("turns:served")
_PLACES, _SHARES, _SINCE = ({name: service_key(f"turns:{name}:{part}") for name in CLASSES} for part in ("places", "shares", "since"))


class TurnQueue:
    """Where workers take turns from. Every method raises the client library's errors."""

    def __init__(self, client: Redis, queue: Queue) -> None:
        self._client: Any = client
        self._queue = queue

    def take(self, now: datetime) -> bytes | None:
        """The id of the next job, which is in the queue's list of taken ones from then on; None if none waits."""
        arrived = self._client.lrange(self._queue.key, 0, AT_ONCE - 1)
        names = [self._queue.key, self._queue.intermediate_queue_key, _SERVED]
        for name in CLASSES:
            names += [_PLACES[name], _SHARES[name], _SINCE[name]]
        jobs = [Job.key_for(job_id.decode(errors="replace")) for job_id in arrived]
        taken: bytes | None = TAKE(self._client.execute_command, [*names, *jobs], epoch_ms(now), BACKGROUND_EVERY, *arrived)
        return taken


def count_placed(pipe: Pipeline) -> None:
    """Ask how many jobs have places, as part of something else: an answer for each class."""
    for name in CLASSES:
        pipe.zcard(_PLACES[name])


@answered
def oldest(client: Redis, queue: Queue, now: datetime) -> Mapping[Class, float]:
    """Seconds for which the oldest waiting job of each class has waited; 0.0 where none waits. Of jobs that no worker has put into their
    places yet, the first counts. Raises `StoreUnavailable`.
    """
    with client.pipeline(transaction=False) as pipe:
        for name in CLASSES:
            pipe.zrange(_SINCE[name], 0, 0, withscores=True)
        pipe.lindex(queue.key, 0)
        *first, arrived = pipe.execute()
    asked_at = {name: [score for _, score in found] for name, found in zip(CLASSES, first, strict=True)}
    if arrived is not None:
        known: Any = client.hmget(Job.key_for(arrived.decode(errors="replace")), "urgent", "asked_at")
        if known[1] is not None:
            asked_at["background" if known[0] == b"0" else "urgent"].append(float(known[1]))
    return {name: max(0.0, (epoch_ms(now) - min(times)) / 1000) if times else 0.0 for name, times in asked_at.items()}
