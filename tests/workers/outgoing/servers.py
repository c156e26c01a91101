"""Servers for whoever calls out: each reads a request and then does one thing, good or bad."""

import re
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Self, TypeAlias

Line: TypeAlias = socket.socket
Behaviour: TypeAlias = Callable[[Line], None]


class RawServer:
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
        self.requests: list[bytes] = []
        self.names: list[str | None] = []
        self._behave = behave
        self._hear = hear or read_request
        self._tls = tls
        if tls is not None:
            tls.sni_callback = lambda _line, name, _context: self.names.append(name)
        self._listener = socket.create_server((host, port), backlog=256)
        self._lines: list[Line] = []
        self.host, self.port = host, int(self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]

    @property
    def url(self) -> str:
        return f"{'http' if self._tls is None else 'https'}://{self.host}:{self.port}/"

    @property
    def connections(self) -> int:
        """How many came, whatever they then said."""
        return len(self._lines)

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._threads[0].join()
        for line in self._lines:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        for thread in self._threads[1:]:
            thread.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                line, _ = self._listener.accept()
                self._lines.append(line)
                self._threads.append(threading.Thread(target=self._serve, args=(line,)))
                self._threads[-1].start()

    def _serve(self, line: Line) -> None:
        with line, suppress(OSError):
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
