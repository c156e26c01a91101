"""A worker handles jobs that fail, hang or never end, its own death and that of others, and an unavailable store."""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from events.store.event_store import StoreUnavailable
from tests.events.store.conftest import OwnServer
from tests.operation.processes import Started, until
from tests.workers.conftest import Working, ended, ran, state_of
from workers.jobs.parts import WorkerParts
from workers.jobs.reclaim import Reclaimer


def stop(worker: Started, number: signal.Signals = signal.SIGTERM) -> float:
    """Stop the worker; return the seconds until its regular end."""
    begun = time.monotonic()
    worker.process.send_signal(number)
    assert worker.process.wait(15) == 0
    return time.monotonic() - begun


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_idle_worker_stops_at_once(tools: WorkerParts, working: Working, number: signal.Signals) -> None:
    with working() as worker:
        assert stop(worker, number) < 8

    assert "Traceback" not in worker.said()


@pytest.mark.parametrize(
    ("task", "ids", "code", "listed"),
    [
        ("fail", ("a",), "job-failed", True),
        ("leave", (), "job-failed", True),
        ("stray", (), "job-failed", True),
        ("note", (), "finished", False),
        ("refuse", (), "nothing-owed", False),
    ],
)
def test_however_a_job_ends_the_next_one_is_run(
    tools: WorkerParts, working: Working, task: str, ids: tuple[str, ...], code: str, listed: bool
) -> None:
    with working() as worker:
        tools.jobs.enqueue(task, *ids, job_id="first")
        tools.jobs.enqueue("note", "after", job_id="after")
        state = ended(tools, "after")

    assert state.status == "finished"
    first = state_of(tools, "first")
    assert (first.error or first.status) == code
    assert [parked.job for parked in tools.parked.list()] == ["first"] * listed
    assert worker.said().count('"level":"error"') == listed


def test_a_refusal_is_told_in_words_and_a_fault_is_not(tools: WorkerParts, working: Working) -> None:
    with working():
        tools.jobs.enqueue("refuse", job_id="refused")
        tools.jobs.enqueue("fail", "secret", job_id="failed")

        assert ended(tools, "refused").detail == "The seat owes nothing."
        assert ended(tools, "failed").detail is None

    [parked] = tools.parked.list()
    assert (parked.task, parked.ids, parked.code, parked.error) == ("fail", ("secret",), "job-failed", "ZeroDivisionError: marker secret")


def test_success_takes_a_job_off_the_list_of_failures(tools: WorkerParts, working: Working) -> None:
    tools.parked.park("note", ("a",), "note-a", "job-failed", "once", tools.tables.now())
    tools.parked.park("note", ("b",), "note-b", "job-failed", "once", tools.tables.now())
    with working():
        tools.jobs.enqueue("note", "a", job_id="note-a")
        ended(tools, "note-a")

    assert [parked.id for parked in tools.parked.list()] == ["note-b"]


def test_what_may_be_tried_again_is_tried_again_once(tools: WorkerParts, working: Working) -> None:
    with working():
        tools.jobs.enqueue("fail_twice", "a", job_id="twice")
        assert ended(tools, "twice").error == "job-failed"

    assert ran(tools) == ["begin-a", "begin-a"]
    assert tools.parked.count() == 1


def test_a_job_that_takes_too_long_is_interrupted(tools: WorkerParts, working: Working) -> None:
    with working() as worker:
        tools.jobs.enqueue("halve", "never", job_id="slow")
        assert ended(tools, "slow").error == "job-timed-out"
        tools.jobs.enqueue("note", "after", job_id="after")
        assert ended(tools, "after").status == "finished"

        assert worker.process.poll() is None


@pytest.mark.parametrize("task", ["swallow", "spin"])
def test_a_job_that_cannot_be_interrupted_ends_its_worker_and_harms_no_other(tools: WorkerParts, working: Working, task: str) -> None:
    with working("turns") as hanging:
        tools.jobs.enqueue(task, "a", job_id="hanging")
        until(lambda: ran(tools) == ["begin-a"])
        with working("turns"):
            for number in range(20):
                tools.jobs.enqueue("note", number, job_id=f"note-{number}")
                assert ended(tools, f"note-{number}").status == "finished"
            assert hanging.process.wait(30) == 1

    assert f"in {task}" in hanging.said(), "it says where it hung"


def test_a_job_of_a_killed_worker_is_done_by_another_or_told_as_failed(tools: WorkerParts, working: Working) -> None:
    with working() as killed:
        tools.jobs.enqueue("sleep", "turn", 30, job_id="turn")
        until(lambda: state_of(tools, "turn").status == "running")
        killed.process.kill()
        with working() as also:
            tools.jobs.enqueue("export", "file", 30, job_id="file")
            until(lambda: "begin-file" in ran(tools))  # it is noted a moment after the job counts as running
            also.process.kill()

    with working("turns", "exports"):
        assert ended(tools, "turn").error == "job-abandoned"
        until(lambda: ran(tools).count("begin-file") == 2, 30)
        until(lambda: [parked.job for parked in tools.parked.list()] == ["turn"])


