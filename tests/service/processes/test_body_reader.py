"""The body of a request: what has arrived with the head is taken at once, and what follows it belongs to the next request."""

from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader

from service.processes.body_reader import take_arrived
from tests.live import Service
from tests.service.wire import talk

NEXT = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"


def request(head: bytes, *pieces: bytes) -> Any:
    """A request of gunicorn that arrives in these pieces; the first one comes with the head."""
    first, *rest = pieces
    sent = b"POST / HTTP/1.1\r\nHost: x\r\n" + head + b"\r\n\r\n" + first
    return Request(Config(), IterUnreader([sent, *rest]), ("192.0.2.7", 4711))


@pytest.mark.parametrize("follows", [b"", NEXT], ids=["nothing", "the next request"])
def test_a_body_that_came_with_its_head_is_taken_and_what_follows_is_left(follows: bytes) -> None:
    arrived = request(b"Content-Length: 4", b"body" + follows)

    taken = take_arrived(arrived)

    assert taken is not None
    assert taken.read() == b"body"
    assert arrived.unreader.take_buffered() == follows


@pytest.mark.parametrize(
    "arriving",
    [
        request(b"Content-Length: 4", b"bo", b"dy"),
        request(b"Content-Length: 4", b"", b"body"),
        request(b"Transfer-Encoding: chunked", b"4\r\nbody\r\n0\r\n\r\n"),
    ],
    ids=["half of it", "the head alone", "chunks"],
)
def test_any_other_body_is_still_to_be_read_whole(arriving: Any) -> None:
    assert take_arrived(arriving) is None
    assert arriving.body.read() == b"body"


def test_requests_that_arrive_together_are_answered_one_after_the_other(service: Service) -> None:
    created = b'{"game":"dicy-cards","seats":[{"kind":"human"},{"kind":"human"}]}'
    creating = b"POST /v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%b"

    answers = talk(service.url, creating % (len(created), created) + NEXT)

    assert [part[:3] for part in answers.split(b"HTTP/1.1 ")[1:]] == [b"201", b"200"]
