"""Silent connections do not block others: they are closed soon, and no address holds more than its share."""

import json
import re
import socket
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

import pytest
import requests

from service.processes import embedded_store
from tests.contract import checker
from tests.live import Api, Service, running
from tests.operation.processes import until
from tests.service.processes.test_web_server import exchanged, read, request
from tests.service.wire import Stream

PROXY, NEARBY = "127.0.0.2", "127.0.0.9"
FAR = 60
"""Seconds until a silent connection is closed, for tests in which that must not happen."""
SHARE = 5
"""Connections of one address of the service `narrow`."""


@pytest.fixture(scope="module")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with embedded_store.running(tmp_path_factory.mktemp("connections-store")) as url:
        yield url


@pytest.fixture(scope="module")
def narrow(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service where one address has few connections, behind a proxy at `PROXY`."""
    settings = {"limits": f"connections = {SHARE}\nfirst_byte = {FAR}", "trusted_proxies": "1", "proxy_networks": f"{PROXY}/32"}
    with running(store_url, tmp_path_factory.mktemp("narrow"), ("web",), **settings) as service:
        yield service


@pytest.fixture(scope="module")
def small(store_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with 501 places for connections, 50 of them for one address."""
    with running(store_url, tmp_path_factory.mktemp("small"), ("web",), f"streams = 1\nconnections = 50\nfirst_byte = {FAR}") as service:
        yield service


@contextmanager
def silent(service: Service, count: int, source: str = "127.0.0.1") -> Iterator[Sequence[socket.socket]]:
    """Connections from an address of this machine that send nothing."""
    host, _, port = service.url.removeprefix("http://").partition(":")
    with ExitStack() as ending:
        yield [ending.enter_context(socket.create_connection((host, int(port)), 30, (source, 0))) for _ in range(count)]


@contextmanager
def crowded(service: Service) -> Iterator[Sequence[socket.socket]]:
    """Six hundred silent connections, each address within its share."""
    with ExitStack() as ending:
        yield [one for number in range(11, 23) for one in ending.enter_context(silent(service, 50, f"127.0.0.{number}"))]


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


def test_a_connection_that_sends_nothing_is_let_go_and_an_idle_one_may_wait_longer(service: Service) -> None:
    before = counted(service, "silent")
    with silent(service, 2) as (idle, connection):
        idle.sendall(request())
        assert idle.recv(65536).startswith(b"HTTP/1.1 200")

        until(lambda: closed(connection), 15)

        assert not closed(idle)
        assert counted(service, "silent") > before


def test_silent_connections_of_an_address_make_room_for_its_own_and_for_those_of_others(narrow: Service) -> None:
    before = counted(narrow, "made-room")
    with silent(narrow, SHARE, NEARBY) as flood:
        with silent(narrow, 1, NEARBY) as (own,):
            own.sendall(request())

            assert own.recv(65536).startswith(b"HTTP/1.1 200")
            assert read(exchanged(narrow, request(b"Connection: close"))).status == 200

        assert sum(map(closed, flood)) == 1
        assert counted(narrow, "made-room") == before + 1


def test_connections_that_are_opened_faster_than_others_end_are_refused(narrow: Service) -> None:
    reasons = ("made-room", "too-many-connections")
    before = [counted(narrow, reason) for reason in reasons]
    with silent(narrow, 4 * SHARE, "127.0.0.10") as flood:
        until(lambda: sum(map(closed, flood)) == 3 * SHARE)

        assert [counted(narrow, reason) - start for reason, start in zip(reasons, before, strict=True)] == [SHARE, 2 * SHARE]


def test_an_address_whose_connections_are_all_in_use_is_told_so(narrow: Service) -> None:
    with Api(narrow.url) as api, ExitStack() as ending:
        table = api.create_table(2).table
        api.http.close()
        streams = [ending.enter_context(Stream(narrow.url, table)) for _ in range(SHARE)]
        assert [stream.status for stream in streams] == [200] * SHARE

        answer = read(exchanged(narrow, request()))

        checker.check("GET", "/no-operation", answer)
        assert json.loads(answer.body)["code"] == "too-many-connections"
        assert answer.headers["connection"] == "close"
        assert int(answer.headers["retry-after"]) > 0
        with silent(narrow, 1, NEARBY) as (elsewhere,):
            elsewhere.sendall(request())
            assert elsewhere.recv(65536).startswith(b"HTTP/1.1 200")
        streams.pop().reset()
        until(lambda: read(exchanged(narrow, request(b"Connection: close"))).status == 200, 40)  # after the next keep-alive


def test_connections_of_trusted_proxies_are_not_limited_by_address(narrow: Service) -> None:
    with silent(narrow, 2 * SHARE, PROXY) as through_the_proxy:
        with silent(narrow, 1, PROXY) as (another,):
            another.sendall(request())
            assert another.recv(65536).startswith(b"HTTP/1.1 200")

        assert not any(map(closed, through_the_proxy))


def test_when_silent_connections_have_every_place_a_new_one_is_answered(small: Service) -> None:
    before = counted(small, "made-room")
    with crowded(small) as flood:
        answer = read(exchanged(small, request(b"Connection: close")))

        assert answer.status == 200
        until(lambda: counted(small, "made-room") >= before + 100)
        assert 0 < sum(map(closed, flood)) < 200


def test_an_address_that_opens_many_does_not_keep_others_from_waiting_for_a_place(small: Service) -> None:
    with crowded(small), silent(small, 500, NEARBY):
        answer = read(exchanged(small, request(b"Connection: close")))

        assert answer.status == 200


WITHOUT_ITS_BODY = b"POST /v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n"


def test_when_requests_without_their_bodies_have_every_place_a_new_one_is_answered(small: Service) -> None:
    with crowded(small) as flood:
        for connection in flood:
            with suppress(OSError):  # the service has already closed it to make room
                connection.sendall(WITHOUT_ITS_BODY)

        answer = read(exchanged(small, request(b"Connection: close")))

        assert answer.status == 200


def test_a_connection_whose_body_does_not_come_ends_with_the_refusal(service: Service) -> None:
    with silent(service, 1) as (connection,):
        connection.sendall(WITHOUT_ITS_BODY)
        connection.settimeout(60)

        answer = b"".join(iter(lambda: connection.recv(65536), b""))  # until the connection ends

        assert b" 408 " in answer.partition(b"\r\n")[0]
        assert b"connection: close" in answer.lower()
