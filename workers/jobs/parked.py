"""Parked jobs: jobs that failed by an error of the service. The operator can list them; their tables are retried after growing pauses."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from redis import Redis
from redis.client import Pipeline

from events.store.keys import service_key
from events.store.scripts import Script
from events.timestamps import epoch_ms, stamp
from workers.jobs.job import UNDECODABLE, Id
from workers.jobs.queue_server import answered_by_queue

MOST_PARKED: Final = 10_000
"""Parked jobs at most; beyond it the oldest are deleted."""

LONGEST_ERROR: Final = 500
"""Characters of an error that are stored."""

FIRST_RETRY_PAUSE, LONGEST_RETRY_PAUSE = 5.0, 600.0
"""Seconds for which a table pauses after its first failure, and at most. Each further failure doubles the pause."""

TABLE_TASKS: Final = ("play", "due")
"""The tasks that move a table forward. They fail again as long as the table is unchanged."""

PARK: Final = Script(Path(__file__).with_name("park.lua"))

_KNOWN: Final = msgspec.json.Decoder(tuple[str, tuple[Id, ...], str, str, str, str])
_LONG_AGO: Final = "1970-01-01T00:00:00.000Z"
_PARKED, _ORDER = service_key("parked"), service_key("parked-order")


class Parked(NamedTuple):
    """A parked job. `job` is its job id; `task` is empty if the stored data was not a job."""

    id: str
    task: str
    ids: tuple[Id, ...]
    job: str
    code: str
    error: str
    at: str
    attempts: int


class ParkedJobs:
    """The list of parked jobs. Every method raises `QueueUnavailable`."""

    def __init__(self, client: Redis, most: int = MOST_PARKED) -> None:
        self._client = client
        self._execute: Callable[..., Any] = client.execute_command
        self._most = most

    @answered_by_queue
    def park(self, task: str, ids: Sequence[Id], job: str, code: str, error: str, now: datetime) -> None:
        """Park a job, or count one more attempt of the same task with the same ids."""
        name = name_of(task, ids) if task else job
        stored = msgspec.json.encode((task, ids, job, code, error[:LONGEST_ERROR], stamp(now)))
        PARK(self._execute, (_PARKED, _ORDER), name, stored, epoch_ms(now), self._most)

    @answered_by_queue
    def list(self, limit: int = MOST_PARKED) -> Sequence[Parked]:
        """The parked jobs, newest first."""
        names = self._execute("ZRANGE", _ORDER, 0, limit - 1, "REV")
        stored = self._execute("HMGET", _PARKED, *names) if names else ()
        return [_read(name.decode(errors="replace"), record) for name, record in zip(names, stored, strict=True) if record is not None]

    @answered_by_queue
    def get(self, id: str) -> Parked | None:
        stored = self._execute("HGET", _PARKED, id)
        return None if stored is None else _read(id, stored)

    @answered_by_queue
    def drop(self, id: str) -> bool:
        """Remove a parked job; False if it was not parked."""
        with self._client.pipeline() as pipe:
            unpark(pipe, [id])
            return bool(pipe.execute()[0])

    @answered_by_queue
    def count(self) -> int:
        return int(self._execute("ZCARD", _ORDER))

    @answered_by_queue
    def resting(self, tables: Collection[str], now: datetime) -> Collection[str]:
        """Those of the tables that are not to be retried yet."""
        names = [(name_of(task, (table,)), table) for table in tables for task in TABLE_TASKS]
        stored = self._execute("HMGET", _PARKED, *(name for name, _ in names)) if names else ()
        parked = ((table, _read(name, record)) for (name, table), record in zip(names, stored, strict=True) if record is not None)
        return {table for table, failure in parked if _is_paused(failure, now)}


def unpark(pipe: "Pipeline", ids: Iterable[str]) -> None:
    """Remove these parked jobs, as part of a pipeline."""
    pipe.hdel(_PARKED, *ids)
    pipe.zrem(_ORDER, *ids)


def name_of(task: str, ids: Sequence[Id]) -> str:
    """The id under which a task with these ids is parked."""
    return "-".join(map(str, (task, *ids)))


def _is_paused(failure: Parked, now: datetime) -> bool:
    pause = min(LONGEST_RETRY_PAUSE, FIRST_RETRY_PAUSE * 2.0 ** min(failure.attempts - 1, 10))
    passed = (now - datetime.fromisoformat(failure.at)).total_seconds()
    return abs(passed) < pause  # if the clock was set back, the pause is not longer


def _read(id: str, stored: bytes) -> Parked:
    """A parked job as it was stored. Unreadable data does not prevent the others from being read."""
    try:
        attempts, _, record = stored.partition(b":")
        parked = Parked(id, *_KNOWN.decode(record), int(attempts))
        datetime.fromisoformat(parked.at)
    except (msgspec.DecodeError, ValueError):
        return Parked(id, "", (), id, UNDECODABLE, "what is kept of it cannot be read", _LONG_AGO, 1)
    return parked
