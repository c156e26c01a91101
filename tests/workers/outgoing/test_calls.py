import socket
import threading
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from ipaddress import ip_network
from typing import Any

import pytest

from tests.workers.outgoing import hostile
from tests.workers.outgoing.servers import RawServer, answering, sending
from workers.outgoing.client import Answered, NotAnswered, Outgoing
from workers.outgoing.networks import Network

HERE = ip_network("127.0.0.0/8")
LONG = 60.0


def told(*addresses: str, lookups: list[str] | None = None) -> Any:
    """A resolver that returns these addresses for every name."""

    def resolve(host: str, port: int, family: int, kind: int) -> Sequence[tuple[Any, ...]]:
        if lookups is not None:
            lookups.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in addresses]

    return resolve


def test_a_call_says_what_it_is_and_nothing_more() -> None:
    with RawServer(answering("200 OK")) as server:
        outgoing = Outgoing([HERE], told("127.0.0.1"))

        outgoing.post(f"http://bots.example:{server.port}/turn?key=1", b'{"type": "x"}', {"webhook-id": "msg_1"}, LONG)

    head, _, body = server.requests[0].partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    assert first == "POST /turn?key=1 HTTP/1.1"
    assert dict(line.split(": ", 1) for line in lines) == {
        "Host": f"bots.example:{server.port}",
        "User-Agent": f"rollstream/{version('rollstream')}",
        "Content-Type": "application/json",
        "Accept": "application/json",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "webhook-id": "msg_1",
        "Content-Length": "13",
    }
    assert body == b'{"type": "x"}'


@pytest.mark.parametrize(
    ("server", "status", "headers", "body"),
    [
        (answering("200 OK"), 200, {"content-length": "12"}, b'{"ok": true}'),
        (answering("429 Slow", "Retry-After: 5\r\nX-a: 1\r\nx-A: \xe9\r\n"), 429, {"retry-after": "5", "x-a": "1, é"}, b'{"ok": true}'),
        (answering("204 No Content", body=b""), 204, {}, b""),
        (answering("200 OK", "Content-Encoding: identity\r\n"), 200, {}, b'{"ok": true}'),
        (answering("200 OK", body=b"a" * 65_536), 200, {}, b"a" * 65_536),
        (sending(b"HTTP/1.0 200 OK\r\n\r\n{}"), 200, {}, b"{}"),
        (sending(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}more"), 200, {}, b"{}"),
        (sending(b"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 202 OK\r\nContent-Length: 0\r\n\r\n"), 202, {}, b""),
        (sending(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1;a=b\r\n}\r\n0\r\n\r\n"), 200, {}, b"{}"),
    ],
)
def test_whole_answers_are_taken_at_once_whatever_their_status(server: Any, status: int, headers: Mapping[str, str], body: bytes) -> None:
    with RawServer(server) as running:
        answer = Outgoing([HERE]).post(running.url, b"{}", {}, LONG)

    assert (answer.status, answer.body) == (status, body)
    assert headers.items() <= answer.headers.items()
    assert 0 < answer.ms < LONG * 1000


def test_a_body_of_one_byte_too_many_is_not_taken() -> None:
    with RawServer(answering("200 OK", body=b"a" * 65_537)) as server, pytest.raises(NotAnswered) as failed:
        Outgoing([HERE]).post(server.url, b"{}", {}, LONG)

    assert (failed.value.reason, failed.value.detail) == ("unreadable", "The answer is too large.")


def test_a_request_of_a_megabyte_arrives_whole() -> None:
    with RawServer(answering("200 OK")) as server:
        Outgoing([HERE]).post(server.url, b"a" * (1 << 20), {}, LONG)

    assert server.requests[0].endswith(b"\r\n\r\n" + b"a" * (1 << 20))


def test_an_answer_that_comes_before_the_request_is_read_counts() -> None:
    def too_large(line: socket.socket) -> None:
        line.sendall(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n")
        line.shutdown(socket.SHUT_WR)

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            line, _ = listener.accept()
            with line:
                line.recv(10)
                too_large(line)
                while line.recv(1 << 16):
                    pass

        thread = threading.Thread(target=serve)
        thread.start()
        answer = Outgoing([HERE]).post(f"http://127.0.0.1:{listener.getsockname()[1]}/", b"a" * (8 << 20), {}, LONG)
        thread.join()

    assert answer.status == 413


def test_when_the_first_address_does_not_answer_the_next_one_is_tried() -> None:
    with RawServer(answering("200 OK")) as server:
        outgoing = Outgoing([HERE], told("127.0.0.2", "127.0.0.3", "127.0.0.1"))

        answer = outgoing.post(f"http://bots.example:{server.port}/", b"{}", {}, LONG)

    assert answer.status == 200


def test_nobody_there_is_unreachable() -> None:
    with RawServer(answering("200 OK")) as server:
        url = server.url

    with pytest.raises(NotAnswered) as failed:
        Outgoing([HERE]).post(url, b"{}", {}, LONG)

    assert (failed.value.reason, failed.value.detail) == ("unreachable", "No connection could be made.")


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    with RawServer(answering("200 OK")) as canary, RawServer(answering("200 OK")) as server:
        for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, canary.url)

        Outgoing([HERE]).post(server.url, b"{}", {}, LONG)

    assert len(server.requests) == 1
    assert canary.connections == 0


def test_slow_ones_hold_up_nobody_who_calls_beside_them() -> None:
    outgoing = Outgoing([HERE])
    with RawServer(hostile.drips_its_body) as slow, RawServer(answering("200 OK")) as quick, ThreadPoolExecutor(40) as pool:
        waiting = [pool.submit(outgoing.post, slow.url, b"{}", {}, 3.0) for _ in range(39)]

        answers: list[Answered] = [pool.submit(outgoing.post, quick.url, b"{}", {}, LONG).result() for _ in range(20)]

        assert [answer.status for answer in answers] == [200] * 20
        assert {failed.reason for call in waiting if isinstance(failed := call.exception(), NotAnswered)} == {"timed-out"}


def test_networks_that_are_named_are_those_of_the_address_and_not_of_the_name() -> None:
    other: Sequence[Network] = [ip_network("10.0.0.0/8")]
    with RawServer(answering("200 OK")) as server, pytest.raises(NotAnswered) as failed:
        Outgoing(other, told("127.0.0.1")).post(f"http://10.0.0.1.example:{server.port}/", b"{}", {}, LONG)

    assert failed.value.reason == "refused"
    assert server.connections == 0
