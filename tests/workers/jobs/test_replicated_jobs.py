"""Jobs on a store whose replicas must have a move: what is not replicated counts as not done, and comes back."""

from collections.abc import Iterator
from typing import Literal

import pytest

from events.store.event_store import NotReplicated, Replication
from events.store.keys import new_table_id
from events.tables import keyed_orders
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from tests.events.store.replicas import Group, group
from workers.jobs import built_in_moves
from workers.jobs.parts import WorkerParts, worker_parts
from workers.jobs.tasks import TASKS
from workers.jobs.worker import JobWorker


@pytest.fixture(scope="module")
def pair() -> Iterator[Group]:
    with group(1) as servers:
        yield servers


@pytest.fixture
def parts(pair: Group) -> Iterator[WorkerParts]:
    parts = worker_parts(pair.url, games(), TASKS, replication=Replication(1, 300))
    yield parts
    parts.client.close()


def create_table(parts: WorkerParts, number: int, *kinds: Literal["human", "ai"]) -> str:
    table = new_table_id(bytes([number] * 17))
    seats = tuple(SeatRequest(kind=kind, level="random" if kind == "ai" else None) for kind in kinds)
    order = Create(options={"first_seat": "creator"}, seats=seats)
    parts.handler.create(keyed_orders.create(table, "dicy-cards", order), "dicy-cards")
    return table


def work(parts: WorkerParts) -> None:
    """Run the jobs that wait, until none is left."""
    worker = JobWorker(parts, ["turns"])
    while (taken := worker._next_id()) is not None:
        job = worker._fetched(*taken)
        if job is not None:
            worker.execute_job(*job)


def test_a_requested_turn_is_not_said_to_be_played_before_its_moves_are_replicated(parts: WorkerParts, pair: Group) -> None:
    table = create_table(parts, 1, "human", "human")
    decision = parts.tables.open(table).table.decisions[0]
    request = ("turn", table, 0, decision, "random")
    with pair.replicas[0].frozen():
        parts.jobs.enqueue(*request, job_id="turn")
        work(parts)
        state = parts.jobs.find("turn")
        assert state is not None
        assert (state.status, state.error) == ("failed", "store-unavailable")

    parts.jobs.enqueue(*request, job_id="turn")
    work(parts)

    state = parts.jobs.find("turn")
    assert state is not None
    assert (state.status, state.result["version"]) == ("finished", parts.tables.open(table).table.version)
    assert parts.parked.count() == 0


def test_built_in_players_move_once_at_a_time_while_replicas_are_missing_and_go_on_later(parts: WorkerParts, pair: Group) -> None:
    table = create_table(parts, 2, "ai", "human")
    before = parts.tables.open(table).table.version
    with pair.replicas[0].frozen():
        with pytest.raises(NotReplicated):
            built_in_moves.play(parts, table)
        loaded = parts.tables.open(table)
        answered = {event.recorded.decision for event in parts.tables.recorded_events(loaded.codec, table, before, loaded.table.version)}
        assert len(answered) == 1

    built_in_moves.play(parts, table)

    assert parts.tables.open(table).table.owing == (1,)
