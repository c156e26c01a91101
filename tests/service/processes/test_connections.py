"""Silent connections do not block others: they are closed soon, and no address holds more than its share."""

import json
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
import requests

from service.processes import embedded_store
from tests.contract import checker
from tests.live import FEWEST, Api, Service, running
from tests.operation.processes import until
from tests.service.processes.test_web_server import exchanged, read, request
from tests.service.wire import Stream

FLOODER = "127.0.0.9"
FAR = 60
"""Seconds until a silent connection is closed, for tests in which that must not happen."""


@pytest.fixture(scope="module")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded_store.running(tmp_path_factory.mktemp("connections-store")) as url:
        yield url


@contextmanager
def serving(store_url: str, folder: Path, **limits: int) -> Iterator[Service]:
    lines = "\n".join(f"{name} = {value}" for name, value in limits.items())
    with running(store_url, folder, FEWEST, limits=lines) as service:
        yield service


@contextmanager
def silent(service: Service, count: int, source: str = "127.0.0.1") -> Iterator[Sequence[socket.socket]]:
    """Connections from an address of this machine that send nothing."""
    host, _, port = service.url.removeprefix("http://").partition(":")
    with ExitStack() as ending:
        yield [ending.enter_context(socket.create_connection((host, int(port)), 30, (source, 0))) for _ in range(count)]


def closed(connection: socket.socket) -> bool:
    connection.settimeout(0.01)
    try:
        while connection.recv(65536):
            pass
    except TimeoutError:
        return False
    except ConnectionResetError:
        pass
    return True


def counted(service: Service, reason: str) -> float:
    """The number of connections closed for this reason, from /metrics."""
    text = requests.get(f"{service.url}/metrics", timeout=30, headers={"Connection": "close"}).text
    found = re.search(rf'^rollstream_connections_closed_total{{reason="{reason}"}} (\S+)$', text, re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_a_connection_that_sends_nothing_is_let_go_and_an_idle_one_may_wait_longer(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path, first_byte=1) as service, silent(service, 1) as (idle,), silent(service, 1) as (connection,):
        idle.sendall(request())
        assert idle.recv(65536).startswith(b"HTTP/1.1 200")

        until(lambda: closed(connection), 10)

        assert not closed(idle)
        assert counted(service, "silent") == 1


def test_silent_connections_of_an_address_make_room_for_its_own_and_for_those_of_others(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path, connections=5, first_byte=FAR) as service, silent(service, 5, FLOODER) as flood:
        with silent(service, 1, FLOODER) as (own,):
            own.sendall(request())

            assert own.recv(65536).startswith(b"HTTP/1.1 200")
            assert read(exchanged(service, request(b"Connection: close"))).status == 200

        assert sum(map(closed, flood)) == 1
        assert counted(service, "made-room") == 1


def test_connections_that_are_opened_faster_than_others_end_are_refused(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path, connections=5, first_byte=FAR) as service, silent(service, 20, FLOODER) as flood:
        until(lambda: sum(map(closed, flood)) == 15)

        assert counted(service, "made-room") == 5
        assert counted(service, "too-many-connections") == 10


def test_an_address_whose_connections_are_all_in_use_is_told_so(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path, connections=3, first_byte=FAR) as service, Api(service.url) as api, ExitStack() as ending:
        table = api.create_table(2).table
        api.http.close()
        streams = [ending.enter_context(Stream(service.url, table)) for _ in range(3)]
        assert [stream.status for stream in streams] == [200] * 3

        answer = read(exchanged(service, request()))

        checker.check("GET", "/no-operation", answer)
        assert json.loads(answer.body)["code"] == "too-many-connections"
        assert answer.headers["connection"] == "close"
        assert int(answer.headers["retry-after"]) > 0
        with silent(service, 1, FLOODER) as (elsewhere,):
            elsewhere.sendall(request())
            assert elsewhere.recv(65536).startswith(b"HTTP/1.1 200")
        streams.pop().reset()
        until(lambda: read(exchanged(service, request(b"Connection: close"))).status == 200, 40)  # after the next keep-alive
        assert counted(service, "too-many-connections") >= 1


def test_when_silent_connections_have_every_place_a_new_one_is_answered(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path, streams=1, connections=100_000, first_byte=FAR) as service, silent(service, 600) as flood:
        answer = read(exchanged(service, request(b"Connection: close")))

        assert answer.status == 200
        until(lambda: counted(service, "made-room") >= 100)
        assert 0 < sum(map(closed, flood)) < 200


def test_an_address_that_opens_many_does_not_keep_others_from_waiting_for_a_place(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path, streams=1, connections=50, first_byte=FAR) as service, ExitStack() as ending:
        for number in range(11, 22):
            ending.enter_context(silent(service, 50, f"127.0.0.{number}"))
        ending.enter_context(silent(service, 500, FLOODER))

        answer = read(exchanged(service, request(b"Connection: close")))

        assert answer.status == 200


WITHOUT_ITS_BODY = b"POST /v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"


def test_when_requests_without_their_bodies_have_every_place_a_new_one_is_answered(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path, streams=1, connections=100_000) as service, silent(service, 600) as flood:
        for connection in flood:
            with suppress(OSError):  # the service has already closed it to make room
                connection.sendall(WITHOUT_ITS_BODY)

        answer = read(exchanged(service, request(b"Connection: close")))

        assert answer.status == 200


def test_a_connection_whose_body_does_not_come_ends_with_the_refusal(store_url: str, tmp_path: Path) -> None:
    with serving(store_url, tmp_path) as service, silent(service, 1) as (connection,):
        connection.sendall(WITHOUT_ITS_BODY)
        connection.settimeout(60)

        answer = b"".join(iter(lambda: connection.recv(65536), b""))  # until the connection ends

        assert b" 408 " in answer.partition(b"\r\n")[0]
        assert b"connection: close" in answer.lower()


def test_connections_of_trusted_proxies_are_not_limited_by_address(store_url: str, tmp_path: Path) -> None:
    limits = f"connections = 2\nfirst_byte = {FAR}"
    with running(store_url, tmp_path, FEWEST, limits=limits, trusted_proxies="1") as service, silent(service, 10) as through_the_proxy:
        assert read(exchanged(service, request(b"Connection: close"))).status == 200

        assert not any(map(closed, through_the_proxy))


def test_a_proxy_elsewhere_than_said_is_limited(store_url: str, tmp_path: Path) -> None:
    limits = f"connections = 2\nfirst_byte = {FAR}"
    settings = {"trusted_proxies": "1", "proxy_networks": "192.0.2.0/24"}
    with running(store_url, tmp_path, FEWEST, limits=limits, **settings) as service, silent(service, 10) as connections:
        until(lambda: sum(map(closed, connections)) == 8)
