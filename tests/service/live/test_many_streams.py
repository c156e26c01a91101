"""Hundreds of streams: they do not slow down others, the service closes unread ones, and a stop does not wait for them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import psutil
import pytest
import requests
from redis import Redis

from service.processes import embedded_store
from tests.live import NDJSON, SSE, Api, CreatedTable, Service, running
from tests.service.playing import eventually, rolled, skip, to_move
from tests.service.running_processes import web_workers
from tests.service.wire import Stream


class Usage(NamedTuple):
    """The resources that a web process holds open."""

    files: int
    threads: int
    store_clients: int
    streams: float


def usage(service: Service, worker: psutil.Process) -> Usage:
    lines = requests.get(f"{service.url}/metrics", timeout=30).text.splitlines()
    with Redis.from_url(service.store_url) as store:
        clients = len(store.client_list())  # with those that the metrics need
    [streams] = [line.split()[-1] for line in lines if line.startswith("rollstream_open_streams ")]
    return Usage(worker.num_fds(), worker.num_threads(), clients, float(streams))


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of this module's own: in a shared one, streams that other tests have dropped would end while these are counted."""
    folder = tmp_path_factory.mktemp("many_streams")
    with embedded_store.running(folder / "store") as store_url, running(store_url, folder) as service:
        yield service


class Left(NamedTuple):
    """A table with one stream that is read and a hundred dropped ones, and the open resources before and with them."""

    created_table: CreatedTable
    kept: Stream
    before: Usage
    during: Usage


@pytest.fixture(scope="module", autouse=True)
def left(service: Service) -> Iterator[Left]:
    """Streams dropped before the other tests of this module, so that these run while the service notices it."""
    [worker] = web_workers(service)
    with Api(service.url) as api:
        created_table = api.create_table(2)
        with Stream(service.url, created_table.table, token=created_table.seated[0].token) as kept:
            before = usage(service, worker)
            dropped = [Stream(service.url, created_table.table, token=created_table.seated[1].token) for _ in range(100)]
            during = usage(service, worker)
            assert connected(api, created_table) == [True, True]
            for number, stream in enumerate(dropped):
                stream.reset() if number % 2 else stream.socket.close()
            yield Left(created_table, kept, before, during)


def test_with_three_hundred_streams_of_one_address_open_every_other_route_answers(api: Api, service: Service) -> None:
    eventually(lambda: usage(service, web_workers(service)[0]).streams < 50)  # those that were dropped count among the 400 of an address
    created_table = api.create_table(2, open_seats=1)
    streams = [Stream(service.url, created_table.table) for _ in range(300)]
    path, token = f"/v1/tables/{created_table.table}", created_table.seated[0].token

    joined = api.sit(created_table.table)
    view = api.view(created_table.table)
    for where in ("/v1/games", "/v1/games/dicy-cards", "/v1/tables", path, f"{path}/events", "/healthz", "/readyz", "/metrics", "/docs"):
        assert api.get(where, token=token if where.startswith(path) else None).status == 200
    assert api.get(f"{path}/moves", token=token).status == 200
    assert api.get(f"{path}/events", headers={"Accept": NDJSON}).status == 200
    roll = rolled(api, *to_move([*created_table.seated, joined], view))
    left = api.leave(joined)

    assert (roll.status, left.status) == (201, 200)
    for stream in streams:
        stream.read_version(left.json["view"]["version"])
        stream.reset()
    assert {tuple(stream.versions) for stream in streams} == {tuple(range(1, left.json["view"]["version"] + 1))}


def test_a_stop_ends_streams_cleanly_and_they_go_on_at_the_next_start(tmp_path: Path) -> None:
    secret = "the-same-secret-before-and-after-the-stop"
    with embedded_store.running(tmp_path / "store") as store_url:
        with running(store_url, tmp_path, ("web",), secret=secret) as first, Api(first.url) as api:
            created_table = api.create_table(2)
            view = skip(api, created_table.seated, created_table.view)
            streams = open_streams(first, created_table, [0] * 100, view["version"])
            chunked = requests.get(f"{first.url}/v1/tables/{created_table.table}/events", headers={"Accept": SSE}, stream=True, timeout=30)
        for stream in streams:  # the service has stopped by now, without errors: `running` checks the exit code
            stream.read_to_the_end()
            stream.socket.close()
        assert {stream.body.count(b"\n: resume with Last-Event-ID\n\n") for stream in streams} == {1}
        assert chunked.text.endswith(": resume with Last-Event-ID\n\n")

        with running(store_url, tmp_path, ("web",), secret=secret) as second, Api(second.url) as api:
            lasts = [stream.versions[-1 - number % 4] for number, stream in enumerate(streams)]
            newest = skip(api, created_table.seated, view)["version"]
            again = open_streams(second, created_table, lasts, newest)
            for stream in again:
                stream.socket.close()
        assert [stream.versions for stream in again] == [list(range(last + 1, newest + 1)) for last in lasts]


def open_streams(service: Service, created_table: CreatedTable, lasts: Sequence[int], version: int) -> list[Stream]:
    """Streams that resume after each of these versions, read up to a version."""
    streams = [Stream(service.url, created_table.table, last=last) for last in lasts]
    for stream in streams:
        stream.read_version(version)
    return streams


def test_streams_that_nobody_reads_any_more_are_let_go_within_two_heartbeats(api: Api, service: Service, left: Left) -> None:
    created_table, kept, before, during = left
    [worker] = web_workers(service)
    assert during.streams == before.streams + 100
    assert during.threads <= before.threads + 2
    assert during.store_clients <= before.store_clients + 2

    kept.read_until(b": keep-alive\n\n: keep-alive\n\n")

    eventually(lambda: is_back(usage(service, worker), before))
    assert connected(api, created_table) == [True, False]
    view = skip(api, created_table.seated, created_table.view)
    kept.read_version(view["version"])
    assert kept.versions == list(range(1, view["version"] + 1))


def connected(api: Api, created_table: CreatedTable) -> list[bool]:
    return [seat["connected"] for seat in api.view(created_table.table)["seats"]]


def is_back(now: Usage, before: Usage) -> bool:
    """Nothing remains open but a few pooled connections to the store."""
    return (
        now.streams <= before.streams
        and now.threads <= before.threads + 2
        and max(now.files - before.files, now.store_clients - before.store_clients) < 10
    )
