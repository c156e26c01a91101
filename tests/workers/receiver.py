"""A real HTTP server that records the webhook messages it receives and answers as the test wants."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from typing import Any, NamedTuple, TypeAlias

import msgspec

from tests.listening import Crowded


class Sent(NamedTuple):
    """A received request; header names in lower case."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def attempt(self) -> int:
        return int(self.headers["rollstream-attempt"])

    @property
    def message(self) -> Any:
        return msgspec.json.decode(self.body)


class Reply(NamedTuple):
    status: int = 204
    headers: Mapping[str, str] = {}


Answer: TypeAlias = Callable[[Sent], Reply]


class Receiver:
    """The server's URL and requests. `answer` is called in a thread for each request, after the request was added to `sent`. `answered`
    counts the answers that have been sent.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self.sent: list[Sent] = []
        self.answer: Answer = lambda _: Reply()
        self.answered = 0

    def messages(self) -> list[Any]:
        return [sent.message for sent in self.sent]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a receiver for the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent = Sent(self.path, {name.lower(): value for name, value in self.headers.items()}, body)
            receiver.sent.append(sent)
            reply = receiver.answer(sent)
            self.send_response(reply.status)
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()
            receiver.answered += 1

        def log_message(self, format: str, *_: Any) -> None:
            """Log nothing."""

        def handle(self) -> None:
            try:
                super().handle()
            except ConnectionError:
                """The client disconnected, as some tests want."""

    server = Crowded(("127.0.0.1", 0), Handler)
    receiver = Receiver(f"http://127.0.0.1:{server.server_address[1]}/hook")
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
