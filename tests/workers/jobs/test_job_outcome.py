"""How the end of a job is stored: once, by the worker that has it, and so that it is tried again as often as it may be."""

from dataclasses import replace
from typing import Any

import pytest
from rq import Queue
from rq.executions import Execution

from tests.workers.conftest import state_of
from workers.jobs import tasks
from workers.jobs.job import Job
from workers.jobs.job_outcome import record_outcome
from workers.jobs.outcomes import Continued, Failed, GivenUp, JobEnding
from workers.jobs.parts import WorkerParts
from workers.jobs.queues import Jobs
from workers.jobs.reclaim import Reclaimer
from workers.jobs.worker import JobWorker


@pytest.mark.parametrize(
    "meanwhile",
    [{"status": "finished"}, {"status": "queued"}, {"worker_name": "another"}, None],
    ids=["it has been done", "it is to be tried again", "another tries it", "it has been deleted"],
)
def test_a_worker_that_wakes_too_late_writes_down_nothing(tools: WorkerParts, meanwhile: Any) -> None:
    tools.jobs.enqueue("note", "a", job_id="note-a")
    job, queue, execution = begun(tools)
    if meanwhile is None:
        tools.client.delete(job.key)
    else:
        tools.client.hset(job.key, mapping=meanwhile)
    before: Any = tools.client.hgetall(job.key)

    record_outcome(tools, job, queue, Failed("job-timed-out", "not done within 1 s"), execution)

    assert tools.client.hgetall(job.key) == before
    assert tools.parked.count() == 0
    assert tools.client.zcard("rq:wip:turns") == 0


@pytest.mark.parametrize(
    ("ending", "left"),
    [(Continued(urgent=False), b"1"), (GivenUp(), b"1"), (Failed("job-timed-out", "not done within 1 s"), b"0")],
    ids=["it goes on later", "its worker stops", "it has failed"],
)
def test_only_a_failure_uses_up_a_retry(tools: WorkerParts, ending: JobEnding, left: bytes) -> None:
    tools.jobs.enqueue("fail_twice", "a", job_id="twice")
    job, queue, execution = begun(tools, "exports")

    record_outcome(tools, job, queue, ending, execution)

    assert state_of(tools, "twice").status == "queued"
    assert tools.client.hget(job.key, "retries_left") == left


def test_of_a_table_whose_worker_was_killed_nothing_stays_parked(tools: WorkerParts) -> None:
    real = replace(tools, jobs=Jobs(tools.client, tasks.TASKS))
    real.jobs.enqueue("play", "p07-table", job_id="play-p07-table-7")
    _, queue, execution = begun(real)
    tools.client.zadd("rq:wip:turns", {execution.composite_key: 1})  # and long ago its worker was killed

    Reclaimer(real, [queue]).check(queue)

    assert state_of(real, "play-p07-table-7").status == "queued"
    assert real.jobs.waiting()["turns"] == 1
    assert real.parked.count() == 0


def begun(tools: WorkerParts, queue: str = "turns") -> tuple[Job, Queue, Execution]:
    """The first job of the queue, in the state before a worker runs it."""
    worker = JobWorker(tools, [queue])
    taken = worker._next_id()
    assert taken is not None
    fetched = worker._fetched(*taken)
    assert fetched is not None
    return *fetched, worker._start(*fetched)
