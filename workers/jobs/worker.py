"""The worker process: takes jobs from queues and runs them one after the other in this process, so that no job waits for a new process.

Any error of a job leaves the worker running. If a worker dies, other workers reclaim its jobs (`workers.jobs.reclaim`).
"""

import logging
import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any, Final

from redis.exceptions import RedisError, ResponseError
from rq import Queue, SimpleWorker, worker_registration
from rq.exceptions import NoSuchJobError
from rq.executions import Execution
from rq.job import Job as AnyJob
from rq.job import JobStatus

from events.log_context import noted
from events.store.answering import is_of_another_type
from events.store.event_store import StoreUnavailable
from events.store.retry_loop import retry_forever
from events.tracing import span
from workers.health import HEARTBEAT_TTL_MS, worker_lives
from workers.jobs.counting import count, task_name, timed
from workers.jobs.heartbeat import LEASE_SECONDS, Heartbeat
from workers.jobs.job import UNDECODABLE, Job, Undecodable
from workers.jobs.job_outcome import describe, record_outcome
from workers.jobs.outcomes import Continued, Finished, GivenUp, JobEnding, OutOfTime, failed, finished
from workers.jobs.parts import WorkerParts
from workers.jobs.queue_server import answered_by_queue
from workers.jobs.queues import Progress
from workers.jobs.reclaim import Reclaimer
from workers.stop_signals import on_stop

log = logging.getLogger(__name__)

IDLE_WAIT: Final = 0.5
"""Seconds for which an idle worker waits for a job, divided by the number of its queues."""

STOP_WITHIN: Final = 4
"""Seconds that a running job may still use when the worker is asked to stop."""

FOREIGN_JOB_TIMEOUT: Final = 20
"""Seconds for a job that is not one of ours: enough to report it."""

KEPT_AFTER_TIMEOUT: Final = 60
"""Seconds after a job's timeout for which it is kept if its outcome is never stored."""

OUTCOME_RETRY_PAUSES: Final = (0.1, 0.3, 1.0, 2.0)
"""Pauses in seconds between attempts to store a job's outcome: enough for a store to restart while the job is still ours."""


