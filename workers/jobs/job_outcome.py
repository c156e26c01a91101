"""Writing down how a job has ended, so that it can be found, asked for again, or seen by the operator."""

import logging
from typing import Any, Final

from redis.client import Pipeline
from rq import Queue
from rq.executions import Execution
from rq.job import JobStatus

from events.timestamps import epoch_ms
from workers.jobs.job import Id, Job, Undecodable
from workers.jobs.outcomes import NEWER, Continued, Failed, Finished, JobEnding, is_tried_again
from workers.jobs.parked import forget, name_of
from workers.jobs.parts import WorkerParts

log = logging.getLogger(__name__)

KEEP_UNDECODABLE: Final = 86_400
"""Seconds for which a job that is none of ours is kept, with the reason."""


def record_outcome(tools: WorkerParts, job: Job, queue: Queue, ending: JobEnding, execution: Execution | None = None) -> None:
    """Write down how the job, or this execution of it, has ended: nothing, if the job is another worker's by now. May be done twice.

    Raises the client library's errors and `StoreUnavailable`.
    """
    again, ours = is_tried_again(job, ending), execution is None or _is_held(tools, job, execution)
    with tools.client.pipeline() as pipe:
        if not ours:
            log.info("job %s has been settled already", job.id)
        elif again:
            _put_back(pipe, job, queue, ending, epoch_ms(tools.tables.now()))
        elif isinstance(ending, Finished):
            _finish(pipe, job, ending)
        elif isinstance(ending, Failed):
            _fail(pipe, job, ending)
        if execution is not None:
            execution.delete(job, pipe)
        pipe.execute()
    if ours and isinstance(ending, Failed) and ending.fault and not again:
        task, ids = _call(job)
        tools.parked.park(task, ids, job.id, ending.code, ending.words, tools.tables.now())


def describe(job: Job, ending: JobEnding) -> None:
    """A line in the log for a job that did not do what it should, or was refused."""
    if not isinstance(ending, Failed):
        return
    again = is_tried_again(job, ending)
    level = logging.WARNING if again else logging.ERROR if ending.fault else logging.DEBUG if ending.code == NEWER else logging.INFO
    what = "failed and is tried again" if again else "failed" if ending.fault else "was refused"
    log.log(level, "job %s %s: %s (%s)", job.id, what, ending.code, ending.words, exc_info=ending.error)


def _is_held(tools: WorkerParts, job: Job, execution: Execution) -> bool:
    """Whether the job is still the worker's who began it: a frozen one may wake when others have settled, repeated or deleted it."""
    client: Any = tools.client
    held = [JobStatus.STARTED.encode(), execution.worker_name.encode()]
    return bool(client.hmget(job.key, "status", "worker_name") == held)


def _finish(pipe: Pipeline, job: Job, ending: Finished) -> None:
    task, (name, ids) = job.task, job.call
    _keep(pipe, job, task.keep, {"status": JobStatus.FINISHED, "outcome": ending.outcome})
    forget(pipe, {name_of(settled, ids) for settled in (name, *task.settles)})


def _fail(pipe: Pipeline, job: Job, ending: Failed) -> None:
    try:
        keep = job.task.keep_failed
    except Undecodable:
        keep = KEEP_UNDECODABLE
    told = {} if ending.fault else {"detail": ending.words}
    _keep(pipe, job, keep, {"status": JobStatus.FAILED, "error": ending.code, **told})


def _keep(pipe: Pipeline, job: Job, seconds: int, what: dict[str, Any]) -> None:
    if seconds == 0:
        pipe.delete(job.key)
        return
    pipe.hset(job.key, mapping=what)  # type: ignore[arg-type]  # the library asks for a mapping that no dict is
    pipe.expire(job.key, seconds)


def _put_back(pipe: Pipeline, job: Job, queue: Queue, ending: JobEnding, now_ms: int) -> None:
    retries = (job.retries_left or 0) - isinstance(ending, Failed)
    urgent = ending.urgent if isinstance(ending, Continued) else job.urgent
    pipe.hset(job.key, mapping={"status": JobStatus.QUEUED, "retries_left": retries, "urgent": int(urgent), "asked_at": now_ms})
    pipe.expire(job.key, job.task.waits)
    pipe.rpush(queue.key, job.id)


def _call(job: Job) -> tuple[str, tuple[Id, ...]]:
    try:
        return job.call
    except Undecodable:
        return "", ()
