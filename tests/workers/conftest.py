"""Fixtures for workers: a real worker in a separate process, with tasks that exist only in tests."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from rules.registry import games
from tests.events.store.conftest import OwnServer, own_server
from tests.forking import forked
from tests.operation.processes import Started, until
from tests.workers.dispatching import Clock, desk_on
from tests.workers.receiver import Receiver, receiving
from tests.workers.some_tasks import TASKS
from workers.dispatcher.parts import DispatcherParts
from workers.jobs.parts import WorkerParts
from workers.jobs.parts import worker_parts as make_tools
from workers.jobs.queues import JobState

__all__ = ["own_server"]

Working: TypeAlias = Callable[..., AbstractContextManager[Started]]


@pytest.fixture
def tools(fresh_store_url: str) -> Iterator[WorkerParts]:
    parts = make_tools(fresh_store_url, games(), TASKS)
    yield parts
    parts.client.close()


@pytest.fixture
def own_tools(own_server: OwnServer) -> Iterator[WorkerParts]:
    """Worker parts on a store that may stop and freeze."""
    parts = make_tools(own_server.url, games(), TASKS)
    yield parts
    parts.client.close()


@pytest.fixture
def working(fresh_store_url: str, tmp_path: Path) -> Working:
    """Runs a worker for the block."""
    number = iter(range(100))

    @contextmanager
    def working(*queues: str, url: str = fresh_store_url) -> Iterator[Started]:
        arguments = (url, ",".join(queues or ("turns", "exports")))
        with forked("tests.workers.some_tasks", *arguments, output=tmp_path / f"worker-{next(number)}") as worker:
            worker.wait_for("takes jobs from")
            yield worker

    return working


def ended(tools: WorkerParts, job_id: str, seconds: float = 30.0) -> JobState:
    """Wait until the job is neither queued nor running; return its state."""
    until(lambda: state_of(tools, job_id).status in {"finished", "failed"}, seconds, lambda: tools.jobs.find(job_id))
    return state_of(tools, job_id)


def state_of(tools: WorkerParts, job_id: str) -> JobState:
    state = tools.jobs.find(job_id)
    assert state is not None
    return state


def ran(tools: WorkerParts) -> list[str]:
    """The lines that tasks have appended to the list `ran`, in order."""
    client: Any = tools.client
    return [line.decode() for line in client.lrange("ran", 0, -1)]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as receiver:
        yield receiver


@pytest.fixture
def clock() -> Clock:
    """The clock of `parts`, which only the test moves."""
    return Clock()


@pytest.fixture
def parts(fresh_store_url: str, clock: Clock) -> Iterator[DispatcherParts]:
    """The parts of a dispatcher, on an empty store."""
    with desk_on(fresh_store_url, clock, clock.monotonic) as parts:
        yield parts
