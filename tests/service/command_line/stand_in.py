"""A server with scripted responses, for those that a healthy service does not send on request."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple


class Scripted(NamedTuple):
    """One response; `body` is sent as JSON, unless it is bytes."""

    status: int
    body: Any
    headers: tuple[tuple[str, str], ...] = ()


class StandIn(NamedTuple):
    """The server's URL, and the requests it received: method, path, headers."""

    url: str
    requests: list[tuple[str, str, dict[str, str]]]


@contextmanager
def stand_in(*answers: Scripted) -> Iterator[StandIn]:
    """Run a server that sends these responses one after the other, and then the last one for ever."""
    left: list[Scripted] = [*answers]
    requests: list[tuple[str, str, dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            requests.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}))
            status, body, headers = left.pop(0) if len(left) > 1 else left[0]
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            kind = () if isinstance(body, bytes) else (("Content-Type", "application/json"),)
            for name, value in (*kind, *headers, ("Content-Length", str(len(content)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = answer  # noqa: N815 - names that the server calls

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        try:
            yield StandIn(f"http://127.0.0.1:{server.server_address[1]}", requests)
        finally:
            server.shutdown()
            thread.join()


def problem(status: int, code: str, **headers: str) -> Scripted:
    body = {"type": f"/docs/problems#{code}", "title": code, "status": status, "detail": f"This is {code}.", "code": code}
    return Scripted(status, body, tuple((name.replace("_", "-"), value) for name, value in headers.items()))
