"""Requesting a job, and reading its state."""

import json
import pickle
import zlib
from typing import Any

import pytest
from rq import Queue

from tests.operation.processes import until
from tests.workers.conftest import Working, ended, ran, state_of
from tests.workers.some_tasks import note
from workers.jobs.job import Undecodable
from workers.jobs.parts import WorkerParts


def test_a_job_is_asked_for_run_and_found(tools: WorkerParts, working: Working) -> None:
    assert tools.jobs.enqueue("note", "p07-abc", 17, job_id="note-1")
    assert state_of(tools, "note-1")[1:4] == ("note", ("p07-abc", 17), "queued")
    assert tools.jobs.waiting() == {"turns": 1, "exports": 0}

    with working():
        state = ended(tools, "note-1")

    assert (state.status, state.progress, state.result, state.error) == ("finished", 1.0, ["p07-abc", 17], None)
    assert tools.jobs.waiting() == {"turns": 0, "exports": 0}


def test_the_same_job_asked_for_twenty_times_is_one_job(tools: WorkerParts, working: Working) -> None:
    asked = [tools.jobs.enqueue("note", "once", job_id="note-once") for _ in range(20)]
    assert asked == [True] + [False] * 19
    with working():
        ended(tools, "note-once")
        assert not tools.jobs.enqueue("note", "other", job_id="note-once")
        assert tools.jobs.enqueue("note", "after", job_id="note-after")
        ended(tools, "note-after")

    assert ran(tools) == ["once", "after"]


def test_an_id_that_lies_in_the_queue_twice_is_run_once(tools: WorkerParts, working: Working) -> None:
    tools.jobs.enqueue("note", "once", job_id="note-once")
    tools.client.rpush(tools.jobs.queues["turns"].key, "note-once")
    tools.jobs.enqueue("note", "after", job_id="note-after")

    with working():
        ended(tools, "note-after")

    assert ran(tools) == ["once", "after"]


def test_a_job_that_failed_may_be_asked_for_again(tools: WorkerParts, working: Working) -> None:
    with working():
        tools.jobs.enqueue("fail", "a", job_id="fail-a")
        assert ended(tools, "fail-a").error == "job-failed"

        assert tools.jobs.enqueue("fail", "a", job_id="fail-a")
        until(lambda: ran(tools) == ["begin-a"] * 2)


@pytest.mark.parametrize("damage", [{"outcome": b"garbage", "status": "finished"}, {"data": b"garbage"}, {"status": "nonsense"}])
def test_a_job_that_cannot_be_read_makes_way_for_another(tools: WorkerParts, working: Working, damage: Any) -> None:
    tools.jobs.enqueue("note", "a", job_id="note-a")
    tools.client.hset("rq:job:note-a", mapping=damage)
    assert state_of(tools, "note-a").error == "job-undecodable"

    assert tools.jobs.enqueue("note", "a", job_id="note-a")
    with working():
        assert ended(tools, "note-a").status == "finished"


def test_a_job_that_is_not_kept_leaves_nothing(tools: WorkerParts, working: Working) -> None:
    with working():
        tools.jobs.enqueue("forget", "a", job_id="forget-a")
        until(lambda: tools.jobs.find("forget-a") is None)
        assert tools.jobs.enqueue("forget", "a", job_id="forget-a")
        until(lambda: tools.jobs.find("forget-a") is None)

    assert ran(tools) == ["a", "a"]
    assert [key for key in tools.client.scan_iter("rq:*") if b"forget" in key] == []


def test_a_job_tells_how_far_it_is(tools: WorkerParts, working: Working) -> None:
    tools.jobs.enqueue("halve", "go-on", job_id="halve-1")
    with working():
        until(lambda: state_of(tools, "halve-1").progress == 0.5)
        assert state_of(tools, "halve-1").status == "running"
        tools.client.set("go-on", 1)
        assert ended(tools, "halve-1").progress == 1.0


