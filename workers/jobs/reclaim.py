"""Jobs whose worker is gone: killed, frozen, or cut off from the store. Every worker looks for them regularly.

A started job is noticed within `LEASE_SECONDS` + `CHECK_INTERVAL` = 11 seconds after its worker's last heartbeat, if any worker is left.
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
from workers.jobs.outcomes import JOB_ABANDONED, Failed
from workers.jobs.parts import WorkerParts

CHECK_INTERVAL: Final = 3.0
"""Seconds between two checks of one worker."""

ONE_WORKER_CHECKS_MS: Final = 2_500
"""For so long after a check of one worker no other worker checks the queue."""

START_WITHIN: Final = 5.0
"""Seconds after which a job that was taken from its queue and not started goes back."""

WORKER_GONE: Final = Failed(JOB_ABANDONED, "the worker that had it is gone: killed, frozen, out of memory, or cut off from the store")


class Reclaimer:
    """Reclaims jobs of these queues. Raises the client library's errors and `StoreUnavailable`."""

    def __init__(self, parts: WorkerParts, queues: Sequence[Queue]) -> None:
        self._parts = parts
        self._client: Any = parts.queue
        self._queues = queues
        self._checked_at = float("-inf")

    def check_if_due(self) -> None:
        """Check, unless this worker or another one has just done so."""
        if self._parts.monotonic() - self._checked_at < CHECK_INTERVAL:
            return
        self._checked_at = self._parts.monotonic()
        for queue in self._queues:
            if self._client.set(service_key(f"reclaiming:{queue.name}"), 1, nx=True, px=ONE_WORKER_CHECKS_MS):
                self.check(queue)

    def check(self, queue: Queue) -> None:
        """Settle started jobs without a heartbeat; put back jobs that were taken and never started."""
        self._settle_started(queue)
        self._put_back_taken(queue)
        worker_registration.clean_worker_registry(queue)

    def _settle_started(self, queue: Queue) -> None:
        now, registry = current_timestamp(), queue.started_job_registry.key
        started = [(member, _job_of(member), lease_ends) for member, lease_ends in self._client.zrange(registry, 0, -1, withscores=True)]
        alive = {job_id for _, job_id, lease_ends in started if lease_ends >= now}
        for member, job_id, lease_ends in started:
            if lease_ends >= now:
                continue
            job = self._started(job_id) if job_id not in alive else None  # a living worker may have retried it already
            if job is not None:
                describe(job, WORKER_GONE)
                record_outcome(self._parts, job, queue, WORKER_GONE)
            self._client.zrem(registry, member)

    def _started(self, job_id: str) -> Job | None:
        try:
            job = cast("Job", self._parts.jobs.job_class.fetch(job_id, self._client, "json"))
        except (NoSuchJobError, ValueError, ResponseError):
            return None
        return job if job.get_status(refresh=False) == JobStatus.STARTED else None

    def _put_back_taken(self, queue: Queue) -> None:
        """Put back jobs that have been in the list of taken jobs for `START_WITHIN` seconds. Taking and starting a job are only
        milliseconds apart.
        """
        now, seen_key = current_timestamp(), service_key(f"taken:{queue.name}")
        taken: Collection[bytes] = self._client.lrange(queue.intermediate_queue_key, 0, -1)
        before = dict(self._client.zrange(seen_key, 0, -1, withscores=True))
        with self._client.pipeline() as pipe:
            for job_id in taken:
                if now - before.get(job_id, now) >= START_WITHIN:
                    pipe.lrem(queue.intermediate_queue_key, 1, job_id)
                    pipe.rpush(queue.key, job_id)
                    pipe.zrem(seen_key, job_id)
            for job_id in set(before) - set(taken):
                pipe.zrem(seen_key, job_id)
            if taken:
                pipe.zadd(seen_key, dict.fromkeys(taken, now), nx=True)
            pipe.execute()


def _job_of(member: bytes) -> str:
    """The job's id in a name such as `job:execution`."""
    return member.decode(errors="replace").partition(":")[0]
