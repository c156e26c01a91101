"""A server that answers what a test tells it to: for what a healthy service does not say on request."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple


class Scripted(NamedTuple):
    """One answer; `body` is sent as JSON, unless it is bytes."""

    status: int
    body: Any
    headers: tuple[tuple[str, str], ...] = ()


class StandIn(NamedTuple):
    """Where it is, and what it was asked: method, path, headers."""

    url: str
    asked: list[tuple[str, str, dict[str, str]]]


@contextmanager
def stand_in(*answers: Scripted) -> Iterator[StandIn]:
    """Gives the answers one after the other, the last one for ever."""
    left: list[Scripted] = [*answers]
    asked: list[tuple[str, str, dict[str, str]]] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            asked.append((self.command, self.path, {name.lower(): value for name, value in self.headers.items()}))
            status, body, headers = left.pop(0) if len(left) > 1 else left[0]
            content = body if isinstance(body, bytes) else json.dumps(body).encode()
            self.send_response(status)
            for name, value in (*headers, ("Content-Length", str(len(content)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = answer  # noqa: N815 - the names that the server looks for

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        try:
            yield StandIn(f"http://127.0.0.1:{server.server_address[1]}", asked)
        finally:
            server.shutdown()
            thread.join()


def problem(status: int, code: str, **headers: str) -> Scripted:
    body = {"type": f"/docs/problems#{code}", "title": code, "status": status, "detail": f"This is {code}.", "code": code}
    return Scripted(status, body, tuple((name.replace("_", "-"), value) for name, value in headers.items()))