@pytest.mark.parametrize(
    ("task", "ids", "job_id"),
    [
        ("os.system", ("x",), "a"),
        ("note", ("with blank",), "a"),
        ("note", ("x" * 65,), "a"),
        ("note", ("",), "a"),
        ("note", (True,), "a"),
        ("note", (1.5,), "a"),
        ("note", ({"view": "of a table"},), "a"),
        ("note", ("x",), ""),
        ("note", ("x",), "a:b"),
    ],
)
def test_only_known_tasks_with_ids_can_be_asked_for(tools: WorkerParts, task: str, ids: Any, job_id: str) -> None:
    with pytest.raises(ValueError):
        tools.jobs.enqueue(task, *ids, job_id=job_id)

    assert tools.jobs.waiting() == {"turns": 0, "exports": 0}


def test_what_a_job_holds_is_ids(tools: WorkerParts) -> None:
    tools.jobs.enqueue("note", "p07-" + "0" * 26, 3, 17, "greedy", job_id="note-1")

    kept: Any = tools.client.hgetall("rq:job:note-1")

    assert json.loads(zlib.decompress(kept[b"data"])) == ["note", None, ["p07-" + "0" * 26, 3, 17, "greedy"], {}]
    assert sum(len(name) + len(value) for name, value in kept.items()) < 500


def test_every_job_is_forgotten_some_day(tools: WorkerParts, working: Working) -> None:
    tools.jobs.enqueue("note", "a", job_id="note-a")
    tools.jobs.enqueue("fail", "a", job_id="fail-a")
    tools.jobs.enqueue("sleep", "a", 600, job_id="sleep-a")
    assert all(tools.client.ttl(key) > 0 for key in tools.client.scan_iter("rq:job:*"))
    with working():
        until(lambda: state_of(tools, "sleep-a").status == "running")

        assert all(tools.client.ttl(key) > 0 for key in tools.client.scan_iter("rq:job:*"))
        assert len(list(tools.client.scan_iter("rq:job:*"))) == 3


def test_bookkeeping_levels_off(tools: WorkerParts, working: Working) -> None:
    with working():
        run_some(tools, "first")
        before = kept_for_ever(tools)
        run_some(tools, "second")
        run_some(tools, "third")

        until(lambda: kept_for_ever(tools) == before, 20)


def run_some(tools: WorkerParts, name: str) -> None:
    for number in range(30):
        tools.jobs.enqueue("forget", name, number, job_id=f"forget-{name}-{number}")
        tools.jobs.enqueue("note", name, number, job_id=f"note-{name}-{number}")
    ended(tools, f"note-{name}-29")


def kept_for_ever(tools: WorkerParts) -> set[bytes]:
    """Names of all keys without an expiry."""
    return {key for key in tools.client.scan_iter("*") if tools.client.ttl(key) == -1}


@pytest.mark.parametrize("job_id", ["no-such", "", "a:b", "é", "../x"])
def test_a_job_that_is_not_there_is_none(tools: WorkerParts, job_id: str) -> None:
    assert tools.jobs.find(job_id) is None


def test_a_job_whose_keys_are_gone_is_none_and_can_be_made_anew(tools: WorkerParts, working: Working) -> None:
    tools.jobs.enqueue("note", "a", job_id="note-a")
    with working():
        ended(tools, "note-a")
        for key in tools.client.scan_iter("rq:*note-a*"):
            tools.client.delete(key)

        assert tools.jobs.find("note-a") is None
        assert tools.jobs.enqueue("note", "a", job_id="note-a")
        assert ended(tools, "note-a").status == "finished"


def test_a_part_of_a_job_is_none(tools: WorkerParts) -> None:
    tools.client.hset("rq:job:part", "status", "started")

    assert tools.jobs.find("part") is None


