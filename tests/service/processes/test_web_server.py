"""Checks before the application: invalid requests, and clients that do not send or read properly."""

import json
import re
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from service.http import body
from service.http.problem_codes import CODES
from service.processes import web_worker
from tests.contract import checker
from tests.live import Service
from tests.operation.processes import ROOT, Started, free_port, started, until

SECRET = "seat.0.2.verysecretindeed"


@contextmanager
def connected(port: int) -> Iterator[socket.socket]:
    """A client with a tiny receive buffer."""
    with socket.socket() as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.settimeout(30)
        client.connect(("127.0.0.1", port))
        yield client


def setting(name: str) -> int:
    """A number from the web server's settings. Importing them would patch this process for gevent."""
    (value,) = re.findall(rf"^{name} = ([0-9]+)$", (ROOT / "service" / "processes" / "web_server.py").read_text(), re.MULTILINE)
    return int(value)


def port_of(service: Service) -> int:
    return int(service.url.rsplit(":", 1)[1])


def exchanged(service: Service, sent: bytes) -> bytes:
    """All bytes of the response until the server closes the connection."""
    with connected(port_of(service)) as client:
        client.sendall(sent)
        return b"".join(iter(lambda: client.recv(65536), b""))


def read(answer: bytes) -> checker.Answer:
    head, _, content = answer.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    return checker.Answer(int(first.split()[1]), headers, content)


def request(*headers: bytes, line: bytes = b"GET /healthz HTTP/1.1") -> bytes:
    return b"\r\n".join([line, b"Host: x", *headers, b"", b""])


UNREADABLE = {
    "a header without a colon": request(f"Authorization Bearer {SECRET}".encode()),
    "a header's name with a blank": request(f"Authoriz ation: Bearer {SECRET}".encode()),
    "no request": f"Bearer {SECRET}\r\n\r\n".encode(),
    "another version": request(line=f"GET /{SECRET} HTTP/9.9".encode()),
    "no method": request(line=f"<{SECRET}> / HTTP/1.1".encode()),
    "an expectation": request(f"Expect: {SECRET}".encode()),
    "a coding": request(f"Transfer-Encoding: {SECRET}".encode()),
    "two lengths": request(b"Content-Length: 1", b"Content-Length: 2", f"X: {SECRET}".encode()),
    "a folded header": request(b"X: y", f" {SECRET}".encode()),
}
TOO_LARGE = {
    "a long address": ("uri-too-long", request(line=b"GET /" + SECRET.encode() + b"x" * 5000 + b" HTTP/1.1")),
    "a long header": ("headers-too-large", request(b"Authorization: Bearer " + SECRET.encode() * 200)),
    "many headers": ("headers-too-large", request(*[f"X-{number}: {SECRET}".encode() for number in range(60)])),
    "headers without an end": ("headers-too-large", request(*[f"X: {SECRET}".encode() + b"x" * 4000] * 90)),
}
REFUSED = {**{name: ("request-unreadable", sent) for name, sent in UNREADABLE.items()}, **TOO_LARGE}


