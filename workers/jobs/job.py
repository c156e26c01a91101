"""A job as it lies in the store: the name of a task from a closed list, and ids. Whatever else somebody wrote there is not read.

RQ itself would import any function, callback or class that a job names, and call it.
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

Id: TypeAlias = str | int

UNDECODABLE: Final = "job-undecodable"
"""The code of what lies in the store and is no job of ours."""

_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_CALL: Final = msgspec.json.Decoder(tuple[str, None, list[Id], dict[str, None]])
_STATUSES: Final = {status.encode(): status for status in JobStatus}
_FEW: Final = re.compile(rb"[0-9]")
_LONGEST: Final = 4096


class Undecodable(DeserializationError):
    """What lies in the store is no job of ours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What a worker can be asked for. All times are in seconds."""

    run: Callable[..., Any]
    """Called with the worker's tools and the job's ids; what it returns must be JSON."""
    queue: str
    timeout: int
    keep: int
    """How long a finished job is known. While a job is known, another with its id is refused; at 0 it is forgotten at once."""
    keep_failed: int = 86_400
    waits: int = 600
    """How long a job lies in its queue before it is forgotten."""
    retries: int = 0
    """How often it is tried again when it failed or its worker died."""
    settles: tuple[str, ...] = ()
    """Success of this task takes these tasks with the same ids off the list of what is parked; it always does so with its own."""


class Job(AnyJob):
    """A job that can call nothing but the tasks of its class (`closed`)."""

    tasks: ClassVar[Mapping[str, Task]] = {}

    shared: Mapping[str, str | int] = MappingProxyType({})
    """What the queue goes by when it serves jobs by shares: `creator`, `asked_at`. Written when the job is asked for."""
    urgent = True
    """Whether the job goes before those of the background."""

    def to_dict(self, include_meta: bool = True, include_result: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002 - the library's
        return {**super().to_dict(include_meta, include_result), **self.shared}

    @classmethod
    def ask(cls, name: str, ids: Sequence[Id], job_id: str, client: Redis, creator: str, asked_at: int) -> Self:
        """A job that is not in the store yet; `creator` is whom it counts for, `asked_at` the time (epoch, ms). Raises `ValueError` for a
        task that there is not, arguments that are no ids, and an id that no job can have.
        """
        if name not in cls.tasks or not job_id or not all(map(is_id, ids)):
            raise ValueError(f"{name!r} with {ids!r} is no job, or not as {job_id!r}")
        job = cls(job_id, client, "json")
        job.fill(name, ids)
        job.shared = {"creator": creator, "asked_at": asked_at}
        return job

    def fill(self, name: str, ids: Sequence[Id]) -> None:
        """Make it a call of a task that there is."""
        self._func_name, self._instance, self._args, self._kwargs = name, None, tuple(ids), {}
        self._status = JobStatus.QUEUED
        task = self.tasks[name]
        self.description, self.origin, self.ttl, self.retries_left = name, task.queue, task.waits, task.retries

    @property
    def task(self) -> Task:
        """Raises `Undecodable` if the job is none of ours."""
        name, _ = self.call
        return self.tasks[name]

    @property
    def call(self) -> tuple[str, tuple[Id, ...]]:
        """The task's name, which is known, and its ids. Raises `Undecodable`."""
        return read_call(self.data, self.tasks)

    @property
    def func(self) -> Callable[..., Any]:
        return self.task.run

    def restore(self, raw_data: Mapping[bytes, bytes]) -> None:
        """Take over what the store holds as far as it is ours to read: how long a job may take and be kept, says its task.

        Raises `NoSuchJobError`.
        """
        if b"data" not in raw_data:
            raise NoSuchJobError(f"no job {self.id}")
        self.data = _unpacked(raw_data[b"data"])
        status, retries = raw_data.get(b"status", b""), raw_data.get(b"retries_left", b"")
        self._status = _STATUSES.get(status, JobStatus.CREATED)
        self.urgent = raw_data.get(b"urgent") != b"0"
        self.retries_left = 0
        with suppress(Undecodable):
            self.retries_left = min(self.task.retries, int(retries) if _FEW.fullmatch(retries) else 0)

    def _deserialize_data(self) -> None:
        """What RQ calls before it looks at a job's function or arguments. Raises `Undecodable`."""
        self._func_name, self._args = self.call
        self._instance, self._kwargs = None, {}


def closed(tasks: Mapping[str, Task]) -> type[Job]:
    """The class of jobs that can call these tasks and nothing else."""
    return type("ClosedJob", (Job,), {"tasks": tasks})


def read_call(data: bytes, tasks: Mapping[str, Task]) -> tuple[str, tuple[Id, ...]]:
    """The name and the ids in a job's data. Raises `Undecodable`."""
    try:
        name, _, ids, rest = _CALL.decode(data)
    except msgspec.DecodeError as error:
        raise Undecodable(str(error)) from error
    if name not in tasks or rest or not all(map(is_id, ids)):
        raise Undecodable("no task of the list, or arguments that are no ids")
    return name, tuple(ids)


def is_id(value: object) -> bool:
    """Whether this may be an argument of a job: a short text without blanks, or a whole number."""
    return type(value) is int or (isinstance(value, str) and _ID.fullmatch(value) is not None)


def _unpacked(data: bytes) -> bytes:
    """RQ writes a job's data compressed. What is no such thing stays as it is, what is too long is cut: neither is a job of ours."""
    try:
        return zlib.decompressobj().decompress(data, _LONGEST)
    except zlib.error:
        return data
