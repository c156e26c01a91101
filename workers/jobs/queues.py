"""The job queues, as their clients see them: enqueue a job once, and read its state."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple, TypeAlias

import msgspec
from redis import Redis
from redis.exceptions import ResponseError
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import JOB_ID_PATTERN, JobStatus
from rq.scripts import save_unique_job

from events.store.answering import is_of_another_type
from events.store.redis_connection import ping
from events.timestamps import epoch_ms, now
from events.tracing import traceparent
from workers.jobs.job import UNDECODABLE, Id, Job, Task, Undecodable, closed
from workers.jobs.queue_server import QueueUnavailable, answered_by_queue
from workers.jobs.shared_queue import COUNT_REPLIES, Class, SharedQueue

TURNS_QUEUE: Final = "turns"
QUEUES: Final = (TURNS_QUEUE, "exports")

BACKGROUND_EVERY: Final[Mapping[str, int]] = {TURNS_QUEUE: 4, "exports": 64}
"""One of so many jobs is a background job while urgent ones wait. The background of exports are tables of values, each of which takes as
long as a hundred files.
"""

Status: TypeAlias = Literal["queued", "running", "finished", "failed"]

_STATUSES: Final[Mapping[JobStatus, Status]] = {
    JobStatus.QUEUED: "queued",
    JobStatus.STARTED: "running",
    JobStatus.FINISHED: "finished",
    JobStatus.FAILED: "failed",
}


class JobState(NamedTuple):
    """The state of a job. `error` is a code; `detail` explains it where the rules refused the request."""

    id: str
    task: str
    ids: tuple[Id, ...]
    status: Status
    progress: float = 0.0
    result: Any = None
    error: str | None = None
    detail: str | None = None


class Jobs:
    """The job queues on their server. Every method raises `QueueUnavailable`."""

    def __init__(self, client: Redis, tasks: Mapping[str, Task], now: Callable[[], datetime] = now) -> None:
        self.client = client
        self._now = now
        self._execute: Callable[..., Any] = client.execute_command
        self.tasks = tasks
        self.job_class = closed(tasks)
        self.queues = {name: Queue(name, client, serializer="json", job_class=self.job_class) for name in QUEUES}
        self.shared = {name: SharedQueue(client, queue, BACKGROUND_EVERY[name]) for name, queue in self.queues.items()}

    @answered_by_queue
    def enqueue(self, task: str, *ids: Id, job_id: str, creator: str = "", trace: str = "") -> bool:
        """Enqueue a task; False if a job with this id exists and has not failed. The job uses the share of `creator`; all jobs without a
        creator use one share. The job belongs to `trace`, or to the current one.

        Raises `ValueError` for an unknown task, for an argument that is not an id and for an invalid job id.
        """
        job = self.job_class.request(task, ids, job_id, self.client, creator, epoch_ms(self._now()), trace or traceparent())
        return self._save(job) or (self._replaceable(job) and self._save(job))

    @answered_by_queue
    def add_requester(self, task: str, job_id: str, creator: str) -> None:
        """A second creator requests a job of this task that may wait already: it is served as early as the earlier of the two positions
        allows.
        """
        self.shared[self.tasks[task].queue].add_requester(job_id, creator)

    def _save(self, job: Job) -> bool:
        """Store and enqueue the job; False if one with its id exists. If the queue's key has another type, nothing is stored and
        `QueueUnavailable` is raised.
        """
        try:
            save_unique_job(self.client, self.queues[job.origin].key, job)  # type: ignore[no-untyped-call]  # the library's
        except DuplicateJobError:
            return False
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            self.client.delete(job.key)  # the library stores the job before it enqueues it
            raise QueueUnavailable(str(error)) from error
        return True

    def _replaceable(self, job: Job) -> bool:
        """Delete the job with this id if it has failed or is not one of ours; False if it is another. If two processes do this at once, the
        id is in the queue twice and the job runs once.
        """
        known = self.find(job.id)
        if known is not None and known.status != "failed":
            return False
        self.client.delete(job.key)
        return True

    @answered_by_queue
    def ping(self) -> None:
        """Does nothing if the queue answers and accepts writes."""
        ping(self.client)

    @answered_by_queue
    def find(self, job_id: str) -> JobState | None:
        """The state of a job; None if it is unknown or has expired."""
        if JOB_ID_PATTERN.fullmatch(job_id) is None:
            return None
        try:
            stored = self._execute("HGETALL", self.job_class.key_for(job_id))
            return self._state(job_id, stored) if b"data" in stored else None
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
        except Undecodable:
            pass
        return JobState(job_id, "", (), "failed", error=UNDECODABLE)

    def delete_ended(self, job_id: str) -> None:
        """Delete a job, unless it waits or runs."""
        state = self.find(job_id)
        if state is not None and state.status in {"finished", "failed"}:
            self._delete(job_id)

    @answered_by_queue
    def _delete(self, job_id: str) -> None:
        self.client.delete(self.job_class.key_for(job_id))

    def _state(self, job_id: str, stored: Mapping[bytes, bytes]) -> JobState:
        """Raises `Undecodable`."""
        job = self.job_class(job_id, connection=self.client, serializer="json")
        job.restore(stored)
        task, ids = job.call
        try:
            status = _STATUSES[job.get_status(refresh=False)]
            state = JobState(job_id, task, ids, status)
            if status == "finished":
                return state._replace(progress=1.0, result=msgspec.json.decode(stored[b"outcome"]))
            if status == "failed":
                return state._replace(error=stored[b"error"].decode(), detail=stored.get(b"detail", b"").decode() or None)
            return state._replace(progress=min(int(stored.get(b"percent", b"0")), 100) / 100)
        except (KeyError, ValueError, msgspec.DecodeError) as error:
            raise Undecodable(str(error)) from error

    @answered_by_queue
    def waiting(self) -> Mapping[str, int]:
        """How many jobs wait in each queue."""
        with self.client.pipeline(transaction=False) as pipe:
            for shared in self.shared.values():
                shared.count(pipe)
            counts = pipe.execute()
        return {name: sum(counts[COUNT_REPLIES * number : COUNT_REPLIES * (number + 1)]) for number, name in enumerate(self.shared)}

    def oldest_turns(self) -> Mapping[Class, float]:
        """Seconds for which the oldest turn of each class has waited; 0.0 where none waits."""
        return self.shared[TURNS_QUEUE].oldest(self._now())


class Progress:
    """The progress of a running job. Called with 0.0 to 1.0 any number of times; stores each percent once. Raises `QueueUnavailable`."""

    def __init__(self, client: Redis, job: Job) -> None:
        self._client = client
        self._job = job
        self._reported = 0

    @answered_by_queue
    def __call__(self, done: float) -> None:
        percent = min(int(done * 100), 100)
        if percent <= self._reported:
            return
        self._reported = percent
        with self._client.pipeline(transaction=False) as pipe:
            pipe.hset(self._job.key, "percent", percent)
            pipe.expire(self._job.key, self._job.task.timeout, nx=True)  # if the job was deleted meanwhile, this expires, too
            pipe.execute()
