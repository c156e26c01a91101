"""A job as it is stored: the name of a task from a closed list, and ids. Other data in the store is not read.

RQ itself would import and call any function, callback or class that a job names.
"""

import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeAlias

import msgspec
from redis import Redis
from rq.exceptions import DeserializationError, NoSuchJobError
from rq.job import Job as AnyJob
from rq.job import JobStatus

from events.tracing import read_traceparent

Id: TypeAlias = str | int

UNDECODABLE: Final = "job-undecodable"
"""The error code of a stored job that is not one of ours."""

_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_CALL: Final = msgspec.json.Decoder(tuple[str, None, list[Id], dict[str, None]])
_STATUSES: Final = {status.encode(): status for status in JobStatus}
_ONE_DIGIT: Final = re.compile(rb"[0-9]")
_TIME: Final = re.compile(rb"[0-9]{1,15}")
_LONGEST_DATA: Final = 4096


class Undecodable(DeserializationError):
    """The stored job is not one of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A task that a worker can run. All times are in seconds."""

    run: Callable[..., Any]
    """Called with `WorkerParts` and the job's ids. Its result must be JSON."""
    queue: str
    timeout: int
    keep: int
    """How long a finished job is kept. While a job is kept, another with its id is refused; with 0 it is deleted at once."""
    keep_failed: int = 86_400
    waits: int = 600
    """How long a job may wait in its queue before it expires."""
    retries: int = 0
    """How often the job is retried after it failed or its worker died."""
    urgent: bool = True
    """Whether its jobs are served before background jobs. False for a job that takes long, and that nobody waits for."""
    settles: tuple[str, ...] = ()
    """A success of this task removes parked jobs of these tasks with the same ids. It always removes its own."""


class Job(AnyJob):
    """A job that can call only the tasks of its class (`closed`)."""

    tasks: ClassVar[Mapping[str, Task]] = {}

    shared: Mapping[str, str | int] = MappingProxyType({})
    """The values by which the queue serves jobs in shares: `creator`, `asked_at`, `urgent`. Written when the job is enqueued."""
    urgent = True
    """Whether the job is served before background jobs."""
    asked_at: int | None = None
    """When it was put into its queue, the last time (epoch, ms). None: a job of an older build."""
    trace = ""
    """The `traceparent` to which it belongs."""

    def to_dict(self, include_meta: bool = True, include_result: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the library's
        return {**super().to_dict(include_meta, include_result), **self.shared}

    @classmethod
    def request(cls, name: str, ids: Sequence[Id], job_id: str, client: Redis, creator: str, asked_at: int, trace: str = "") -> Self:
        """Create a job that is not in the store yet. `creator` is the creator whose share it uses, `asked_at` the time (epoch, ms), `trace`
        what it belongs to ("": nothing).

        Raises `ValueError` for an unknown task, an argument that is not an id, or an invalid job id.
        """
        if name not in cls.tasks or not job_id or not all(map(is_id, ids)):
            raise ValueError(f"{name!r} with {ids!r} is no job, or not as {job_id!r}")
        job = cls(job_id, client, "json")
        job.fill(name, ids)
        job.urgent = cls.tasks[name].urgent
        traced = {"traceparent": trace} if trace else {}
        job.shared = {"creator": creator, "asked_at": asked_at, "urgent": int(job.urgent), **traced}
        return job

    def fill(self, name: str, ids: Sequence[Id]) -> None:
        """Make it a call of this task, which must be known."""
        self._func_name, self._instance, self._args, self._kwargs = name, None, tuple(ids), {}
        self._status = JobStatus.QUEUED
        task = self.tasks[name]
        self.description, self.origin, self.ttl, self.retries_left = name, task.queue, task.waits, task.retries

    @property
    def task(self) -> Task:
        """The job's task. Raises `Undecodable` if the job is not one of ours."""
        name, _ = self.call
        return self.tasks[name]

    @property
    def call(self) -> tuple[str, tuple[Id, ...]]:
        """The name of the task, which is known, and the ids. Raises `Undecodable`."""
        return read_call(self.data, self.tasks)

    @property
    def func(self) -> Callable[..., Any]:
        return self.task.run

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Read the stored fields that are ours. Timeouts and lifetimes come from the task, not from the store.

        Raises `NoSuchJobError`.
        """
        if b"data" not in raw_data:
            raise NoSuchJobError(f"no job {self.id}")
        self.data = _unpacked(raw_data[b"data"])
        status, retries = raw_data.get(b"status", b""), raw_data.get(b"retries_left", b"")
        self._status = _STATUSES.get(status, JobStatus.CREATED)
        self.urgent = raw_data.get(b"urgent") != b"0"
        asked_at = raw_data.get(b"asked_at", b"")
        self.trace = read_traceparent(raw_data.get(b"traceparent", b"").decode(errors="replace"))
        self.asked_at = int(asked_at) if _TIME.fullmatch(asked_at) else None
        self.retries_left = 0
        with suppress(Undecodable):
            self.retries_left = min(self.task.retries, int(retries) if _ONE_DIGIT.fullmatch(retries) else 0)

    def _deserialize_data(self) -> None:
        """RQ calls this before it reads a job's function or arguments. Raises `Undecodable`."""
        self._func_name, self._args = self.call
        self._instance, self._kwargs = None, {}


def closed(tasks: Mapping[str, Task]) -> type[Job]:
    """The class of jobs that can call only these tasks."""
    return type("ClosedJob", (Job,), {"tasks": tasks})


def read_call(data: bytes, tasks: Mapping[str, Task]) -> tuple[str, tuple[Id, ...]]:
    """The name and the ids in a job's data. Raises `Undecodable`."""
    try:
        name, _, ids, keyword_arguments = _CALL.decode(data)
    except msgspec.DecodeError as error:
        raise Undecodable(str(error)) from error
    if name not in tasks or keyword_arguments or not all(map(is_id, ids)):
        raise Undecodable("no task of the list, or arguments that are no ids")
    return name, tuple(ids)


def is_id(value: object) -> bool:
    """Whether this may be an argument of a job: 1 to 64 letters, digits and `._-`, or an integer."""
    return type(value) is int or (isinstance(value, str) and _ID.fullmatch(value) is not None)


def _unpacked(data: bytes) -> bytes:
    """RQ stores a job's data compressed. Other data is returned unchanged, and long data is cut: neither is a job of ours."""
    try:
        return zlib.decompressobj().decompress(data, _LONGEST_DATA)
    except zlib.error:
        return data