class JobWorker(SimpleWorker):
    """RQ's worker without its scheduler, remote commands and dependent jobs. It waits for a queue that is unavailable."""

    def __init__(self, parts: WorkerParts, queues: Sequence[str]) -> None:
        """Serves the `queues` in turn; an idle worker waits at the first one."""
        chosen = [parts.jobs.queues[name] for name in queues]
        super().__init__(chosen, connection=parts.queue, job_class=parts.jobs.job_class, serializer="json", prepare_for_work=False)
        self.hostname, self.pid = os.uname().nodename, os.getpid()
        self.birth_date = self.last_heartbeat = parts.tables.now()
        self._client: Any = parts.queue
        self._parts = parts
        self._stopping = False
        self._busy = False
        self._heartbeat = Heartbeat(self._beat)
        self._reclaimer = Reclaimer(parts, chosen)

    @property
    def connection_timeout(self) -> int:
        return 0  # the client has its own time-outs

    def run(self) -> None:
        """Work until SIGTERM or SIGINT. Then the running job may finish within `STOP_WITHIN` seconds, otherwise it goes back into its
        queue. A second signal ends the process: other workers take its job when the lease is over.
        """
        with self._signals_handled(), self._heartbeat:
            log.info("worker %s takes jobs from %s", self.name, ", ".join(self.queue_names()))
            retry_forever(self._step, lambda: self._stopping)
        with suppress(RedisError):
            self.register_death()  # type: ignore[no-untyped-call]  # the library's

    @answered_by_queue
    def _step(self) -> None:
        self._reclaimer.check_if_due()
        taken = self._next_id()
        job = None if taken is None else self._fetched(*taken)
        if job is not None:
            self.execute_job(*job)

    def _next_id(self) -> tuple[Queue, bytes] | None:
        """The id of the next job, and its queue: the queues in turn; if all are empty, the first job that arrives in the first queue."""
        for queue in self._ordered_queues:
            job_id = self._parts.jobs.shared[queue.name].take(self._parts.tables.now())
            if job_id is not None:
                self._ordered_queues = [*(other for other in self._ordered_queues if other != queue), queue]
                return queue, job_id
        first = self.queues[0]
        job_id = self._client.blmove(first.key, first.intermediate_queue_key, IDLE_WAIT / len(self.queues))
        return None if job_id is None else (first, job_id)

    def _fetched(self, queue: Queue, job_id: bytes) -> tuple[Job, Queue] | None:
        """The job; None if there is nothing to run: it was deleted, or its id was in the queue twice and it has run."""
        try:
            job = self._parts.jobs.job_class(job_id.decode(), connection=self.connection, serializer="json")
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
            log.error("job %r cannot be read: %s", name, error)  # noqa: TRY400 - the traceback says nothing
            self._parts.parked.park("", (), name, UNDECODABLE, str(error), self._parts.tables.now())
        self._client.lrem(queue.intermediate_queue_key, 1, job_id)
        return None

    def execute_job(self, job: AnyJob, queue: Queue) -> None:
        """Run the job and store its outcome. Raises the client library's errors and `StoreUnavailable`, never the job's."""
        assert isinstance(job, Job)  # noqa: S101 - of this worker's own class
        execution = self._start(job, queue)
        with span(f"job {task_name(job)}", "consumer", job.trace, job=job.id), noted(job=job.id), timed(self._parts, job):
            ending = self._ending(job, execution)
            describe(job, ending)
        count(self._parts, job, ending)
        for pause in OUTCOME_RETRY_PAUSES:
            try:
                record_outcome(self._parts, job, queue, ending, execution)
            except (RedisError, StoreUnavailable):
                time.sleep(pause)
            else:
                return
        record_outcome(self._parts, job, queue, ending, execution)

    def _start(self, job: Job, queue: Queue) -> Execution:
        """Start an execution: from now on the job is this worker's, as long as it sends heartbeats. One transaction."""
        with self._client.pipeline() as pipe:
            execution = Execution.create(job, LEASE_SECONDS, pipe, worker_name=self.name)
            job.prepare_for_execution(self.name, pipe)
            pipe.expire(job.key, _timeout(job) + KEPT_AFTER_TIMEOUT)
            pipe.lrem(queue.intermediate_queue_key, 1, job.id)
            pipe.execute()
        return execution

    def _ending(self, job: Job, execution: Execution) -> JobEnding:
        timeout = _timeout(job)
        parts = replace(self._parts, progress=Progress(self.connection, job), urgent=job.urgent)
        try:
            with self._heartbeat.beside(execution, timeout), self.death_penalty_class(timeout, OutOfTime, job_id=job.id):
                return self._run(job, parts)
        except OutOfTime as error:
            for client in (self._parts.client, self._parts.queue):
                client.connection_pool.disconnect(inuse_connections=False)  # a reply to an interrupted command may still arrive
            return GivenUp() if self._stopping else failed(error, timeout)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - any error of a task leaves the worker running
            return failed(error, timeout)

    def _run(self, job: Job, parts: WorkerParts) -> Finished | Continued:
        self._busy = True  # only now, while the time-out's alarm is set
        try:
            return finished(job.task.run(parts, *job.call[1]))
        finally:
            self._busy = False

    def _beat(self, execution: Execution | None) -> None:
        """Store heartbeats of this worker, and of its running job."""
        self.last_heartbeat = self._parts.tables.now()
        with self._client.pipeline(transaction=False) as pipe:
            worker_lives(pipe, self.queue_names())
            pipe.hset(self.key, mapping=self.serialize())
            pipe.pexpire(self.key, HEARTBEAT_TTL_MS)
            worker_registration.register(self, pipe)
            if execution is not None:
                execution.heartbeat(execution.job.started_job_registry, LEASE_SECONDS, pipe)
            pipe.execute()
        with suppress(StoreUnavailable):
            self._parts.counts.store(self._parts.client)

    @contextmanager
    def _signals_handled(self) -> Iterator[None]:
        def stop() -> None:
            self._stopping = True
            if self._busy:
                signal.alarm(min(STOP_WITHIN, signal.alarm(0) or STOP_WITHIN))

        before = on_stop(stop)
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _timeout(job: Job) -> int:
    try:
        return job.task.timeout
    except Undecodable:
        return FOREIGN_JOB_TIMEOUT
