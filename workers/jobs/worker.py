"""Takes jobs from queues and runs them one after the other, in this process: no job waits for an interpreter to start.

Whatever a job does, the next one is run. A worker that dies is noticed by the others (`workers.jobs.reclaim`).
"""

import logging
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from types import FrameType
from typing import Any, Final

from redis.exceptions import RedisError, ResponseError
from rq import Queue, SimpleWorker, worker_registration
from rq.exceptions import NoSuchJobError
from rq.executions import Execution
from rq.job import Job as AnyJob
from rq.job import JobStatus

from events.store.event_store import StoreUnavailable
from events.store.redis_connection import is_of_another_type
from events.store.retry_loop import retry_forever
from workers.health import BELIEVED_MS, worker_lives
from workers.jobs.heartbeat import LEASE_SECONDS, Heartbeat
from workers.jobs.job import UNDECODABLE, Job, Undecodable
from workers.jobs.job_outcome import describe, record_outcome
from workers.jobs.outcomes import Continued, Finished, GivenUp, JobEnding, OutOfTime, failed, finished
from workers.jobs.parts import WorkerParts
from workers.jobs.queues import Progress
from workers.jobs.reclaim import Reclaimer

log = logging.getLogger(__name__)

WAIT: Final = 0.5
"""Seconds for which an idle worker waits for a job, divided by the number of queues that it has to look at."""

LAST_JOB: Final = 4
"""Seconds that a running job may still take when the worker is told to stop."""

STRANGE: Final = 20
"""Seconds for a job that is none of ours: more than enough to say so."""

FORGOTTEN: Final = 60
"""Seconds after a job's time for which it is still known, should nobody ever say how it ended."""

SETTLING: Final = (0.1, 0.3, 1.0, 2.0)
"""Pauses in seconds between attempts to say how a job has ended: a restarted store is back by then, and the job still ours."""


