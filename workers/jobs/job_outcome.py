"""Stores how a job has ended, so that it can be found, retried, or seen by the operator."""

import logging
from typing import Any, Final

from redis.client import Pipeline
from rq import Queue
from rq.executions import Execution
from rq.job import JobStatus

from events.timestamps import epoch_ms
from workers.jobs.job import Id, Job, Undecodable
from workers.jobs.outcomes import TABLE_NEWER, Continued, Failed, Finished, JobEnding, is_retried
from workers.jobs.parked import name_of, unpark
from workers.jobs.parts import WorkerParts

log = logging.getLogger(__name__)

KEEP_UNDECODABLE: Final = 86_400
"""Seconds for which a job that is not one of ours is kept, with the reason."""


def record_outcome(parts: WorkerParts, job: Job, queue: Queue, ending: JobEnding, execution: Execution | None = None) -> None:
    """Store how the job, or this execution of it, has ended. Does nothing if the job belongs to another worker by now. May be repeated.

    Raises the client library's errors and `StoreUnavailable`.
    """
    is_retry, ours = is_retried(job, ending), execution is None or _is_held(parts, job, execution)
    with parts.queue.pipeline() as pipe:
        if not ours:
            log.info("job %s has been settled already", job.id)
        elif is_retry:
            _put_back(pipe, job, queue, ending, epoch_ms(parts.tables.now()))
        elif isinstance(ending, Finished):
            _finish(pipe, job, ending)
        elif isinstance(ending, Failed):
            _fail(pipe, job, ending)
        if execution is not None:
            execution.delete(job, pipe)
        pipe.execute()
    if ours and isinstance(ending, Failed) and ending.fault and not is_retry:
        task, ids = _call(job)
        parts.parked.park(task, ids, job.id, ending.code, ending.words, parts.tables.now())


def describe(job: Job, ending: JobEnding) -> None:
    """Log a job that failed or was refused."""
    if not isinstance(ending, Failed):
        return
    is_retry = is_retried(job, ending)
    level = (
        logging.WARNING if is_retry else logging.ERROR if ending.fault else logging.DEBUG if ending.code == TABLE_NEWER else logging.INFO
    )
    phrase = "failed and is tried again" if is_retry else "failed" if ending.fault else "was refused"
    log.log(level, "job %s %s: %s (%s)", job.id, phrase, ending.code, ending.words, exc_info=ending.error)


def _is_held(parts: WorkerParts, job: Job, execution: Execution) -> bool:
    """Whether the job still belongs to the worker of this execution. A frozen worker may wake after others have settled or deleted it."""
    queue: Any = parts.queue
    expected = [JobStatus.STARTED.encode(), execution.worker_name.encode()]
    return bool(queue.hmget(job.key, "status", "worker_name") == expected)


def _finish(pipe: Pipeline, job: Job, ending: Finished) -> None:
    task, (name, ids) = job.task, job.call
    _store(pipe, job, task.keep, {"status": JobStatus.FINISHED, "outcome": ending.outcome})
    unpark(pipe, {name_of(settled, ids) for settled in (name, *task.settles)})


def _fail(pipe: Pipeline, job: Job, ending: Failed) -> None:
    try:
        seconds = job.task.keep_failed
    except Undecodable:
        seconds = KEEP_UNDECODABLE
    detail = {} if ending.fault else {"detail": ending.words}
    _store(pipe, job, seconds, {"status": JobStatus.FAILED, "error": ending.code, **detail})


def _store(pipe: Pipeline, job: Job, seconds: int, fields: dict[str, Any]) -> None:
    if seconds == 0:
        pipe.delete(job.key)
        return
    pipe.hset(job.key, mapping=fields)  # type: ignore[arg-type]  # the library asks for a mapping that no dict is
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
