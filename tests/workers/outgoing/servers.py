"""Servers for outgoing calls: each reads a request and then behaves in one way, good or bad."""

import re
import socket
import ssl
from collections.abc import Callable
from typing import TypeAlias

from tests.listening import Line, Listening

Behaviour: TypeAlias = Callable[[Line], None]


class RawServer(Listening):
    """Listens until the block ends. `requests` are the whole requests so far, in order; `names` the server names of TLS handshakes."""

    def __init__(
        self,
        behave: Behaviour,
        *,
        hear: Callable[[Line], bytes] | None = None,
        host: str = "127.0.0.1",
        port: int = 0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        super().__init__(host, port)
        self.requests: list[bytes] = []
        self.names: list[str | None] = []
        self._behave = behave
        self._hear = hear or read_request
        self._tls = tls
        if tls is not None:
            tls.sni_callback = lambda _line, name, _context: self.names.append(name)

    @property
    def url(self) -> str:
        return f"{'http' if self._tls is None else 'https'}://{self.host}:{self.port}/"

    @property
    def connections(self) -> int:
        """The number of connections so far, including those without a request."""
        return len(self._lines)

    def serve(self, line: Line) -> None:
        if self._tls is None:
            self._answer(line)
        else:
            with self._tls.wrap_socket(line, server_side=True) as secure:
                self._answer(secure)

    def _answer(self, line: Line) -> None:
        if request := self._hear(line):
            self.requests.append(request)
            self._behave(line)


def read_request(line: Line) -> bytes:
    """A whole request; empty if the connection ends before."""
    request, wanted = b"", 1
    while len(request) < wanted:
        part = line.recv(1 << 16)
        if not part:
            return b""
        request += part
        head, end, _ = request.partition(b"\r\n\r\n")
        length = re.search(rb"(?i)\r\ncontent-length: ([0-9]+)", head)
        wanted = len(head) + 4 + int(length[1] if length else 0) if end else len(request) + 1
    return request


def read_something(line: Line) -> bytes:
    """The first bytes that arrive."""
    return line.recv(1 << 16)


def wait_for_the_end(line: Line) -> None:
    """Wait until the client disconnects."""
    while line.recv(1 << 16):
        pass


def answering(status: str, headers: str = "", body: bytes = b'{"ok": true}') -> Behaviour:
    """A correct response; the connection stays open until the client disconnects. `headers` are whole lines."""

    def behave(line: Line) -> None:
        line.sendall(f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body)
        wait_for_the_end(line)

    return behave


def sending(answer: bytes) -> Behaviour:
    """Send these bytes, and end the connection."""

    def behave(line: Line) -> None:
        line.sendall(answer)
        line.shutdown(socket.SHUT_WR)

    return behave
