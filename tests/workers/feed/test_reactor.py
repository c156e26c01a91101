"""The reactor requests jobs for feed entries and due tables: once each, despite crashes, losses and invalid entries."""

import os
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from events.feed.consumer_group import ConsumerGroup
from events.store.event_store import StoreUnavailable
from events.store.keys import PARTITIONS, feed_key, new_table_id
from events.store.redis_connection import connect
from events.tables import keyed_orders
from events.tables.handler import Handler
from events.tables.opening import Tables
from events.timestamps import epoch_ms
from rules.registry import games
from rules.table_commands import Create, SeatRequest
from tests.events.store.conftest import OwnServer
from tests.forking import forked
from tests.operation.processes import Started, until
from tests.workers.conftest import Working, ran
from tests.workers.dispatching import Clock
from workers.feed.claiming import MOST_DELIVERIES
from workers.feed.reactor import GROUP, LEASE_MS, MOST_AT_ONCE, Reactor
from workers.jobs.parked import FIRST_RETRY_PAUSE, ParkedJobs
from workers.jobs.parts import WorkerParts
from workers.jobs.queue_server import QueueUnavailable
from workers.jobs.queues import Jobs


@pytest.fixture
def tools(tools: WorkerParts, clock: Clock) -> WorkerParts:
    """The tools at a time that only the test moves: no lease expires and no table becomes due because the machine is slow."""
    return replace(tools, handler=Handler(Tables(tools.tables.store, games(), clock), os.urandom))


def reactor(tools: WorkerParts, member: str = "one") -> Reactor:
    return Reactor(tools, ConsumerGroup(tools.client, GROUP, member))


def create_table(tools: WorkerParts, *levels: str | None, creator: str = "") -> str:
    """A table for built-in players of these levels; None is a person."""
    table = new_table_id(os.urandom(17))
    seats = tuple(SeatRequest(kind="ai" if level else "human", level=level) for level in levels)
    tools.handler.create(keyed_orders.create(table, "dicy-cards", Create(options={}, seats=seats), creator=creator), "dicy-cards")
    return table


def make_due(tools: WorkerParts, table: str) -> None:
    tools.client.zadd(f"rs:{{{table[:3]}}}:due", {table: epoch_ms(tools.tables.now()) - 1})


def asked(tools: WorkerParts) -> list[str]:
    """The jobs in the queue."""
    client: Any = tools.client
    return [job.decode() for job in client.lrange("rq:queue:turns", 0, -1)]


def unfinished(tools: WorkerParts) -> int:
    """The number of feed entries that were delivered and are not processed."""
    pending: list[Any] = [tools.client.xpending(feed_key(partition), GROUP) for partition in PARTITIONS]
    return sum(found["pending"] for found in pending)


def test_a_table_of_built_in_players_is_asked_for_and_one_of_people_is_not(tools: WorkerParts) -> None:
    own = reactor(tools)
    table = create_table(tools, "random", "greedy")
    create_table(tools, None, None)

    own.follow(0)

    assert asked(tools) == [f"play-{table}-{tools.tables.open(table).table.version}"]


def test_what_a_table_calls_for_several_times_is_asked_for_once_at_its_newest_version(tools: WorkerParts) -> None:
    table = create_table(tools, "random", "greedy")
    for _ in range(3):
        loaded = tools.tables.open(table)
        [seat] = loaded.table.owing
        holder = keyed_orders.Holder(seat, loaded.table.seats[seat].taken)
        tools.handler.execute(keyed_orders.automatic(table, holder, loaded.table.decisions[seat], attended=False))

    reactor(tools).follow(0)

    assert asked(tools) == [f"play-{table}-{tools.tables.open(table).table.version}"]


def test_two_reactors_ask_once(tools: WorkerParts) -> None:
    one, other = reactor(tools, "one"), reactor(tools, "other")
    tables = [create_table(tools, "random", "random") for _ in range(20)]
    due = [create_table(tools, None, None) for _ in range(20)]
    for table in due:
        make_due(tools, table)

    for _ in range(3):
        one.step()
        other.step()

    assert sorted(job.rpartition("-")[0] for job in asked(tools) if job.startswith("play")) == sorted(f"play-{table}" for table in tables)
    assert sorted(job for job in asked(tools) if job.startswith("due")) == sorted(f"due-{table}" for table in due)


