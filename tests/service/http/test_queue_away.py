"""The queue has a server of its own, which is down or has lost everything: games go on, and what waits for jobs says so and comes back."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from redis import Redis

from service.processes import embedded_store
from tests.live import Api, CreatedTable, Reply, Seated, running
from tests.service.own_store import OwnStore
from tests.service.playing import eventually, skip
from tests.service.routes.exporting import ask, exported, finished

PROGRAMS = ("reactor", "worker", "dispatcher", "web")


class Apart(NamedTuple):
    """A client of a service whose queue is not its store."""

    api: Api
    queue: OwnStore


@pytest.fixture(scope="module")
def apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Apart]:
    folder = tmp_path_factory.mktemp("apart")
    queue = OwnStore(folder / "queue")
    queue.start()
    try:
        with (
            embedded_store.running(folder / "store") as store_url,
            running(store_url, folder, PROGRAMS, queue_url=queue.url) as service,
            Api(service.url) as api,
        ):
            yield Apart(api, queue)
    finally:
        queue.stop()


@pytest.fixture
def waiting(apart: Apart) -> CreatedTable:
    """A table at which a person moves, and then a built-in player."""
    eventually(lambda: parts(apart.api)["queue"] == parts(apart.api)["workers"] == "ok")
    return apart.api.create_table(1, ai=["greedy"], options={"first_seat": "creator"})


def parts(api: Api) -> dict[str, str]:
    answer: dict[str, str] = api.get("/readyz").json["parts"]
    return answer


def is_my_turn(api: Api, table: str) -> bool:
    return [owed["seat"] for owed in api.view(table)["owed"]] == [0]


def told(*replies: Reply) -> set[tuple[int, str | None, str]]:
    return {(reply.status, reply.code, reply.json["retry"]) for reply in replies}


def test_moves_go_on_without_the_queue_and_what_needs_it_says_so(apart: Apart, waiting: CreatedTable) -> None:
    api, table = apart.api, finished(apart.api)
    file = exported(api, table, "txt")
    [ada] = waiting.seated
    job = api.ask_player(ada, "advise").headers["location"]
    with apart.queue.stopped():
        asked = api.ask_player(ada, "advise", decision=waiting.view["owed"][0]["decision"])
        known = api.get(job, token=ada.token)
        skip(api, waiting.seated, waiting.view)
        refused = [asked, known, ask(api, table, "json"), api.get(f"/v1/exports/{table}-json"), api.get(f"/v1/exports/{table}-json/file")]

        assert told(*refused) == {(503, "queue-unavailable", "safe")}
        assert all(int(reply.headers["retry-after"]) > 0 for reply in refused)
        assert ask(api, table, "txt").json == file
        assert api.get(file["file"]["url"]).status == 200
        assert_degraded(api)
        assert not is_my_turn(api, waiting.table)

    eventually(lambda: is_my_turn(api, waiting.table))
    assert exported(api, table, "json")["status"] == "finished"


def test_advice_that_names_no_decision_is_not_said_to_be_safe_to_repeat(apart: Apart, waiting: CreatedTable) -> None:
    with apart.queue.stopped():
        assert told(apart.api.ask_player(waiting.seated[0], "play")) == {(503, "queue-unavailable", "unsafe")}


def test_a_queue_that_hangs_hangs_no_move_and_is_named(apart: Apart, waiting: CreatedTable) -> None:
    with apart.queue.frozen():
        skip(apart.api, waiting.seated, waiting.view)

        assert told(apart.api.ask_player(waiting.seated[0], "play", decision=1)) == {(503, "queue-unavailable", "safe")}
        assert_degraded(apart.api)
    eventually(lambda: is_my_turn(apart.api, waiting.table))


def assert_degraded(api: Api) -> None:
    """The service can be played on, and names what is away."""
    ready = api.get("/readyz")
    assert (ready.status, ready.json["status"]) == (200, "degraded")
    assert {name for name, state in ready.json["parts"].items() if state == "down"} == {"queue", "workers", "projections"}
    metrics = api.get("/metrics").text
    assert "rollstream_queue_up 0.0" in metrics
    assert "rollstream_calls_due" in metrics
    assert "rollstream_jobs_waiting" not in metrics


def test_a_turn_comes_back_from_its_due_time_after_the_queue_has_lost_it(apart: Apart, waiting: CreatedTable) -> None:
    with apart.queue.stopped():
        skip(apart.api, waiting.seated, waiting.view)
    with Redis.from_url(apart.queue.url) as queue:
        queue.flushall()

    eventually(lambda: is_my_turn(apart.api, waiting.table))


def test_a_job_that_the_queue_has_lost_is_unknown_and_can_be_asked_for_again(apart: Apart, waiting: CreatedTable) -> None:
    api, [ada] = apart.api, waiting.seated
    reply = api.ask_player(ada, "advise")
    before = api.ended(reply.headers["location"], token=ada.token)
    with Redis.from_url(apart.queue.url) as queue:
        queue.flushall()

    lost = api.get(reply.headers["location"], token=ada.token)

    assert (lost.status, lost.code) == (404, "job-unknown")
    assert again(api, ada) == before


def again(api: Api, who: Seated) -> object:
    return api.ended(api.ask_player(who, "advise").headers["location"], token=who.token)