class Marker:
    """Unpickling this object runs code."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return open, (self.path, "w")


def test_a_pickle_in_the_queue_is_never_read(tools: WorkerParts, working: Working, tmp_path: Any) -> None:
    marker = Marker(str(tmp_path / "marker"))
    job = Queue("turns", tools.client).enqueue("builtins.print", marker, job_id="pickled")
    tools.client.hset(job.key, mapping={"meta": pickle.dumps(marker), "result": pickle.dumps(marker)})
    assert state_of(tools, "pickled").error == "job-undecodable"

    with working() as worker:
        until(lambda: tools.client.hget(job.key, "status") == b"failed", 30, worker.said)
        tools.jobs.enqueue("note", "after", job_id="after")
        ended(tools, "after")

    assert state_of(tools, "pickled").error == "job-undecodable"
    assert [parked.job for parked in tools.parked.list()] == ["pickled"]
    assert not (tmp_path / "marker").exists()


def test_nothing_but_the_list_is_called_whatever_a_job_names(tools: WorkerParts, working: Working, tmp_path: Any) -> None:
    marker = str(tmp_path / "marker")
    for number, call in enumerate(
        [
            ["os.mkdir", None, [marker], {}],
            ["mkdir", "os", [marker], {}],
            ["tests.workers.some_tasks.leave", None, [], {}],
            ["note", None, [{"a": 1}], {}],
            ["note", None, [], {"mode": 1}],
            ["note"],
            {"note": 1},
        ]
    ):
        fields: dict[Any, Any] = {
            "data": zlib.compress(json.dumps(call).encode()),
            "status": "queued",
            "origin": "elsewhere",
            "timeout": "-1",
        }
        fields |= dict.fromkeys(["success_callback_name", "failure_callback_name", "stopped_callback_name"], "os.getcwd")
        fields |= {"webhooks": json.dumps([{"url": "http://127.0.0.1:9", "job_status": "failed"}]), "repeats_left": "9"}
        tools.client.hset(f"rq:job:foreign-{number}", mapping=fields)
        tools.client.rpush("rq:queue:turns", f"foreign-{number}")

    with working() as worker:
        tools.jobs.enqueue("note", "after", job_id="after")
        ended(tools, "after")

    assert {state_of(tools, f"foreign-{number}").error for number in range(7)} == {"job-undecodable"}
    assert not (tmp_path / "marker").exists()
    assert ran(tools) == ["after"]
    assert "Traceback" not in worker.said()


def test_rqs_own_ways_into_a_job_lead_nowhere_else(tools: WorkerParts) -> None:
    tools.jobs.enqueue("note", "a", job_id="note-a")
    foreign: dict[Any, Any] = dict.fromkeys(["success_callback_name", "failure_callback_name", "stopped_callback_name"], "os.getcwd")
    tools.client.hset("rq:job:note-a", mapping={**foreign, "dependency_ids": '["x"]', "group_id": "x", "rate_limit_key": "x"})
    job = tools.jobs.job_class.fetch("note-a", tools.client, "json")
    assert job.func is note
    assert (job.instance, list(job.args), job.kwargs) == (None, ["a"], {})
    assert (job.success_callback, job.failure_callback, job.stopped_callback, job.webhooks) == (None, None, None, [])
    assert (job.group_id, job.has_rate_limit, job.dependency) == (None, False, None)

    tools.client.hset("rq:job:note-a", "data", zlib.compress(b'["os.getcwd",null,[],{}]'))
    other = tools.jobs.job_class.fetch("note-a", tools.client, "json")

    with pytest.raises(Undecodable):
        _ = other.func
    with pytest.raises(Undecodable):
        other.perform()


def test_a_job_of_ours_with_foreign_fields_ends_as_its_task_says(tools: WorkerParts, working: Working, tmp_path: Any) -> None:
    tools.jobs.enqueue("fail", "a", job_id="fail-a")
    foreign: dict[Any, Any] = {"retries_left": "1000000", "failure_callback_name": "os.getcwd", "failure_ttl": "-1", "timeout": "-1"}
    tools.client.hset("rq:job:fail-a", mapping=foreign)

    with working():
        ended(tools, "fail-a")

    assert ran(tools) == ["begin-a"]
    assert tools.client.ttl("rq:job:fail-a") > 0


@pytest.mark.parametrize("garbage", [b"\xff\xfe", b"a:b", b"", b"no-such"])
def test_garbage_in_the_queue_takes_no_worker_down(tools: WorkerParts, working: Working, garbage: bytes) -> None:
    tools.client.set("rq:job:text", "a text where a job belongs")
    tools.client.rpush("rq:queue:turns", garbage, "text")
    tools.jobs.enqueue("note", "after", job_id="after")

    with working():
        ended(tools, "after")

    assert tools.client.llen("rq:queue:turns:intermediate") == 0
    assert state_of(tools, "text").error == "job-undecodable"