def test_a_worker_killed_between_taking_and_beginning_a_job_loses_nothing(tools: WorkerParts, working: Working) -> None:
    tools.jobs.enqueue("note", "a", job_id="note-a")
    queue = tools.jobs.queues["turns"]
    tools.client.lmove(queue.key, queue.intermediate_queue_key)  # and here its worker is killed

    with working():
        assert ended(tools, "note-a", 30).status == "finished"

    assert tools.client.llen(queue.intermediate_queue_key) == 0


def test_a_job_is_left_to_whoever_has_it_by_now(tools: WorkerParts) -> None:
    queue = tools.jobs.queues["exports"]
    tools.jobs.enqueue("export", "a", 1, job_id="export-a")
    tools.client.hset("rq:job:export-a", "status", "started")
    tools.client.zadd("rq:wip:exports", {"export-a:first": 1.0, "export-a:second": time.time() + 60})

    Reclaimer(tools, [queue]).check(queue)

    assert state_of(tools, "export-a").status == "running"
    remaining: Any = tools.client.zrange("rq:wip:exports", 0, -1)
    assert remaining == [b"export-a:second"]


def test_a_worker_frozen_beyond_its_time_changes_nothing_that_others_did(tools: WorkerParts, working: Working) -> None:
    with working() as frozen:
        tools.jobs.enqueue("export", "a", 1, job_id="export-a")
        until(lambda: ran(tools) == ["begin-a"])
        frozen.process.send_signal(signal.SIGSTOP)
        with working():
            assert ended(tools, "export-a", 40).result == "a"
            frozen.process.send_signal(signal.SIGCONT)
            until(lambda: ran(tools).count("end-a") == 2)
            tools.jobs.enqueue("note", "after", job_id="after")
            ended(tools, "after")

            assert state_of(tools, "export-a").status == "finished"
            assert stop(frozen) < 8


def test_a_running_job_that_soon_ends_is_finished_before_a_worker_stops(tools: WorkerParts, working: Working) -> None:
    with working() as worker:
        tools.jobs.enqueue("sleep", "a", 1, job_id="sleep-a")
        until(lambda: ran(tools) == ["begin-a"])
        assert stop(worker) < 8

    assert state_of(tools, "sleep-a").status == "finished"


def test_a_running_job_that_does_not_end_soon_goes_back_into_its_queue(tools: WorkerParts, working: Working) -> None:
    with working() as worker:
        tools.jobs.enqueue("sleep", "a", 25, job_id="sleep-a")
        until(lambda: ran(tools) == ["begin-a"])
        assert stop(worker) < 8

    assert state_of(tools, "sleep-a").status == "queued"
    assert tools.jobs.waiting()["turns"] == 1
    assert tools.parked.count() == 0
    with working():
        until(lambda: ran(tools) == ["begin-a", "begin-a"])


def test_long_exports_do_not_hold_up_turns_nor_turns_exports(tools: WorkerParts, working: Working) -> None:
    for number in range(200):
        tools.jobs.enqueue("note", number, job_id=f"note-{number}")
    tools.jobs.enqueue("other", "export", job_id="other")

    with working("turns", "exports"):
        ended(tools, "other")
        ended(tools, "note-199")

    assert ran(tools).index("export") < 100


def test_a_store_that_goes_away_is_waited_for_and_then_everything_goes_on(
    own_tools: WorkerParts, own_server: OwnServer, working: Working
) -> None:
    with working(url=own_server.url) as worker:
        own_tools.jobs.enqueue("note", "before", job_id="before")
        ended(own_tools, "before")
        own_server.stop()
        time.sleep(4)
        seconds = cpu(worker)
        own_server.start()
        until(lambda: asked_again(own_tools))

        assert ended(own_tools, "after").status == "finished"
        assert worker.process.poll() is None

    assert 1 <= worker.said().count("the queue is not available") <= 5
    assert "Traceback" not in worker.said()
    assert seconds < 3


def test_a_store_that_is_away_when_a_job_ends_hears_of_it_later(own_tools: WorkerParts, own_server: OwnServer, working: Working) -> None:
    with working(url=own_server.url):
        own_tools.jobs.enqueue("sleep", "a", 2, job_id="sleep-a")
        until(lambda: ran(own_tools) == ["begin-a"])
        with own_server.frozen():
            time.sleep(3)

        assert ended(own_tools, "sleep-a").result == "a"
    assert own_tools.parked.count() == 0


def asked_again(tools: WorkerParts) -> bool:
    with suppress(StoreUnavailable):
        return tools.jobs.enqueue("note", "after", job_id="after")
    return False


def cpu(worker: Started) -> float:
    ticks = Path(f"/proc/{worker.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")
