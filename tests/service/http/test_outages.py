"""The store is down, hangs or refuses writes: the service reports this soon and correctly, and recovers automatically."""

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

import pytest

from tests.live import Api, CreatedTable, Reply, Service, running
from tests.service.own_store import OwnStore
from tests.service.playing import eventually, rolled, skip, to_move
from tests.service.wire import Stream


class Alone(NamedTuple):
    """A service and a store that only these tests use."""

    service: Service
    store: OwnStore


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Alone]:
    folder = tmp_path_factory.mktemp("alone")
    store = OwnStore(folder / "store")
    store.start()
    try:
        with running(store.url, folder) as service:
            yield Alone(service, store)
    finally:
        store.stop()


@pytest.fixture
def lone(alone: Alone) -> Iterator[Api]:
    """A client of the service. Everything works before and after the test."""
    with Api(alone.service.url) as api:
        eventually(lambda: api.get("/readyz").json["status"] == "ready")
        yield api
        eventually(lambda: api.get("/readyz").json["status"] == "ready")


OUTAGES: dict[str, Callable[[OwnStore], AbstractContextManager[None]]] = {
    "stopped": OwnStore.stopped,
    "frozen": OwnStore.frozen,
    "refusing": OwnStore.refusing,
}


@pytest.mark.parametrize("outage", OUTAGES)
def test_the_service_lives_is_not_ready_and_refuses_moves_until_the_store_is_back(lone: Api, alone: Alone, outage: str) -> None:
    created_table = lone.create_table(2)
    who, decision = to_move(created_table.seated, created_table.view)
    with OUTAGES[outage](alone.store):
        assert lone.get("/healthz").json == {"status": "ok"}
        assert_not_ready_soon(lone)
        assert_own_metrics_are_told_soon(lone)
        assert lone.get("/v1/games").status == 200
        begun = time.monotonic()
        assert_unavailable(rolled(lone, who, decision))
        assert time.monotonic() - begun < 15
        if outage == "stopped":
            assert_nothing_can_be_read(lone, created_table)
        if outage == "refusing":
            assert_unavailable(lone.post("/v1/tables", json={"game": "dicy-cards", "seats": [{"kind": "human"}] * 2}))
            assert lone.view(created_table.table) == created_table.view

    eventually(lambda: lone.get("/readyz").status == 200)
    again = rolled(lone, who, decision)

    assert again.status in {200, 201}
    assert lone.events(created_table.table, after=created_table.view["version"]) == again.json["events"]
    assert len(again.json["events"]) == 1


def assert_not_ready_soon(api: Api) -> None:
    """The response is 503 and names the failed part."""
    for reply in told_soon(api, "/readyz"):
        assert (reply.status, reply.json["status"], reply.json["parts"]["store"]) == (503, "degraded", "down")


def assert_own_metrics_are_told_soon(api: Api) -> None:
    """The metrics that the web processes count themselves."""
    for reply in told_soon(api, "/metrics"):
        assert reply.status == 200
        assert "rollstream_requests_total{" in reply.text


def told_soon(api: Api, path: str) -> list[Reply]:
    """The responses to two requests. At least one takes less than two seconds, however busy the machine is."""
    seconds, replies = [], []
    for _ in range(2):
        begun = time.monotonic()
        replies.append(api.get(path))
        seconds.append(time.monotonic() - begun)
    assert min(seconds) < 2
    return replies


def assert_unavailable(reply: Reply) -> None:
    assert (reply.status, reply.code) == (503, "store-unavailable")
    assert int(reply.headers["retry-after"]) > 0
    assert not any(word in reply.text for word in ("redis", "Redis", "socket", "NOREPLICAS", "Connection refused"))


def assert_nothing_can_be_read(api: Api, created_table: CreatedTable) -> None:
    path, token = f"/v1/tables/{created_table.table}", created_table.seated[0].token
    for where in (path, f"{path}?at=1", f"{path}/moves", f"{path}/events", "/v1/tables"):
        assert_unavailable(api.get(where, token=token if where.startswith(path) else None))
    for accept in ("application/x-ndjson", "text/event-stream"):
        assert_unavailable(api.get(f"{path}/events", headers={"Accept": accept}))
    assert_unavailable(api.get("/v1/games", headers={"X-API-Key": "rsk_aaaaaaaaaaaa_" + "a" * 43}))
    assert_unavailable(api.start(created_table.seated[0]))
    assert_unavailable(api.leave(created_table.seated[0]))
    assert_unavailable(api.post(f"{path}/seats"))


def test_an_open_stream_outlives_the_store_and_a_calm_log_tells_of_it(lone: Api, alone: Alone) -> None:
    created_table = lone.create_table(2)
    before = len(alone.service.log().splitlines())
    with Stream(alone.service.url, created_table.table) as stream:
        stream.read_version(created_table.view["version"])
        with alone.store.stopped():
            assert_unavailable(rolled(lone, *to_move(created_table.seated, created_table.view)))
            time.sleep(2)
        eventually(lambda: lone.get("/readyz").status == 200)
        view = skip(lone, created_table.seated, created_table.view)

        stream.read_version(view["version"])

        assert stream.versions == list(range(1, view["version"] + 1))
    said = [line for line in alone.service.log().splitlines()[before:] if '"message":"request"' not in line]
    assert 0 < len(said) < 20
    assert not any('"level":"error"' in line or "Traceback" in line for line in said)