class JobWorker(SimpleWorker):
    """RQ's worker without what nobody here needs (a scheduler, commands from outside, dependent jobs), and patient with the store."""

    def __init__(self, tools: WorkerParts, queues: Sequence[str]) -> None:
        """Of several `queues` each gets its turn; an idle worker waits at the first one."""
        chosen = [tools.jobs.queues[name] for name in queues]
        super().__init__(chosen, connection=tools.client, job_class=tools.jobs.job_class, serializer="json", prepare_for_work=False)
        self.hostname, self.pid = os.uname().nodename, os.getpid()
        self.birth_date = self.last_heartbeat = tools.tables.now()
        self._client: Any = tools.client
        self._tools = tools
        self._told = False
        self._busy = False
        self._pulse = Heartbeat(self._beat)
        self._reclaimer = Reclaimer(tools, chosen)

    @property
    def connection_timeout(self) -> int:
        return 0  # the client has its time-outs already

    def run(self) -> None:
        """Work until SIGTERM or SIGINT. A job that runs then is finished if it soon is, else it goes back into its queue."""
        with self._listening(), self._pulse:
            log.info("worker %s takes jobs from %s", self.name, ", ".join(self.queue_names()))
            retry_forever(self._step, lambda: self._told)
        with suppress(RedisError):
            self.register_death()  # type: ignore[no-untyped-call]  # the library's

    def _step(self) -> None:
        self._reclaimer.sometimes()
        taken = self._take()
        job = None if taken is None else self._fetched(*taken)
        if job is not None:
            self.execute_job(*job)

    def _take(self) -> tuple[Queue, bytes] | None:
        """The id of the next job of the queue whose turn it is; if there is none anywhere, of the first that comes into the first queue."""
        for queue in self._ordered_queues:
            job_id = self._tools.jobs.shared[queue.name].take(self._tools.tables.now())
            if job_id is not None:
                self._ordered_queues = [*(other for other in self._ordered_queues if other != queue), queue]
                return queue, job_id
        first = self.queues[0]
        job_id = self._client.blmove(first.key, first.intermediate_queue_key, WAIT / len(self.queues))
        return None if job_id is None else (first, job_id)

    def _fetched(self, queue: Queue, job_id: bytes) -> tuple[Job, Queue] | None:
        """The job, unless there is nothing to run: it is gone, or lay in the queue twice and has been run."""
        try:
            job = self._tools.jobs.job_class(job_id.decode(), connection=self.connection, serializer="json")
            job.refresh()  # type: ignore[no-untyped-call]  # the library's
            job.origin = queue.name
            if job.get_status(refresh=False) == JobStatus.QUEUED:
                return job, queue
        except NoSuchJobError:
            pass
        except (ValueError, ResponseError) as error:
            if isinstance(error, ResponseError) and not is_of_another_type(error):
                raise
            name = job_id.decode(errors="replace")
            log.error("job %r cannot be read: %s", name, error)  # noqa: TRY400 - where it happened says nothing
            self._tools.parked.park("", (), name, UNDECODABLE, str(error), self._tools.tables.now())
        self._client.lrem(queue.intermediate_queue_key, 1, job_id)
        return None

    def execute_job(self, job: AnyJob, queue: Queue) -> None:
        """Run the job and write down how it ended. Raises the client library's errors and `StoreUnavailable`, never the job's."""
        assert isinstance(job, Job)  # noqa: S101 - of this worker's own class
        execution = self._begun(job, queue)
        ending = self._ending(job, execution)
        describe(job, ending)
        for pause in SETTLING:
            try:
                record_outcome(self._tools, job, queue, ending, execution)
            except (RedisError, StoreUnavailable):
                time.sleep(pause)
            else:
                return
        record_outcome(self._tools, job, queue, ending, execution)

    def _begun(self, job: Job, queue: Queue) -> Execution:
        """From here on the job is this worker's, as long as it says so. The whole step is done, or none of it."""
        with self._client.pipeline() as pipe:
            execution = Execution.create(job, LEASE_SECONDS, pipe, worker_name=self.name)
            job.prepare_for_execution(self.name, pipe)
            pipe.expire(job.key, _timeout(job) + FORGOTTEN)
            pipe.lrem(queue.intermediate_queue_key, 1, job.id)
            pipe.execute()
        return execution

    def _ending(self, job: Job, execution: Execution) -> JobEnding:
        timeout = _timeout(job)
        tools = replace(self._tools, progress=Progress(self.connection, job), urgent=job.urgent)
        try:
            with self._pulse.beside(execution, timeout), self.death_penalty_class(timeout, OutOfTime, job_id=job.id):
                return self._run(job, tools)
        except OutOfTime as error:
            self._client.connection_pool.disconnect(inuse_connections=False)  # a reply to what was interrupted may still come
            return GivenUp() if self._told else failed(error, timeout)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a task does, the next one is run
            return failed(error, timeout)

    def _run(self, job: Job, tools: WorkerParts) -> Finished | Continued:
        self._busy = True  # only now, while there is an alarm to set
        try:
            return finished(job.task.run(tools, *job.call[1]))
        finally:
            self._busy = False

    def _beat(self, execution: Execution | None) -> None:
        """Say that this worker lives, and that it still has this job."""
        self.last_heartbeat = self._tools.tables.now()
        with self._client.pipeline(transaction=False) as pipe:
            worker_lives(pipe, self.queue_names())
            pipe.hset(self.key, mapping=self.serialize())
            pipe.pexpire(self.key, BELIEVED_MS)
            worker_registration.register(self, pipe)
            if execution is not None:
                execution.heartbeat(execution.job.started_job_registry, LEASE_SECONDS, pipe)
            pipe.execute()

    @contextmanager
    def _listening(self) -> Iterator[None]:
        def stop(_number: int, _frame: FrameType | None) -> None:
            self._told = True
            if self._busy:
                signal.alarm(min(LAST_JOB, signal.alarm(0) or LAST_JOB))

        before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _timeout(job: Job) -> int:
    try:
        return job.task.timeout
    except Undecodable:
        return STRANGE
