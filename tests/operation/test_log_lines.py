"""Whatever arrives, the web server's log has one JSON object per line, and client behaviour causes no stack traces."""

import json
import os
import socket
import struct
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.operation.processes import Started, free_port, started, until
from tests.service.processes.test_web_server import connected, reachable, request

HELLO = bytes.fromhex("1603010200010001fc0303") + bytes(range(200))
"""The start of a TLS client's first message."""


class Web(NamedTuple):
    """The real web server with an application whose responses do not end properly."""

    run: Started
    port: int
    ended: Path

    def lines(self) -> list[Mapping[str, Any]]:
        return [json.loads(line) for line in self.run.said().splitlines()]

    def ask(self, path: str) -> socket.socket:
        """A client that has read the first bytes of the response, and reads no more."""
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", self.port))
        client.sendall(request(line=f"GET {path} HTTP/1.1".encode()))
        assert client.recv(10)
        return client


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    folder, port = tmp_path_factory.mktemp("log"), free_port()
    ended = folder / "ended"
    ended.touch()
    command = ["-m", "gunicorn", "--config", "python:service.processes.web_server", "--bind", f"127.0.0.1:{port}"]
    variables = {"ENDED": str(ended), "ROLLSTREAM_REDIS_URL": "unix:///nowhere", "ROLLSTREAM_WEB_PROCESSES": "1"}
    with started([sys.executable, *command, "tests.operation.slow_web:application"], folder / "said", variables) as run:
        until(lambda: reachable(port), 60, run.said)
        yield Web(run, port, ended)


@pytest.mark.parametrize("path", ["/flood", "/trickle"])
def test_a_reader_that_stalls_and_is_cut_leaves_one_line(web: Web, path: str) -> None:
    before = len(web.lines())
    with web.ask(path):
        until(lambda: web.ended.read_text().endswith(f"{path}\n"), 20)
        until(lambda: len(web.lines()) > before)

    (line,) = web.lines()[before:]
    assert (line["level"], line["message"]) == ("info", "answer not taken")


def test_a_client_whose_network_is_gone_leaves_one_line(web: Web) -> None:
    before = len(web.lines())

    with web.ask("/unreachable"):
        until(lambda: len(web.lines()) > before)

    (line,) = web.lines()[before:]
    assert (line["level"], line["message"]) == ("info", "connection lost: No route to host")


def test_a_fault_of_our_own_is_one_line_with_its_trace(web: Web) -> None:
    before = len(web.lines())

    with web.ask("/broken"):
        until(lambda: len(web.lines()) > before)

    (line,) = web.lines()[before:]
    assert line["level"] == "error"
    assert "RuntimeError: planted" in line["exception"]


SENT = {
    "nothing": b"",
    "half a line": b"GET / HT",
    "half a head": request()[:-2],
    "half a body": request(b"Content-Length: 50", line=b"POST / HTTP/1.1") + b"abc",
    "half a chunk": request(b"Transfer-Encoding: chunked", line=b"POST / HTTP/1.1") + b"ff\r\nabc",
    "TLS": HELLO,
    "a line of TLS": HELLO + b"\r\n\r\n",
    "HTTP/2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "an upgrade": request(b"Connection: Upgrade, HTTP2-Settings", b"Upgrade: h2c", b"HTTP2-Settings: AAMAAABkAAQAAP__"),
    "a proxy's head": b"PROXY TCP4 192.0.2.1 192.0.2.2 1 2\r\n" + request(),
    "a proxy's head in bytes": b"\r\n\r\n\x00\r\nQUIT\n\x21\x11\x00\x0c" + bytes(12) + request(),
    "zeros": bytes(5000),
    "no text": b"GET /\xff\xfe HTTP/1.1\r\nHost: \xff\r\nX: \xc3\x28\r\n\r\n",
    "a length that is none": request(b"Content-Length: 99999999999999999999999"),
}


@pytest.mark.parametrize("ending", ["close", "reset"])
@pytest.mark.parametrize("sent", SENT.values(), ids=SENT.keys())
def test_whatever_a_client_sends_before_it_goes_no_line_is_more_than_a_line(web: Web, sent: bytes, ending: str) -> None:
    with connected(web.port) as client:
        client.sendall(sent)
        if ending == "reset":
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        else:
            client.shutdown(socket.SHUT_WR)
            with suppress(OSError):
                client.recv(10)

    still_serving(web)
    expected = {"debug", "info"}
    others = [line for line in web.lines() if line["level"] not in expected and "planted" not in line.get("exception", "")]
    assert [line for line in others if "SIGKILL" not in line["message"]] == []


def still_serving(web: Web) -> None:
    with web.ask("/trickle") as client:
        assert client.recv(1)


def test_a_worker_that_is_killed_is_told_of_in_one_line(web: Web) -> None:
    still_serving(web)
    _, worker = web.run.family()
    before = len(web.lines())
    os.kill(worker.pid, 9)
    until(lambda: any("SIGKILL" in line["message"] for line in web.lines()[before:]), 30, web.run.said)
    still_serving(web)

    assert sum("SIGKILL" in line["message"] for line in web.lines()[before:]) == 1
    assert all(line["level"] and line["message"] for line in web.lines())
