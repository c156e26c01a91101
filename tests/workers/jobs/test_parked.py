"""The list of parked jobs, and the commands that list, retry and drop them."""

from collections.abc import Callable
from datetime import timedelta
from typing import TypeAlias

import pytest
from click.testing import CliRunner, Result

from service.command_line import main
from workers.jobs.parked import FIRST_RETRY_PAUSE, LONGEST_RETRY_PAUSE, ParkedJobs
from workers.jobs.parts import WorkerParts

Rollstream: TypeAlias = Callable[..., Result]


def park(tools: WorkerParts, table: str, *, ago: float = 0.0, task: str = "play") -> None:
    at = tools.tables.now() - timedelta(seconds=ago)
    tools.parked.park(task, (table,), f"{task}-{table}-7", "job-failed", f"BrokenLog: {table}\nends early", at)


def test_what_fails_again_is_listed_once_with_its_last_error(tools: WorkerParts) -> None:
    park(tools, "a", ago=60)
    tools.parked.park("play", ("a",), "play-a-8", "job-timed-out", "too long", tools.tables.now())

    [parked] = tools.parked.list()

    assert (parked.id, parked.task, parked.ids, parked.job, parked.code, parked.attempts) == (
        "play-a", "play", ("a",), "play-a-8", "job-timed-out", 2,
    )  # fmt: skip


def test_the_newest_come_first_and_the_oldest_make_room(tools: WorkerParts) -> None:
    few = ParkedJobs(tools.client, most=3)
    for number in range(4):
        at = tools.tables.now() + timedelta(seconds=number)
        few.park("play", (f"t{number}",), "job", "job-failed", "x" * 10_000, at)

    assert [parked.id for parked in few.list()] == ["play-t3", "play-t2", "play-t1"]
    assert [parked.id for parked in few.list(1)] == ["play-t3"]
    assert few.count() == 3
    assert len(few.list(1)[0].error) == 500


@pytest.mark.parametrize(
    ("attempts", "seconds"),
    [(1, FIRST_RETRY_PAUSE), (2, 2 * FIRST_RETRY_PAUSE), (3, 4 * FIRST_RETRY_PAUSE), (8, LONGEST_RETRY_PAUSE), (50, LONGEST_RETRY_PAUSE)],
)
def test_a_table_rests_longer_after_each_failure(tools: WorkerParts, attempts: int, seconds: float) -> None:
    for _ in range(attempts):
        park(tools, "a")
    [parked] = tools.parked.list()
    now = tools.tables.now()

    assert parked.attempts == attempts
    assert tools.parked.resting(["a", "b"], now + timedelta(seconds=seconds - 1)) == {"a"}
    assert tools.parked.resting(["a", "b"], now + timedelta(seconds=seconds + 1)) == set()


def test_a_clock_that_is_set_back_lets_no_table_rest_for_ever(tools: WorkerParts) -> None:
    park(tools, "a", ago=-3600)

    assert tools.parked.resting(["a"], tools.tables.now()) == set()


def test_a_table_does_not_rest_for_what_no_table_waits_for(tools: WorkerParts) -> None:
    park(tools, "a", task="export")

    assert tools.parked.resting(["a"], tools.tables.now()) == set()
    assert tools.parked.resting([], tools.tables.now()) == set()


def test_what_somebody_else_wrote_there_hides_nothing(tools: WorkerParts) -> None:
    park(tools, "a")
    for number, garbage in enumerate([b"", b"1:", b"x:[]", b'1:["play",["b"],"job","code","error","no time"]', b"\xff"]):
        tools.client.hset("rs:{service}:parked", f"play-b{number}", garbage)
        tools.client.zadd("rs:{service}:parked-order", {f"play-b{number}": number})

    assert [parked.code for parked in tools.parked.list()] == ["job-failed", *["job-undecodable"] * 5]
    assert tools.parked.resting(["a", "b0", "b3"], tools.tables.now()) == {"a"}
    park(tools, "b0")
    assert tools.parked.list(1)[0].attempts == 1


@pytest.fixture
def rollstream(tools: WorkerParts, fresh_store_url: str) -> Rollstream:
    def rollstream(*arguments: str) -> Result:
        return CliRunner(env={"ROLLSTREAM_REDIS_URL": fresh_store_url}).invoke(main, ["parked", *arguments])

    return rollstream


def test_the_list_is_one_line_each(tools: WorkerParts, rollstream: Rollstream) -> None:
    assert rollstream("list").output == "Nothing is parked.\n"
    park(tools, "a", ago=60)
    park(tools, "bbb")
    park(tools, "bbb")

    older, newer = rollstream("list").output.splitlines()[::-1]

    assert newer.startswith("play-bbb  20")
    assert newer.endswith("2 ×  job-failed: BrokenLog: bbb ends early")
    assert older.startswith("play-a    20")
    assert "1 older ones are not shown" in rollstream("list", "--limit", "1").output


def test_what_is_tried_again_is_asked_for_with_the_id_it_had(tools: WorkerParts, rollstream: Rollstream) -> None:
    park(tools, "a")

    assert rollstream("retry", "play-a").output == "play-a is retried.\n"

    assert tools.parked.count() == 0
    state = tools.jobs.find("play-a-7")
    assert state is not None
    assert (state.task, state.ids, state.status) == ("play", ("a",), "queued")
    park(tools, "a")
    assert rollstream("retry", "play-a").output == "play-a is being retried already.\n"


def test_what_is_dropped_is_gone(tools: WorkerParts, rollstream: Rollstream) -> None:
    park(tools, "a")
    park(tools, "b")

    assert rollstream("drop", "play-a").output == "play-a is removed.\n"

    assert [parked.id for parked in tools.parked.list()] == ["play-b"]


@pytest.mark.parametrize("what", ["retry", "drop"])
def test_what_is_not_parked_is_told(rollstream: Rollstream, what: str) -> None:
    result = rollstream(what, "no-such")

    assert result.exit_code == 1
    assert result.output == "Error: nothing is parked as 'no-such'; `rollstream parked list` shows all\n"


def test_what_was_no_job_cannot_be_tried_again(tools: WorkerParts, rollstream: Rollstream) -> None:
    tools.parked.park("", (), "strange", "job-undecodable", "no task", tools.tables.now())

    result = rollstream("retry", "strange")

    assert result.exit_code == 1
    assert "no job that this service knows" in result.output
    assert tools.parked.count() == 1


def test_what_no_build_could_ask_for_is_told_and_stays(tools: WorkerParts, rollstream: Rollstream) -> None:
    tools.parked.park("due", ("p07-no such",), "due-p07-no such", "job-failed", "no table", tools.tables.now())

    result = rollstream("retry", "due-p07-no such")

    assert result.exit_code == 1
    assert result.output.startswith("Error: due-p07-no such cannot be retried")
    assert tools.parked.count() == 1
