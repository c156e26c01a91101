"""Without reactor, worker and dispatcher: people play on. Whatever needs workers says so, waits, and can be requested again."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from redis import Redis

from service.app import app_of
from service.http.problem_codes import CODES, JOB_ERRORS
from service.settings import Settings
from service.wiring import make_web_parts

TABLE = {"game": "dicy-cards", "seats": [{"kind": "human"}, {"kind": "human"}], "options": {"first_seat": "creator"}}


@pytest.fixture
def web(fresh_store_url: str, tmp_path: Path) -> FlaskClient:
    """The web application alone."""
    return app_of(make_web_parts(Settings(redis_url=fresh_store_url, exports_url=str(tmp_path)))).test_client()


@pytest.fixture
def store(fresh_store_url: str) -> Iterator[Redis]:
    with Redis.from_url(fresh_store_url) as store:
        yield store


def create_table(web: FlaskClient) -> tuple[str, Mapping[str, str]]:
    """A table, and the header that authorises its first seat."""
    answer = web.post("/v1/tables", json=TABLE).get_json()
    return f"/v1/tables/{answer['view']['table']}", {"Authorization": f"Bearer {answer['tokens']['0']}"}


def finish(web: FlaskClient) -> str:
    path, seat = create_table(web)
    assert web.delete(f"{path}/seats/0", headers=seat).status_code == 200
    return path


def gauges(web: FlaskClient) -> Mapping[str, float]:
    lines = web.get("/metrics").get_data(as_text=True).splitlines()
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line.startswith("rollstream_jobs_"))}


def test_the_service_is_ready_for_people_and_says_what_is_missing(web: FlaskClient) -> None:
    path, seat = create_table(web)

    answer = web.get("/readyz")

    assert answer.status_code == 200
    told = answer.get_json()
    assert told.pop("memory")["full"] is False
    assert told == {
        "status": "degraded",
        "oldest_turns_ms": {"urgent": 0, "background": 0},
        "parts": {
            "store": "ok",
            "queue": "ok",
            "projections": "down",
            "reactor": "down",
            "workers": "down",
            "dispatcher": "down",
            "files": "down",
        },
        "durability": {"policy": "everysec", "eviction": "never", "warnings": []},
    }
    [move, *_] = web.get(f"{path}/moves", headers=seat).get_json()["moves"]
    assert web.post(f"{path}/moves", headers=seat, json=move).status_code == 201


def test_what_is_asked_for_waits_and_is_counted(web: FlaskClient) -> None:
    path, seat = create_table(web)
    table = finish(web)

    turn = web.post(f"{path}/ai-turns", headers=seat, json={"mode": "play"})
    export = web.post(f"{table}/exports", json={"format": "txt"})

    for asked, headers in ((turn, seat), (export, {})):
        told: Any = web.get(asked.headers["Location"], headers=headers).get_json()
        assert asked.status_code == 202
        assert told == asked.get_json()
        assert (told["status"], told["progress"], told["error"]) == ("queued", 0, None)
    assert gauges(web) == {
        'rollstream_jobs_waiting{queue="turns"}': 1,
        'rollstream_jobs_waiting{queue="exports"}': 1,
        "rollstream_jobs_parked": 0,
    }


def test_how_long_turns_wait_is_shown_until_workers_are_behind(web: FlaskClient, store: Redis) -> None:
    path, seat = create_table(web)
    job = web.post(f"{path}/ai-turns", headers=seat, json={"mode": "play"}).get_json()["job"]
    store.hincrby(f"rq:job:{job}", "asked_at", -60_000)
    for queue in ("turns", "exports"):
        store.set(f"rs:{{service}}:alive:worker:{queue}", 1)

    answer = web.get("/readyz").get_json()
    lines = web.get("/metrics").get_data(as_text=True).splitlines()

    assert answer["parts"]["workers"] == "behind"
    assert answer["oldest_turns_ms"]["urgent"] >= 60_000
    assert answer["oldest_turns_ms"]["background"] == 0
    [urgent] = [line for line in lines if line.startswith('rollstream_turns_oldest_seconds{class="urgent"}')]
    assert float(urgent.rpartition(" ")[2]) >= 60


def test_whoever_asks_for_a_turn_pays_for_it(web: FlaskClient, store: Redis) -> None:
    path, seat = create_table(web)

    job = web.post(f"{path}/ai-turns", headers=seat, json={"mode": "advise"}).get_json()["job"]

    table = path.rpartition("/")[2]
    asker: Any = store.hget(f"rq:job:{job}", "creator")
    assert asker.startswith(b"address:")
    assert asker == store.get(f"rs:{{{table[:3]}}}:{table}:creator"), "the same client created the table"


def test_a_file_that_is_not_made_yet_is_not_ready(web: FlaskClient) -> None:
    location = web.post(f"{finish(web)}/exports", json={"format": "html"}).headers["Location"]

    answer = web.get(f"{location}/file")

    assert (answer.status_code, answer.get_json()["code"]) == (409, "export-not-ready")


def test_what_the_queue_has_lost_is_unknown_and_not_for_ever_waiting(web: FlaskClient, store: Redis) -> None:
    path, seat = create_table(web)
    table = finish(web)
    asks = [(f"{path}/ai-turns", {"mode": "advise"}, seat, "job-unknown"), (f"{table}/exports", {"format": "csv"}, {}, "export-unknown")]
    for where, body, headers, code in asks:
        location = web.post(where, headers=headers, json=body).headers["Location"]
        for key in store.scan_iter("rq:*"):
            store.delete(key)

        lost, again = web.get(location, headers=headers), web.post(where, headers=headers, json=body)

        assert (lost.status_code, lost.get_json()["code"]) == (404, code)
        assert (again.status_code, again.headers["Location"]) == (202, location)
        assert web.get(location, headers=headers).get_json()["status"] == "queued"


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ({"error": "job-timed-out"}, {"code": "job-timed-out", "detail": JOB_ERRORS["job-timed-out"]}),
        ({"error": "store-unavailable"}, {"code": "store-unavailable", "detail": CODES["store-unavailable"].meaning}),
        ({"error": "decision-closed", "detail": "Too late."}, {"code": "decision-closed", "detail": "Too late."}),
        ({"error": "of-a-newer-build"}, {"code": "job-failed", "detail": JOB_ERRORS["job-failed"]}),
    ],
    ids=str,
)
def test_what_has_failed_says_why_and_can_be_asked_for_again(
    web: FlaskClient, store: Redis, kept: dict[Any, Any], told: Mapping[str, str]
) -> None:
    path, seat = create_table(web)
    asked = web.post(f"{path}/ai-turns", headers=seat, json={"mode": "advise"})
    store.hset(f"rq:job:{asked.get_json()['job']}", mapping={"status": "failed", **kept})

    failed = web.get(asked.headers["Location"], headers=seat).get_json()
    again = web.post(f"{path}/ai-turns", headers=seat, json={"mode": "advise"})

    assert (failed["status"], failed["result"], failed["error"]) == ("failed", None, told)
    assert again.get_json() == asked.get_json()


@pytest.mark.parametrize(("queue", "what"), [("turns", "ai-turns"), ("exports", "exports")])
def test_where_something_else_lies_in_place_of_a_queue_nothing_is_asked_for(web: FlaskClient, store: Redis, queue: str, what: str) -> None:
    path, seat = create_table(web)
    where, body = (f"{path}/ai-turns", {"mode": "play"}) if what == "ai-turns" else (f"{finish(web)}/exports", {"format": "txt"})
    store.set(f"rq:queue:{queue}", "text")

    refused = web.post(where, headers=seat, json=body)

    assert (refused.status_code, refused.get_json()["code"]) == (503, "queue-unavailable")
    assert [*store.scan_iter("rq:*")] == [f"rq:queue:{queue}".encode()]
    assert store.get(f"rq:queue:{queue}") == b"text"
    store.delete(f"rq:queue:{queue}")
    assert web.post(where, headers=seat, json=body).get_json()["status"] == "queued"
    assert store.llen(f"rq:queue:{queue}") == 1


def test_nonsense_in_the_queue_is_no_job(web: FlaskClient, store: Redis) -> None:
    store.set("rq:job:planted", "text")
    store.hset("rq:job:pickled", mapping={"data": b"\x80\x04N.", "status": "finished"})

    assert [web.get(f"/v1/jobs/{job}").status_code for job in ("planted", "pickled")] == [404, 404]