def test_a_reactor_that_stops_leaves_nothing_to_do_again(tools: WorkerParts) -> None:
    table = create_table(tools, "random", "greedy")

    reactor(tools).run(lambda: bool(asked(tools)))

    assert [job.rpartition("-")[0] for job in asked(tools)] == [f"play-{table}"]
    assert unfinished(tools) == 0


def test_a_due_table_is_asked_for_until_somebody_has_looked_at_it(tools: WorkerParts, clock: Clock, working: Working) -> None:
    own = reactor(tools)
    table = create_table(tools, None, None)
    make_due(tools, table)
    own.sweep()
    assert asked(tools) == [f"due-{table}"]
    clock.go_on(milliseconds=LEASE_MS)
    own.sweep()
    assert asked(tools) == [f"due-{table}"], "it lies in the queue still"

    with working():
        until(lambda: ran(tools) == [f"due-{table}"], 30)
        until(lambda: tools.jobs.find(f"due-{table}") is None, 30)
        own.sweep()
        assert asked(tools) == [], "it is left to whoever was asked"
        clock.go_on(milliseconds=LEASE_MS)
        own.sweep()
        until(lambda: ran(tools) == [f"due-{table}"] * 2, 30)


def test_what_a_killed_reactor_left_is_taken_over_and_not_asked_for_twice(tools: WorkerParts) -> None:
    table = create_table(tools, "random", "random")
    killed = reactor(tools, "killed")
    killed.follow(0)
    del killed  # between the request and its acknowledgement
    other_table = create_table(tools, "random", "random")
    reactor(tools, "also killed")._feed.read(0)  # after it received the entry, before the request
    assert unfinished(tools) == 2

    other = reactor(tools)
    until(lambda: claimed(other) and unfinished(tools) == 0, 20)

    plays = [job for job in asked(tools) if job.startswith("play")]
    assert sorted(job.rpartition("-")[0] for job in plays) == sorted([f"play-{table}", f"play-{other_table}"])


def claimed(other: Reactor) -> bool:
    other.claim()
    other.sweep()
    time.sleep(0.2)
    return True


