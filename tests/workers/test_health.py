"""The health report: which processes are alive, how much waits and how much failed."""

import pytest

from events.limits import Limits
from tests.operation.processes import until
from tests.workers.conftest import Working
from workers.calls.schedule import Call, Schedule
from workers.health import WorkersHealth, dispatcher_lives, health, limits_in_force, reactor_lives
from workers.jobs.parts import WorkerParts

NOBODY = {"urgent": 0.0, "background": 0.0}


def health_of(tools: WorkerParts) -> WorkersHealth:
    return health(tools.client, tools.jobs, tools.parked)


def test_without_anybody_all_is_down(tools: WorkerParts) -> None:
    told = health_of(tools)

    assert (told.reactor, told.dispatcher, told.files, told.calls, told.damaged) == ("down", "down", "down", 0, 0)
    assert told.jobs == ("ok", "down", {"turns": 0, "exports": 0}, NOBODY, 0)


def test_who_is_alive_is_told_with_what_waits_and_what_failed(tools: WorkerParts) -> None:
    reactor_lives(tools.client, tools.limits)
    dispatcher_lives(tools.client, tools.tables.now())
    Schedule(tools.client).request(Call("lane", ("whk_1", "p07-a")), tools.tables.now())
    tools.jobs.enqueue("note", "a", job_id="note-a")
    tools.parked.park("play", ("a",), "play-a", "job-failed", "", tools.tables.now())

    tools.client.hset("rs:{p07}:damaged", "p07-a", "{}")

    told = health_of(tools)
    assert (told.reactor, told.dispatcher, told.calls, told.damaged) == ("ok", "ok", 1, 1)
    assert told.jobs._replace(oldest={}) == ("ok", "down", {"turns": 1, "exports": 0}, {}, 1)
    for program in ("reactor", "dispatcher"):
        assert 0 < tools.client.pttl(f"rs:{{service}}:alive:{program}") <= 10_000


def test_the_limits_in_force_are_those_of_a_living_reactor(tools: WorkerParts) -> None:
    assert limits_in_force(tools.client) is None

    reactor_lives(tools.client, Limits(finished_kept=7, requests="60/minute"))
    assert limits_in_force(tools.client) == Limits(finished_kept=7, requests="60/minute")

    tools.client.set("rs:{service}:alive:reactor", '{"finished_kept": 3, "limit_of_a_newer_version": 1}')
    assert limits_in_force(tools.client) == Limits(finished_kept=3)

    for unreadable in ("1", '{"finished_kept": -1}'):
        tools.client.set("rs:{service}:alive:reactor", unreadable)
        assert limits_in_force(tools.client) is None


def test_workers_are_well_when_every_queue_has_one(tools: WorkerParts, working: Working) -> None:
    with working("turns"):
        until(lambda: tools.client.exists("rs:{service}:alive:worker:turns") == 1)
        assert health_of(tools).jobs.workers == "down"

        with working("exports"):
            until(lambda: health_of(tools).jobs.workers == "ok")

    assert tools.client.pttl("rs:{service}:alive:worker:turns") <= 10_000


@pytest.mark.parametrize("key", ["rq:queue:turns", "rs:{service}:parked-order", "rs:{service}:calls"])
def test_where_something_else_lies_in_place_of_a_queue_all_is_down(tools: WorkerParts, key: str) -> None:
    reactor_lives(tools.client, tools.limits)
    tools.client.set(key, "x")

    assert health_of(tools) == WorkersHealth()
