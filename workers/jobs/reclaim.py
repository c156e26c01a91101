"""Jobs whose worker is gone: killed, frozen, or cut off from the store. Every worker looks for them now and then.

What was begun is noticed within `LEASE` + `EVERY` = 11 seconds of its worker's last sign of life, as long as any worker is left.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, cast

from redis.exceptions import ResponseError
from rq import Queue, worker_registration
from rq.exceptions import NoSuchJobError
from rq.job import JobStatus
from rq.utils import current_timestamp

from events.store.keys import service_key
from workers.jobs.job import Job
from workers.jobs.job_outcome import describe, record_outcome
from workers.jobs.outcomes import ABANDONED, Failed
from workers.jobs.parts import WorkerParts

EVERY: Final = 3.0
"""Seconds between two looks of one worker."""

ALONE_MS: Final = 2_500
"""How long no other worker looks after one has."""

TAKEN_FOR: Final = 5.0
"""Seconds after which a job that was taken out of its queue and not begun goes back."""

GONE: Final = Failed(ABANDONED, "the worker that had it is gone: killed, frozen, out of memory, or cut off from the store")


class Reclaimer:
    """Looks after these queues. Raises the client library's errors and `StoreUnavailable`."""

    def __init__(self, tools: WorkerParts, queues: Sequence[Queue]) -> None:
        self._tools = tools
        self._client: Any = tools.client
        self._queues = queues
        self._looked = float("-inf")

    def sometimes(self) -> None:
        """Look, unless this worker or another has just done so."""
        if self._tools.monotonic() - self._looked < EVERY:
            return
        self._looked = self._tools.monotonic()
        for queue in self._queues:
            if self._client.set(service_key(f"reclaiming:{queue.name}"), 1, nx=True, px=ALONE_MS):
                self.look(queue)

    def look(self, queue: Queue) -> None:
        """Settle what was begun and gives no sign of life any more; put back what was taken and never begun."""
        self._settle_begun(queue)
        self._put_back_taken(queue)
        worker_registration.clean_worker_registry(queue)

    def _settle_begun(self, queue: Queue) -> None:
        now, registry = current_timestamp(), queue.started_job_registry.key
        begun = [(member, _job_of(member), until) for member, until in self._client.zrange(registry, 0, -1, withscores=True)]
        held = {job_id for _, job_id, until in begun if until >= now}
        for member, job_id, until in begun:
            if until >= now:
                continue
            job = self._started(job_id) if job_id not in held else None  # perhaps tried again already, by somebody who lives
            if job is not None:
                describe(job, GONE)
                record_outcome(self._tools, job, queue, GONE)
            self._client.zrem(registry, member)

    def _started(self, job_id: str) -> Job | None:
        try:
            job = cast("Job", self._tools.jobs.job_class.fetch(job_id, self._client, "json"))
        except (NoSuchJobError, ValueError, ResponseError):
            return None
        return job if job.get_status(refresh=False) == JobStatus.STARTED else None

    def _put_back_taken(self, queue: Queue) -> None:
        """What is seen here twice, and so long apart, was not begun: between the two lie some milliseconds."""
        now, seen = current_timestamp(), service_key(f"taken:{queue.name}")
        taken: Collection[bytes] = self._client.lrange(queue.intermediate_queue_key, 0, -1)
        before = dict(self._client.zrange(seen, 0, -1, withscores=True))
        with self._client.pipeline() as pipe:
            for job_id in taken:
                if now - before.get(job_id, now) >= TAKEN_FOR:
                    pipe.lrem(queue.intermediate_queue_key, 1, job_id)
                    pipe.rpush(queue.key, job_id)
                    pipe.zrem(seen, job_id)
            for job_id in set(before) - set(taken):
                pipe.zrem(seen, job_id)
            if taken:
                pipe.zadd(seen, dict.fromkeys(taken, now), nx=True)
            pipe.execute()


def _job_of(member: bytes) -> str:
    """The job in a name such as `job:execution`."""
    return member.decode(errors="replace").partition(":")[0]
