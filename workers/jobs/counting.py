"""Counts the jobs of a worker for /metrics, and notes how long they waited and took."""

from collections.abc import Iterator
from contextlib import contextmanager

from events.timestamps import epoch_ms
from workers.jobs.job import Job, Undecodable
from workers.jobs.outcomes import Continued, Failed, Finished, GivenUp, JobEnding
from workers.jobs.parts import WorkerParts


@contextmanager
def timed(parts: WorkerParts, job: Job) -> Iterator[None]:
    """Note how long the job has waited, and how long the block takes."""
    task = task_name(job)
    if job.asked_at is not None:
        parts.counts.time("job_wait", task, (epoch_ms(parts.tables.now()) - job.asked_at) / 1000)
    began = parts.monotonic()
    yield
    parts.counts.time("job", task, parts.monotonic() - began)


def count(parts: WorkerParts, job: Job, ending: JobEnding) -> None:
    """Count how the job has ended."""
    parts.counts.add("jobs", task_name(job), _outcome(ending))


def task_name(job: Job) -> str:
    """The name of the job's task; `unknown` for a job that is not ours."""
    try:
        return job.call[0]
    except Undecodable:
        return "unknown"


def _outcome(ending: JobEnding) -> str:
    match ending:
        case Finished():
            return "finished"
        case Failed():
            return "failed" if ending.fault else "refused"
        case GivenUp():
            return "given-up"
        case Continued():
            return "continued"
