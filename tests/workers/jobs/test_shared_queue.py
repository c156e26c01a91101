"""Queues are served by shares: urgent jobs first, and within a class the creators take turns. The tests run a worker's real steps."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from rq.executions import Execution

from events.store.keys import service_key
from events.timestamps import epoch_ms
from tests.workers.conftest import Working, ended, ran, state_of
from workers.jobs.job import Job
from workers.jobs.job_outcome import record_outcome
from workers.jobs.outcomes import Continued, Finished, GivenUp, JobEnding
from workers.jobs.parts import WorkerParts
from workers.jobs.queues import BACKGROUND_EVERY, Jobs
from workers.jobs.reclaim import Reclaimer
from workers.jobs.shared_queue import TAKE
from workers.jobs.tasks import TASKS
from workers.jobs.worker import JobWorker

OF_TURNS, OF_EXPORTS = BACKGROUND_EVERY["turns"], BACKGROUND_EVERY["exports"]

FLOOD, STRANGER = "key:flood", "address:stranger"


def ask(tools: WorkerParts, name: str, creator: str, *, urgent: bool = True) -> None:
    """A job of this creator in the queue."""
    assert tools.jobs.enqueue("note", name, job_id=name, creator=creator)
    if not urgent:
        tools.client.hset(f"rq:job:{name}", "urgent", 0)


def begin(tools: WorkerParts) -> tuple[JobWorker, Job, Execution] | None:
    """The next job, in the state before a worker runs it."""
    worker = JobWorker(tools, ["turns"])
    taken = tools.jobs.shared["turns"].take(tools.tables.now())
    fetched = None if taken is None else worker._fetched(tools.jobs.queues["turns"], taken)
    return None if fetched is None else (worker, fetched[0], worker._start(*fetched))


def serve(tools: WorkerParts, ending: JobEnding) -> str:
    """The id of the next job, which is then finished in this way."""
    begun = begin(tools)
    assert begun is not None
    _, job, execution = begun
    record_outcome(tools, job, tools.jobs.queues["turns"], ending, execution)
    return job.id


def served(tools: WorkerParts, number: int) -> Sequence[str]:
    """The ids of the next jobs, in order."""
    found = [tools.jobs.shared["turns"].take(tools.tables.now()) for _ in range(number)]
    return [job_id.decode() for job_id in found if job_id is not None]


def test_a_stranger_is_served_next_however_many_jobs_another_creator_has(tools: WorkerParts) -> None:
    for number in range(300):
        ask(tools, f"flood-{number:03}", FLOOD)
    assert served(tools, 2) == ["flood-000", "flood-001"]

    ask(tools, "stranger", STRANGER)

    assert "stranger" in served(tools, 2)


def test_all_creators_are_served_in_turn_and_each_ones_jobs_in_order(tools: WorkerParts) -> None:
    for number in range(4):
        for creator in "abc"[: 4 - number]:
            ask(tools, f"{creator}-{number}", creator)

    assert served(tools, 9) == ["a-0", "b-0", "c-0", "a-1", "b-1", "c-1", "a-2", "b-2", "a-3"]
    assert served(tools, 1) == []


def test_a_creator_who_was_idle_has_saved_nothing(tools: WorkerParts) -> None:
    for number in range(20):
        ask(tools, f"flood-{number:02}", FLOOD)
    served(tools, 10)

    for number in range(5):
        ask(tools, f"stranger-{number}", STRANGER)

    turns = served(tools, 10)
    assert [name.partition("-")[0] for name in turns].count("stranger") == 5
    assert all(first[:5] != then[:5] for first, then in pairwise(turns[1:]))


def test_a_creator_who_had_more_than_others_owes_nothing_when_they_are_done(tools: WorkerParts) -> None:
    for number in range(50):
        ask(tools, f"flood-{number:02}", FLOOD)
    served(tools, 50)

    ask(tools, "stranger", STRANGER)
    ask(tools, "flood-again", FLOOD)

    assert sorted(served(tools, 2)) == ["flood-again", "stranger"]
    assert served(tools, 1) == []


def test_urgent_jobs_go_first_and_do_not_stop_the_background(tools: WorkerParts) -> None:
    for number in range(20):
        ask(tools, f"background-{number:02}", STRANGER, urgent=False)
        ask(tools, f"urgent-{number:02}", FLOOD)

    order = [name.partition("-")[0] for name in served(tools, 2 * OF_TURNS)]

    assert order == [*["urgent"] * (OF_TURNS - 1), "background"] * 2


def test_files_do_not_wait_for_tables_of_values_and_those_are_computed_all_the_same(tools: WorkerParts) -> None:
    jobs = Jobs(tools.client, TASKS, tools.tables.now)
    for number in range(OF_EXPORTS):
        jobs.enqueue("values", f"dicy-cards-{number}", job_id=f"values-{number}")
        jobs.enqueue("export", f"table-{number}", "json", job_id=f"export-{number}", creator=FLOOD)

    taken = [jobs.shared["exports"].take(tools.tables.now()) or b"" for _ in range(OF_EXPORTS)]

    assert [job_id.partition(b"-")[0] for job_id in taken] == [*[b"export"] * (OF_EXPORTS - 1), b"values"]


def test_shares_hold_among_urgent_jobs_too(tools: WorkerParts) -> None:
    for number in range(100):
        ask(tools, f"flood-{number:02}", FLOOD, urgent=True)
        ask(tools, f"behind-{number:02}", FLOOD, urgent=False)
    served(tools, 3)

    ask(tools, "stranger", STRANGER)

    assert "stranger" in served(tools, 3)


def test_a_job_that_goes_on_later_waits_behind_its_creators_others_and_loses_no_retry(tools: WorkerParts) -> None:
    for name in "abc":
        tools.jobs.enqueue("again", name, job_id=name, creator=FLOOD)

    order = [serve(tools, Continued(urgent=True)) for _ in range(6)]

    assert order == ["a", "b", "c", "a", "b", "c"]
    assert {state_of(tools, name).status for name in "abc"} == {"queued"}
    assert tools.client.hget("rq:job:a", "retries_left") == b"1"
    assert tools.jobs.waiting()["turns"] == 3
    assert tools.client.zcard("rq:wip:turns") == 0


def test_a_job_may_go_on_in_the_background_and_keeps_its_class_when_it_is_put_back(tools: WorkerParts) -> None:
    ask(tools, "flood", FLOOD)
    assert serve(tools, Continued(urgent=False)) == "flood"
    assert serve(tools, GivenUp()) == "flood"

    ask(tools, "stranger", STRANGER)

    assert served(tools, 2) == ["stranger", "flood"]


def test_a_task_that_goes_on_later_is_run_until_it_is_done(tools: WorkerParts, working: Working) -> None:
    tools.jobs.enqueue("again", "a", job_id="again-a")

    with working("turns"):
        assert ended(tools, "again-a").result == 3

    assert ran(tools) == ["again-a-urgent", "again-a", "again-a"]


def test_jobs_of_an_older_build_are_served_as_urgent_and_share_one_share(tools: WorkerParts) -> None:
    for number in range(10):
        tools.jobs.enqueue("note", number, job_id=f"older-{number}")
        tools.client.hdel(f"rq:job:older-{number}", "creator", "asked_at")
    served(tools, 2)

    ask(tools, "stranger", STRANGER)

    assert "stranger" in served(tools, 2)
    assert len(served(tools, 20)) == 7


def test_what_an_older_worker_takes_from_the_list_is_not_served_again(tools: WorkerParts) -> None:
    queue: Any = tools.jobs.queues["turns"]
    client: Any = tools.client
    for name in ("a", "b"):
        ask(tools, name, FLOOD)

    assert client.lmove(queue.key, queue.intermediate_queue_key) == b"a"

    assert served(tools, 2) == ["b"]
    assert client.lrange(queue.intermediate_queue_key, 0, -1) == [b"a", b"b"]


def test_two_workers_that_saw_the_same_jobs_arrive_place_them_once(tools: WorkerParts) -> None:
    queue: Any = tools.jobs.queues["turns"]
    for name in "abc":
        ask(tools, name, FLOOD)
    names = [queue.key, queue.intermediate_queue_key, service_key("turns:served")]
    names += [service_key(f"turns:{kind}:{part}") for kind in ("urgent", "background") for part in ("places", "shares", "since")]
    seen = [*names, *(f"rq:job:{name}" for name in "abc")]
    ask(tools, "d", FLOOD)
    first = [TAKE(tools.client.execute_command, seen, 1, OF_TURNS, *"abc") for _ in range(2)]

    assert [*first, *(name.encode() for name in served(tools, 3))] == [b"a", b"b", b"c", b"d"]


def test_what_was_taken_and_never_begun_comes_back_into_its_creators_share(tools: WorkerParts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workers.jobs.reclaim.START_WITHIN", 0)
    queue = tools.jobs.queues["turns"]
    ask(tools, "lost", STRANGER, urgent=False)
    assert served(tools, 1) == ["lost"]  # and here its worker is killed
    for number in range(10):
        ask(tools, f"flood-{number}", FLOOD, urgent=False)

    for _ in range(2):
        Reclaimer(tools, [queue]).check(queue)

    assert "lost" in served(tools, 2)


def test_how_long_turns_wait_is_told_for_each_class(tools: WorkerParts) -> None:
    now = tools.tables.now()
    long_ago = replace(tools, jobs=Jobs(tools.client, tools.jobs.tasks, lambda: now - timedelta(seconds=30)))
    assert tools.jobs.oldest_turns() == {"urgent": 0.0, "background": 0.0}

    ask(long_ago, "arrived", FLOOD)
    assert tools.jobs.oldest_turns()["urgent"] >= 30, "no worker has seen it yet"

    ask(long_ago, "behind", FLOOD, urgent=False)
    ask(tools, "last", FLOOD)
    assert served(tools, 1) == ["arrived"]
    told = tools.jobs.oldest_turns()
    assert told["background"] >= 30 > told["urgent"]

    assert len(served(tools, 5)) == 2
    assert tools.jobs.oldest_turns() == {"urgent": 0.0, "background": 0.0}


def test_nothing_is_kept_of_jobs_and_creators_that_are_done(tools: WorkerParts) -> None:
    for number in range(50):
        ask(tools, f"job-{number}", f"address:{number}", urgent=number % 2 == 0)
    assert len(served(tools, 60)) == 50

    ask(tools, "last", STRANGER)
    assert served(tools, 1) == ["last"]

    left = {key.decode(): tools.client.type(key) for key in tools.client.scan_iter("rs:{service}:turns:urgent:*")}
    assert left == {"rs:{service}:turns:urgent:shares": b"zset"}
    assert tools.client.zrange("rs:{service}:turns:urgent:shares", 0, -1) == [STRANGER.encode()]


def test_what_waits_since_when_goes_by_the_last_time_a_job_was_put_back(tools: WorkerParts) -> None:
    now = tools.tables.now()
    long_ago = replace(tools, jobs=Jobs(tools.client, tools.jobs.tasks, lambda: now - timedelta(seconds=30)))
    ask(long_ago, "a", FLOOD)

    serve(tools, Continued(urgent=True))

    asked_at: Any = tools.client.hget("rq:job:a", "asked_at")
    assert int(asked_at) >= epoch_ms(now)
    assert tools.jobs.oldest_turns()["urgent"] < 30


def test_every_queue_is_served_by_shares(tools: WorkerParts) -> None:
    for number in range(100):
        tools.jobs.enqueue("other", number, job_id=f"flood-{number}", creator=FLOOD)
    queue = tools.jobs.shared["exports"]
    queue.take(tools.tables.now())
    tools.jobs.enqueue("other", "x", job_id="stranger", creator=STRANGER)

    taken = [queue.take(tools.tables.now()) for _ in range(2)]

    assert b"stranger" in taken
    assert tools.jobs.waiting() == {"turns": 0, "exports": 98}


def test_a_file_that_somebody_else_waits_for_at_the_end_of_a_flood_is_brought_forward_by_who_asks_for_it_too(tools: WorkerParts) -> None:
    for number in range(50):
        ask(tools, f"flood-{number:02}", FLOOD)
    served(tools, 2)

    tools.jobs.add_requester("note", "flood-40", STRANGER)

    assert "flood-40" in served(tools, 2)
    assert tools.jobs.waiting()["turns"] == 46


def test_it_is_brought_forward_also_where_no_worker_has_seen_it(tools: WorkerParts) -> None:
    for number in range(50):
        ask(tools, f"flood-{number:02}", FLOOD)

    tools.jobs.add_requester("note", "flood-40", STRANGER)

    assert "flood-40" in served(tools, 2)


def test_nobody_who_has_much_to_wait_for_holds_up_what_others_have_asked_for(tools: WorkerParts) -> None:
    for number in range(50):
        ask(tools, f"flood-{number:02}", FLOOD)
    served(tools, 2)
    for name in ("first", "second"):
        ask(tools, name, STRANGER)

    tools.jobs.add_requester("note", "second", FLOOD)
    assert "first" in served(tools, 2)
    tools.jobs.add_requester("note", "second", FLOOD)

    assert "second" in served(tools, 3)


def test_what_is_done_or_unknown_is_not_brought_forward(tools: WorkerParts) -> None:
    ask(tools, "done", FLOOD)
    assert serve(tools, Finished(b"1")) == "done"

    for job_id in ("done", "unknown"):
        tools.jobs.add_requester("note", job_id, STRANGER)

    assert served(tools, 1) == []
    assert tools.client.exists("rq:job:unknown") == 0
