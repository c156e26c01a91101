import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import InvalidHeader
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader

from service.processes.exchange import Environments, SentResponse, respond

Application = Callable[[dict[str, Any], Any], Iterable[bytes]]
PEER, LISTENER = ("192.0.2.7", 4711), ("127.0.0.1", 8000)


def read(sent: bytes) -> Any:
    return Request(Config(), IterUnreader([sent]), PEER)


def answering(*pieces: bytes, status: str = "200 OK", length: int | None = None) -> Application:
    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response(status, [] if length is None else [("Content-Length", str(length))])
        return pieces

    return application


def packets(application: Application, sent: bytes = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") -> list[bytes]:
    """What the client receives of the application's response, one item for each system call that sent a part of it."""
    with exchanging(application, sent) as (respond_now, client):
        respond_now()
        return list(iter(lambda: client.recv(65536), b""))


@contextmanager
def exchanging(application: Application, sent: bytes) -> Iterator[tuple[Callable[[], None], socket.socket]]:
    server, client = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    request = read(sent)

    def respond_now() -> None:
        with server:
            respond(application, Environments(Config()).of(request, PEER, LISTENER), SentResponse(request, server, Config()))

    with client:
        yield respond_now, client


def test_a_response_with_its_body_leaves_in_one_call() -> None:
    [only] = packets(answering(b"four", length=4))

    head, _, body = only.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"\r\nDate: " in head
    assert b"\r\nConnection: keep-alive\r\n" in head
    assert body == b"four"


def test_the_head_of_a_stream_comes_with_its_first_piece_and_each_other_piece_by_itself() -> None:
    first, second, end = packets(answering(b"one", b"second"))

    assert first.endswith(b"Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
    assert (second, end) == (b"6\r\nsecond\r\n", b"0\r\n\r\n")


@pytest.mark.parametrize(
    ("sent", "status"),
    [(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n", "200 OK"), (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "304 NOT MODIFIED")],
    ids=["HEAD", "304"],
)
def test_a_response_without_a_body_is_its_head_alone(sent: bytes, status: str) -> None:
    [only] = packets(answering(status=status, length=4), sent)

    assert only.endswith(b"Content-Length: 4\r\n\r\n")


def test_no_header_of_an_application_contains_another_one() -> None:
    def application(_environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [("X-Own", "fine"), ("X-Own", "fine\r\nSet-Cookie: a=b")])
        return [b""]

    with exchanging(application, b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") as (respond_now, _), pytest.raises(InvalidHeader, match="X-Own"):
        respond_now()


def test_a_stream_without_a_piece_is_complete() -> None:
    [only] = packets(answering())

    assert only.endswith(b"\r\n\r\n0\r\n\r\n")


def failing(*before: bytes) -> Application:
    def pieces() -> Iterator[bytes]:
        yield from before
        raise LookupError

    def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        return pieces()

    return application


def test_an_application_that_fails_before_its_first_piece_can_still_be_answered_for() -> None:
    with exchanging(failing(), b"GET / HTTP/1.1\r\nHost: x\r\n\r\n") as (respond_now, client):
        with pytest.raises(LookupError):
            respond_now()

        assert client.recv(65536) == b""


def test_an_application_that_fails_later_leaves_a_response_that_is_seen_to_be_incomplete(caplog: pytest.LogCaptureFixture) -> None:
    [only] = packets(failing(b"one"))

    assert only.endswith(b"3\r\none\r\n")
    assert "a response ended in the middle" in caplog.text


def test_the_environment_has_what_the_request_says() -> None:
    headers = b"Host: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\nX-Twice: a\r\nX-Twice: b\r\nX_Hidden: c\r\n"
    request = read(b"POST /a%20b?c=d HTTP/1.1\r\n" + headers + b"\r\nok")

    environ = Environments(Config()).of(request, PEER, LISTENER)

    assert (environ["REQUEST_METHOD"], environ["PATH_INFO"], environ["QUERY_STRING"]) == ("POST", "/a b", "c=d")
    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("192.0.2.7", "127.0.0.1", "8000")
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"], environ["HTTP_X_TWICE"]) == ("text/plain", "2", "a,b")
    assert not [name for name in environ if "HIDDEN" in name]
    assert environ["wsgi.input"].read() == b"ok"
