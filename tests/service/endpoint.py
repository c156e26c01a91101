"""A web server that stores the requests that it receives and sends the configured response."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, NamedTuple

import msgspec
from standardwebhooks import Webhook, WebhookVerificationError

from tests.listening import Crowded

TIMEOUT = 30.0


class Sent(NamedTuple):
    """A received request; header names in lower case."""

    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.body)

    def is_signed_with(self, secret: str) -> bool:
        """Whether a library for Standard Webhooks accepts the signature."""
        try:
            Webhook(secret).verify(self.body, dict(self.headers))
        except WebhookVerificationError:
            return False
        return True


@dataclass
class Endpoint:
    """The server's URL and received requests. `status` and `body` are the response to further requests."""

    url: str
    status: int = 204
    body: bytes = b""
    received: list[Sent] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    def add(self, sent: Sent) -> None:
        with self.changed:
            self.received.append(sent)
            self.changed.notify_all()

    def wait_for(self, number: int) -> list[Sent]:
        """Wait for `number` requests; return them."""
        with self.changed:
            assert self.changed.wait_for(lambda: len(self.received) >= number, TIMEOUT), self.received
            return self.received[:number]


@contextmanager
def an_endpoint() -> Iterator[Endpoint]:
    """Run an endpoint for the block."""

    class Answering(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            endpoint.add(Sent(headers, self.rfile.read(int(headers["content-length"]))))
            self.send_response(endpoint.status)
            self.send_header("Content-Length", str(len(endpoint.body)))
            self.end_headers()
            self.wfile.write(endpoint.body)

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with Crowded(("127.0.0.1", 0), Answering) as server:
        endpoint = Endpoint(f"http://127.0.0.1:{server.server_address[1]}/hook")
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        try:
            yield endpoint
        finally:
            server.shutdown()
            serving.join()
