"""Servers for whoever calls out: each reads a request and then does one thing, good or bad."""

import re
import socket
import ssl
from collections.abc import Callable
from typing import TypeAlias

from tests.listening import Line, Listening

Behaviour: TypeAlias = Callable[[Line], None]


class RawServer(Listening):
    """Listens until the block ends. `requests` are those that came so far, whole, in order; `names` what TLS was asked for."""

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
        """How many came, whatever they then said."""
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
    """A whole request; nothing, if it ends before."""
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
    """Whatever comes first."""
    return line.recv(1 << 16)


def wait_for_the_end(line: Line) -> None:
    """Until the other side hangs up."""
    while line.recv(1 << 16):
        pass


def answering(status: str, headers: str = "", body: bytes = b'{"ok": true}') -> Behaviour:
    """A well-behaved answer; the connection stays open until the other side hangs up. `headers` are whole lines."""

    def behave(line: Line) -> None:
        line.sendall(f"HTTP/1.1 {status}\r\n{headers}Content-Length: {len(body)}\r\n\r\n".encode("latin-1") + body)
        wait_for_the_end(line)

    return behave


def sending(answer: bytes) -> Behaviour:
    """These bytes, and then the end of the connection."""

    def behave(line: Line) -> None:
        line.sendall(answer)
        line.shutdown(socket.SHUT_WR)

    return behave
