"""The queues, as those see them who ask for something: enqueue once, find out what became of it."""

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

from events.store.event_store import StoreUnavailable
from events.store.redis_connection import answered, is_of_another_type
from events.timestamps import epoch_ms, now
from workers.jobs.job import UNDECODABLE, Id, Job, Task, Undecodable, closed
from workers.jobs.shared_queue import WAITING, Class, SharedQueue

TURNS: Final = "turns"
QUEUES: Final = (TURNS, "exports")

Status: TypeAlias = Literal["queued", "running", "finished", "failed"]

_STATUSES: Final[Mapping[JobStatus, Status]] = {
    JobStatus.QUEUED: "queued",
    JobStatus.STARTED: "running",
    JobStatus.FINISHED: "finished",
    JobStatus.FAILED: "failed",
}


class JobState(NamedTuple):
    """What is known of a job. `error` is a code, `detail` says it in words where the rules refused what was asked."""

    id: str
    task: str
    ids: tuple[Id, ...]
    status: Status
    progress: float = 0.0
    result: Any = None
    error: str | None = None
    detail: str | None = None


class Jobs:
    """Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis, tasks: Mapping[str, Task], now: Callable[[], datetime] = now) -> None:
        self.client = client
        self._now = now
        self._ask: Callable[..., Any] = client.execute_command
        self.tasks = tasks
        self.job_class = closed(tasks)
        self.queues = {name: Queue(name, client, serializer="json", job_class=self.job_class) for name in QUEUES}
        self.shared = {name: SharedQueue(client, queue) for name, queue in self.queues.items()}

    @answered
    def enqueue(self, task: str, *ids: Id, job_id: str, creator: str = "") -> bool:
        """Ask for a task; False, and nothing is asked, if a job with this id is known already and has not failed. `creator` is whom the
        job counts for; all jobs without one share one share.

        Raises `ValueError` for a task that there is not, for an argument that is no id and for an id that no job can have.
        """
        job = self.job_class.ask(task, ids, job_id, self.client, creator, epoch_ms(self._now()))
        return self._save(job) or (self._makes_way(job) and self._save(job))

    @answered
    def ask_too(self, task: str, job_id: str, creator: str) -> None:
        """Somebody else asks for a job of this task that may wait already: it counts for whoever of both has it done earlier."""
        self.shared[self.tasks[task].queue].ask_too(job_id, creator)

    def _save(self, job: Job) -> bool:
        """False if there is one with its id. Nobody can wait in the place of a queue where something else lies, and nothing stays then."""
        try:
            save_unique_job(self.client, self.queues[job.origin].key, job)  # type: ignore[no-untyped-call]  # the library's
        except DuplicateJobError:
            return False
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
            self.client.delete(job.key)  # the library keeps a job before it puts it into the queue
            raise StoreUnavailable(str(error)) from error
        return True

    def _makes_way(self, job: Job) -> bool:
        """Whether what has the id has failed or is no job of ours, so that another may be tried. If two do this at once, the job lies in
        its queue twice, and is run once.
        """
        known = self.find(job.id)
        if known is not None and known.status != "failed":
            return False
        self.client.delete(job.key)
        return True

    @answered
    def find(self, job_id: str) -> JobState | None:
        """What became of a job; None if there is none, or not any more."""
        if JOB_ID_PATTERN.fullmatch(job_id) is None:
            return None
        try:
            kept = self._ask("HGETALL", self.job_class.key_for(job_id))
            return self._state(job_id, kept) if b"data" in kept else None
        except ResponseError as error:
            if not is_of_another_type(error):
                raise
        except Undecodable:
            pass
        return JobState(job_id, "", (), "failed", error=UNDECODABLE)

    def forget_ended(self, job_id: str) -> None:
        """Forget a job, unless it is still to be done or being done."""
        state = self.find(job_id)
        if state is not None and state.status in {"finished", "failed"}:
            self._delete(job_id)

    @answered
    def _delete(self, job_id: str) -> None:
        self.client.delete(self.job_class.key_for(job_id))

    def _state(self, job_id: str, kept: Mapping[bytes, bytes]) -> JobState:
        """Raises `Undecodable`."""
        job = self.job_class(job_id, connection=self.client, serializer="json")
        job.restore(kept)
        task, ids = job.call
        try:
            status = _STATUSES[job.get_status(refresh=False)]
            state = JobState(job_id, task, ids, status)
            if status == "finished":
                return state._replace(progress=1.0, result=msgspec.json.decode(kept[b"outcome"]))
            if status == "failed":
                return state._replace(error=kept[b"error"].decode(), detail=kept.get(b"detail", b"").decode() or None)
            return state._replace(progress=min(int(kept.get(b"percent", b"0")), 100) / 100)
        except (KeyError, ValueError, msgspec.DecodeError) as error:
            raise Undecodable(str(error)) from error

    @answered
    def waiting(self) -> Mapping[str, int]:
        """How many jobs lie in each queue."""
        with self.client.pipeline(transaction=False) as pipe:
            for shared in self.shared.values():
                shared.count(pipe)
            counts = pipe.execute()
        return {name: sum(counts[WAITING * number : WAITING * (number + 1)]) for number, name in enumerate(self.shared)}

    def oldest_turns(self) -> Mapping[Class, float]:
        """Seconds for which the oldest waiting turn of each class has waited; 0.0 where none waits."""
        return self.shared[TURNS].oldest(self._now())


class Progress:
    """How far a running job is: called with 0.0 to 1.0 as often as one likes, it tells each percent once. Raises `StoreUnavailable`."""

    def __init__(self, client: Redis, job: Job) -> None:
        self._client = client
        self._job = job
        self._told = 0

    @answered
    def __call__(self, done: float) -> None:
        percent = min(int(done * 100), 100)
        if percent <= self._told:
            return
        self._told = percent
        with self._client.pipeline(transaction=False) as pipe:
            pipe.hset(self._job.key, "percent", percent)
            pipe.expire(self._job.key, self._job.task.timeout, nx=True)  # if the job was deleted meanwhile, this is not to stay either
            pipe.execute()
