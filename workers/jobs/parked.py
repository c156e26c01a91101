"""What failed although it should not have: listed for the operator, and left alone for ever longer before it is tried again."""

from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
from redis import Redis
from redis.client import Pipeline

from events.store.keys import service_key
from events.store.redis_connection import answered
from events.store.scripts import Script
from events.timestamps import epoch_ms, stamp
from workers.jobs.job import UNDECODABLE, Id

MOST_PARKED: Final = 10_000
"""Jobs that are listed at most; beyond it the oldest are forgotten."""

WORDS: Final = 500
"""Characters of an error that are kept."""

FIRST_REST, LONGEST_REST = 5.0, 600.0
"""Seconds for which a table rests after a first failure, and at most: each further failure doubles it."""

TURNS: Final = ("play", "due")
"""The tasks that bring a table on. What they do fails again as long as the table is as it is."""

PARK: Final = Script(Path(__file__).with_name("park.lua"))

_KNOWN: Final = msgspec.json.Decoder(tuple[str, tuple[Id, ...], str, str, str, str])
_LONG_AGO: Final = "1970-01-01T00:00:00.000Z"
_PARKED, _ORDER = service_key("parked"), service_key("parked-order")


class Parked(NamedTuple):
    """A job that failed. `job` is the id it had; `task` is empty if what lay in the store was no job at all."""

    id: str
    task: str
    ids: tuple[Id, ...]
    job: str
    code: str
    error: str
    at: str
    attempts: int


class ParkedJobs:
    """Every method raises `StoreUnavailable`."""

    def __init__(self, client: Redis, most: int = MOST_PARKED) -> None:
        self._client = client
        self._ask: Callable[..., Any] = client.execute_command
        self._most = most

    @answered
    def park(self, task: str, ids: Sequence[Id], job: str, code: str, error: str, now: datetime) -> None:
        """Put a job on the list, or count one more attempt of the same task with the same ids."""
        name = name_of(task, ids) if task else job
        kept = msgspec.json.encode((task, ids, job, code, error[:WORDS], stamp(now)))
        PARK(self._ask, (_PARKED, _ORDER), name, kept, epoch_ms(now), self._most)

    @answered
    def list(self, limit: int = MOST_PARKED) -> Sequence[Parked]:
        """What is parked, newest first."""
        names = self._ask("ZRANGE", _ORDER, 0, limit - 1, "REV")
        kept = self._ask("HMGET", _PARKED, *names) if names else ()
        return [_read(name.decode(errors="replace"), known) for name, known in zip(names, kept, strict=True) if known is not None]

    @answered
    def get(self, id: str) -> Parked | None:
        kept = self._ask("HGET", _PARKED, id)
        return None if kept is None else _read(id, kept)

    @answered
    def drop(self, id: str) -> bool:
        """Take it off the list; False if it was not there."""
        with self._client.pipeline() as pipe:
            forget(pipe, [id])
            return bool(pipe.execute()[0])

    @answered
    def count(self) -> int:
        return int(self._ask("ZCARD", _ORDER))

    @answered
    def resting(self, tables: Collection[str], now: datetime) -> Collection[str]:
        """Those of the tables that nobody is to bring on yet."""
        names = [(name_of(task, (table,)), table) for table in tables for task in TURNS]
        kept = self._ask("HMGET", _PARKED, *(name for name, _ in names)) if names else ()
        parked = ((table, _read(name, known)) for (name, table), known in zip(names, kept, strict=True) if known is not None)
        return {table for table, failure in parked if _rests(failure, now)}


def forget(pipe: "Pipeline", ids: Iterable[str]) -> None:
    """Take these off the list, as part of something else."""
    pipe.hdel(_PARKED, *ids)
    pipe.zrem(_ORDER, *ids)


def name_of(task: str, ids: Sequence[Id]) -> str:
    """The id under which a task with these ids is parked."""
    return "-".join(map(str, (task, *ids)))


def _rests(failure: Parked, now: datetime) -> bool:
    rest = min(LONGEST_REST, FIRST_REST * 2.0 ** min(failure.attempts - 1, 10))
    passed = (now - datetime.fromisoformat(failure.at)).total_seconds()
    return abs(passed) < rest  # a clock that was set back makes nobody wait for the time that it went wrong


def _read(id: str, kept: bytes) -> Parked:
    """What is known of a job. Nothing that lies in the store keeps the others from being read."""
    try:
        attempts, _, known = kept.partition(b":")
        parked = Parked(id, *_KNOWN.decode(known), int(attempts))
        datetime.fromisoformat(parked.at)
    except (msgspec.DecodeError, ValueError):
        return Parked(id, "", (), id, UNDECODABLE, "what is kept of it cannot be read", _LONG_AGO, 1)
    return parked
