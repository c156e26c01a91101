"""What a process counts, and what /metrics reads of it."""

import threading

import pytest

from events.store.event_store import StoreUnavailable
from tests.events.store.conftest import OwnServer
from tests.operation.processes import until
from workers.beating import Beat
from workers.counts import BOUNDS_MS, KEY, Counts, Times, stored_counts
from workers.health import HEARTBEAT_INTERVAL, parts_up, workers_up
from workers.jobs.parts import WorkerParts


def test_counts_of_all_processes_are_added_up(tools: WorkerParts) -> None:
    one, another = Counts(), Counts()
    one.add("calls", "bot", "ok")
    one.add("calls", "bot", "ok")
    one.store(tools.client)
    another.add("calls", "bot", "ok")
    another.add("calls", "webhook", "timed-out")
    another.store(tools.client)
    another.store(tools.client)

    assert stored_counts(tools.client).counts("calls") == {("bot", "ok"): 3, ("webhook", "timed-out"): 1}
    assert stored_counts(tools.client).counts("jobs") == {}


def test_times_are_counted_by_what_they_exceed(tools: WorkerParts) -> None:
    counts = Counts()
    for seconds in (0.005, 0.0051, 0.3, 61, -1):
        counts.time("job", "play", seconds)
    counts.store(tools.client)

    found = stored_counts(tools.client).times("job")

    expected = {5: 3, 10: 3, 25: 3, 50: 3, 100: 3, 250: 3}
    up_to = [expected.get(bound, 4) for bound in BOUNDS_MS]
    assert found == {"play": Times(5, 61_310, up_to)}


def test_what_was_counted_without_the_store_is_stored_later(own_tools: WorkerParts, own_server: OwnServer) -> None:
    counts = Counts()
    counts.add("jobs", "play", "finished")
    own_server.stop()
    with pytest.raises(StoreUnavailable):
        counts.store(own_tools.client)
    counts.add("jobs", "play", "finished")

    own_server.start()
    counts.store(own_tools.client)

    assert stored_counts(own_tools.client).counts("jobs") == {("play", "finished"): 2}


def test_a_heartbeat_says_that_its_part_is_up_and_stores_what_was_counted(tools: WorkerParts) -> None:
    time, counts = [0.0], Counts()
    beat = Beat(tools.client, "projector", counts, lambda: time[0])
    assert parts_up(tools.client) == {"web": False, "projector": False, "reactor": False, "dispatcher": False}

    beat()
    counts.add("jobs", "play", "finished")
    beat()
    assert parts_up(tools.client)["projector"]
    assert not tools.client.exists(KEY)

    time[0] += HEARTBEAT_INTERVAL
    beat()
    assert tools.client.exists(KEY)
    assert 0 < tools.client.pttl("rs:{service}:alive:projector") <= 10_000


def test_a_heartbeat_goes_on_in_a_thread_until_its_process_ends(tools: WorkerParts) -> None:
    stopped, asleep = threading.Event(), threading.Event()

    def sleep(seconds: float) -> None:
        asleep.set()
        stopped.wait(seconds)

    Beat(tools.client, "web", Counts()).keep_on(stopped.is_set, sleep)
    assert asleep.wait(10)

    assert parts_up(tools.client)["web"]
    assert workers_up(tools.client) == {"turns": False, "exports": False}
    stopped.set()
    until(lambda: "heartbeat" not in {thread.name for thread in threading.enumerate()})