def test_an_entry_that_nobody_gets_done_is_parked(tools: WorkerParts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.feed.claiming.CLAIMED_AFTER_MS", 0)
    table = create_table(tools, "random", "random")
    reactor(tools)._feed.read(0)
    for number in range(MOST_DELIVERIES - 1):
        reactor(tools, f"killed {number}")._feed.claim(0)

    other = reactor(tools)
    other.claim()
    other.sweep()

    assert [(parked.id, parked.code) for parked in tools.parked.list()] == [(f"play-{table}", "feed-entry-stuck")]
    assert asked(tools) == []
    assert unfinished(tools) == 0


def test_a_lost_group_is_there_again_and_finished_work_is_not(tools: WorkerParts) -> None:
    own = reactor(tools)
    create_table(tools, "random", "random")
    own.follow(0)
    own.sweep()
    tools.client.delete("rq:queue:turns", *tools.client.scan_iter("rq:job:*"))
    for partition in PARTITIONS:
        tools.client.xgroup_destroy(feed_key(partition), GROUP)

    table = create_table(tools, "random", "random")
    for _ in range(3):
        own.follow(0)

    assert [job.rpartition("-")[0] for job in asked(tools)] == [f"play-{table}"]


def test_a_table_whose_moves_fail_rests_and_then_is_tried_again(tools: WorkerParts, clock: Clock) -> None:
    own = reactor(tools)
    table, other = create_table(tools, "random", "random"), create_table(tools, "random", "random")
    tools.parked.park("due", (table,), f"due-{table}", "job-failed", "BrokenLog", clock())
    make_due(tools, table)
    own.follow(0)
    own.sweep()
    assert [job.rpartition("-")[0] for job in asked(tools)] == [f"play-{other}"]

    clock.go_on(seconds=FIRST_RETRY_PAUSE)
    own.sweep()

    assert [job for job in asked(tools) if table in job] == [f"due-{table}"]


@pytest.mark.parametrize("name", ["p07-no such table", "", "p07-" + "x" * 100, "p07-é"])
def test_what_is_no_table_is_parked_and_everything_goes_on(tools: WorkerParts, name: str) -> None:
    own = reactor(tools)
    tools.client.xadd("rs:{p07}:feed", {"table": name, "first": 1, "last": 1, "types": "x.y", "calls": "play"})
    tools.client.zadd("rs:{p07}:due", {name: 1})
    table = create_table(tools, "random", "random")

    for _ in range(2):
        own.step()
    own.sweep()

    assert {parked.code for parked in tools.parked.list()} == {"job-undecodable"}
    assert [job.rpartition("-")[0] for job in asked(tools)] == [f"play-{table}"]
    assert unfinished(tools) == 0


def test_what_is_due_in_a_crowd_is_asked_for_without_a_pause(tools: WorkerParts, clock: Clock) -> None:
    own = reactor(replace(tools, monotonic=clock.monotonic))
    tables = [create_table(tools, None, None) for _ in range(3)]
    for number, table in enumerate(tables):
        tools.client.zadd(f"rs:{{{table[:3]}}}:due", {table: number + 1})
    tools.client.zadd("rs:{p07}:due", {f"p07-{number:026}": 0 for number in range(MOST_AT_ONCE)})
    own.step()
    assert len(asked(tools)) == MOST_AT_ONCE

    own.step()

    assert set(asked(tools)[MOST_AT_ONCE:]) == {f"due-{table}" for table in tables}


def test_a_job_counts_for_whoever_created_the_table_and_for_the_table_if_nobody_knows(tools: WorkerParts) -> None:
    ours, older = create_table(tools, "random", "random", creator="key:abc"), create_table(tools, "random", "random")
    own = reactor(tools)

    own.follow(0)
    for table in (ours, older):
        make_due(tools, table)
    own.sweep()

    counted = {job: tools.client.hget(f"rq:job:{job}", "creator") for job in asked(tools)}
    assert len(counted) == 4
    for job, creator in counted.items():
        assert creator == (b"key:abc" if ours in job else f"table:{older}".encode())


Reacting: TypeAlias = Callable[[str], AbstractContextManager[Started]]


@pytest.fixture
def reacting(tmp_path: Path) -> Reacting:
    """Runs `rollstream reactor` on a store for a block."""
    number = iter(range(100))

    @contextmanager
    def reacting(url: str) -> Any:
        environment = {**os.environ, "ROLLSTREAM_REDIS_URL": url}
        with forked("service.command_line", "reactor", output=tmp_path / f"reactor-{next(number)}", environment=environment) as process:
            process.wait_for("follows the feed")
            yield process

    return reacting


def test_two_reactors_of_which_one_is_killed_lose_nothing_and_double_nothing(
    tools: WorkerParts, fresh_store_url: str, working: Working, reacting: Reacting
) -> None:
    with working("turns"), reacting(fresh_store_url), reacting(fresh_store_url) as killed:
        tables = [create_table(tools, "random", "random") for _ in range(50)]
        killed.process.kill()
        tables += [create_table(tools, "random", "random") for _ in range(50)]
        until(lambda: set(ran(tools)) >= set(tables), 30)

    plays = [line for line in ran(tools) if not line.startswith("due")]
    assert sorted(plays) == sorted(tables)


def test_a_reactor_whose_store_goes_away_says_little_and_goes_on(own_tools: WorkerParts, own_server: OwnServer, reacting: Reacting) -> None:
    with reacting(own_server.url) as process:
        own_server.stop()
        time.sleep(4)
        own_server.start()
        until(lambda: laid_again(own_tools))
        until(lambda: len(asked(own_tools)) == 1)
        assert process.process.poll() is None
        process.process.terminate()
        assert process.process.wait(8) == 0

    assert 1 <= process.said().count("the store is not available") <= 5
    assert "Traceback" not in process.said()


def laid_again(tools: WorkerParts) -> bool:
    with suppress(StoreUnavailable):
        return bool(create_table(tools, "random", "random"))
    return False


def test_a_queue_that_is_away_for_long_makes_no_entry_count_as_stuck(tools: WorkerParts, own_server: OwnServer) -> None:
    apart = replace(tools, jobs=Jobs(connect(own_server.url), tools.jobs.tasks), parked=ParkedJobs(connect(own_server.url)))
    own = reactor(apart)
    table = create_table(apart, "random", "random")
    own_server.stop()
    for _ in range(2 * MOST_DELIVERIES):
        own._next_claim = own._next_sweep = float("-inf")
        with pytest.raises(QueueUnavailable):
            own.step()
    own_server.start()

    [delivered] = own._feed.claim(0)

    assert (delivered.entry.table, delivered.times) == (table, 2)