@pytest.mark.parametrize(("code", "sent"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_no_request_is_refused_with_a_problem_that_repeats_nothing_of_it(service: Service, code: str, sent: bytes) -> None:
    answer = read(exchanged(service, sent))

    checker.check("GET", "/no-operation", answer)
    problem = json.loads(answer.body)
    assert (problem["code"], problem["status"], problem["title"]) == (code, answer.status, CODES[code].title)
    assert problem["instance"] == f"urn:uuid:{answer.headers['x-request-id']}"
    assert answer.headers["connection"] == "close"
    assert SECRET[-8:] not in answer.body.decode()
    until(lambda: answer.headers["x-request-id"] in service.log())
    assert SECRET[-8:] not in service.log()


def test_a_refused_request_is_logged_with_the_class_of_what_is_wrong(service: Service) -> None:
    answer = read(exchanged(service, UNREADABLE["a header without a colon"]))

    until(lambda: answer.headers["x-request-id"] in service.log())
    (line,) = [line for line in service.log().splitlines() if answer.headers["x-request-id"] in line]
    said = json.loads(line)
    assert (said["level"], said["status"], said["code"], said["error"]) == ("info", 400, "request-unreadable", "InvalidHeader")


def test_as_much_as_is_allowed_is_taken(service: Service) -> None:
    headers = [f"X-{number}: y".encode() for number in range(setting("limit_request_fields") - 3)]
    long = b"X: " + b"y" * (setting("limit_request_field_size") - 10)

    assert read(exchanged(service, request(b"Connection: close", long, *headers))).status == 200


def test_the_meaning_of_the_codes_names_the_limits_that_there_are() -> None:
    numbers = [int(found) for code in ("uri-too-long", "headers-too-large") for found in re.findall("[0-9]+", CODES[code].meaning)]

    limits = [
        setting("limit_request_line") // 1024,
        setting("limit_request_fields"),
        setting("limit_request_field_size") // 1024,
        web_worker.LONGEST_HEADERS // 1024,
    ]
    assert numbers == limits


def test_headers_as_large_as_they_may_be_cost_no_seconds(service: Service) -> None:
    for name in (b"Accept", b"Accept-Language", b"If-None-Match", b"X-Forwarded-For"):
        for count, status in ((4, 200), (55, 431)):
            header = name + b": " + b"a/b;q=0.1," * 400
            seconds: list[float] = []
            while not seconds or (min(seconds) >= 1.0 and len(seconds) < 5):  # a busy machine may hold up some of them
                before = time.monotonic()
                answer = exchanged(service, request(b"Connection: close", *[header] * count, line=b"GET /v1/games HTTP/1.1"))
                seconds.append(time.monotonic() - before)
                assert read(answer).status == status, name
            assert min(seconds) < 1.0, name


def test_half_a_request_does_not_hold_its_place(service: Service) -> None:
    headers = (b"Content-Type: application/json", b"Content-Length: 10", b"Connection: close")
    half_a_body = request(*headers, line=b"POST /v1/tables HTTP/1.1") + b"{"
    with connected(port_of(service)) as without_body, connected(port_of(service)) as trickling:
        before = time.monotonic()
        without_body.sendall(half_a_body)
        trickling.sendall(request()[:-2])

        answer = trickled_until(without_body, trickling)
        assert body.BODY_TIMEOUT - 1 < time.monotonic() - before < body.BODY_TIMEOUT + 3
        assert trickled_until(trickling, trickling) == b""
        assert time.monotonic() - before < setting("keepalive") + 3
        without_body.settimeout(30)
        answer += b"".join(iter(lambda: without_body.recv(65536), b""))

    checker.check("POST", "/v1/tables", read(answer))
    assert json.loads(read(answer).body)["code"] == "request-timeout"


def trickled_until(client: socket.socket, trickling: socket.socket) -> bytes:
    """The bytes that a client gets while another client sends one header after the other, without end."""
    client.settimeout(0.5)
    while (came := received(client)) is None:
        with suppress(OSError):
            trickling.sendall(b"X: y\r\n")
    return came


def received(client: socket.socket) -> bytes | None:
    """The received bytes: empty if the connection is closed, None if nothing arrives in time."""
    try:
        return client.recv(65536)
    except TimeoutError:
        return None
    except ConnectionResetError:
        return b""


class SlowWeb(NamedTuple):
    """A web server whose responses never end, its port, and the file with the paths whose responses are over."""

    web: Started
    port: int
    ended: Path


@pytest.fixture(scope="module")
def slow_web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlowWeb]:
    port, folder = free_port(), tmp_path_factory.mktemp("slow-web")
    command = ["gunicorn", "--worker-class", "service.processes.web_worker.Worker", "--bind", f"127.0.0.1:{port}"]
    ended = folder / "ended"
    ended.touch()
    with started([sys.executable, "-m", *command, "tests.operation.slow_web:application"], folder / "said", {"ENDED": str(ended)}) as web:
        web.wait_for("Booting worker", 60)
        until(lambda: reachable(port), 60)
        yield SlowWeb(web, port, ended)


def reachable(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except ConnectionRefusedError:
        return False
    return True


@pytest.mark.parametrize("path", ["/flood", "/trickle"])
def test_an_answer_that_nobody_takes_ends(slow_web: SlowWeb, path: str) -> None:
    with connected(slow_web.port) as client:
        client.sendall(request(line=f"GET {path} HTTP/1.1".encode()))
        assert client.recv(10)

        until(lambda: path in slow_web.ended.read_text().splitlines(), 15, slow_web.web.said)

        assert "Traceback" not in slow_web.web.said()


def test_an_answer_that_is_taken_slowly_goes_on(slow_web: SlowWeb) -> None:
    with connected(slow_web.port) as client:
        client.sendall(request(line=b"GET /slowly HTTP/1.1"))
        before = time.monotonic()
        while time.monotonic() - before < 4:
            assert client.recv(65536)

        assert "/slowly" not in slow_web.ended.read_text()
