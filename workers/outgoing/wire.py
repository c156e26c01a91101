"""The network backend for httpcore: bytes to and from a checked address, within the time of the whole call.

httpcore limits each read and write separately, so a server that sends byte by byte could block a call for ever; under gevent, so could a
slow TLS record within one read. Here every wait for the socket gets the time that is left, and the bytes are limited.
"""

import socket
import ssl
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Final, TypeAlias, TypeVar

import httpcore

from workers.outgoing.failures import TOO_LARGE, Unreadable
from workers.outgoing.lookup import Endpoint
from workers.outgoing.outside import outside

T = TypeVar("T")
TimeLeft: TypeAlias = Callable[[], float]
"""Seconds that are left, more than 0. Raises `TimeoutError`."""

MOST_RECEIVED_BYTES: Final = 128 * 1024
"""Bytes that one call receives at most, including headers and framing."""

MOST_ADDRESSES_TRIED: Final = 4
"""Addresses of one host that are tried."""


class CheckedPlaces(httpcore.NetworkBackend):
    """Connects to these endpoints, whatever name httpcore gives."""

    def __init__(self, endpoints: Sequence[Endpoint], left: TimeLeft) -> None:
        self._endpoints = endpoints[:MOST_ADDRESSES_TRIED]
        self._left = left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> "Wire":
        with _httpcore_errors(httpcore.ConnectTimeout, httpcore.ConnectError):
            return Wire(self._connect(), self._left)

    def _connect(self) -> socket.socket:
        """Connect to the first endpoint that accepts. Each gets an equal share of the time that is left."""
        *earlier, last = self._endpoints
        for number, endpoint in enumerate(earlier):
            with suppress(OSError):
                return _open(endpoint, self._left() / (len(self._endpoints) - number))
        return _open(last, self._left())


class Wire(httpcore.NetworkStream):
    """A plain connection."""

    def __init__(self, line: socket.socket, left: TimeLeft) -> None:
        self._line = line
        self._left = left
        self._received = 0
        self._answered = False

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        with _httpcore_errors(httpcore.ReadTimeout, httpcore.ReadError):
            part = self._receive(max_bytes)
        if not part and not self._answered:
            raise httpcore.ReadError("closed before an answer")
        self._answered = True
        return part

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        with _httpcore_errors(httpcore.WriteTimeout, httpcore.WriteError):
            self._send(buffer)

    def close(self) -> None:
        self._line.close()

    def start_tls(self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None) -> "Wire":
        try:
            with _httpcore_errors(httpcore.ConnectTimeout, httpcore.ConnectError):
                return _SecureWire(self._line, self._left, ssl_context, server_hostname)
        except BaseException:
            self.close()
            raise

    def _receive(self, most: int) -> bytes:
        part = self._wait_for(partial(self._line.recv, most))
        self._received += len(part)
        if self._received > MOST_RECEIVED_BYTES:
            raise Unreadable(TOO_LARGE)
        return part

    def _send(self, data: bytes) -> None:
        while data:
            data = data[self._wait_for(partial(self._line.send, data)) :]

    def _wait_for(self, step: Callable[[], T]) -> T:
        """The result of the step, at once if possible. Otherwise it may take the time that is left."""
        left = self._left()
        with suppress(BlockingIOError):
            self._line.settimeout(0)
            return step()
        with outside():
            self._line.settimeout(left)
            return step()


class _SecureWire(Wire):
    """A connection with TLS, which never waits for the socket itself."""

    def __init__(self, line: socket.socket, left: TimeLeft, context: ssl.SSLContext, host: str | None) -> None:
        super().__init__(line, left)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host)
        self._step_of_tls(self._tls.do_handshake)

    def _receive(self, most: int) -> bytes:
        with suppress(ssl.SSLEOFError):  # many servers close without a TLS alert; HTTP knows whether the answer is complete
            return self._step_of_tls(partial(self._tls.read, most))
        return b""

    def _send(self, data: bytes) -> None:
        while data:
            data = data[self._step_of_tls(partial(self._tls.write, data)) :]

    def _step_of_tls(self, step: Callable[[], T]) -> T:
        """Do one step of TLS, and send and receive the bytes that it needs."""
        while True:
            try:
                return step()
            except ssl.SSLWantReadError:
                pass
            finally:
                super()._send(self._outgoing.read())
            if part := super()._receive(MOST_RECEIVED_BYTES):
                self._incoming.write(part)
            else:
                self._incoming.write_eof()


def _open(endpoint: Endpoint, seconds: float) -> socket.socket:
    line = socket.socket(endpoint.family, socket.SOCK_STREAM)
    try:
        line.settimeout(seconds)
        with outside():
            line.connect(endpoint.sockaddr)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except BaseException:
        line.close()
        raise
    return line


@contextmanager
def _httpcore_errors(late: type[httpcore.TimeoutException], broken: type[httpcore.NetworkError]) -> Iterator[None]:
    """Raise errors of the socket as httpcore's errors."""
    try:
        yield
    except TimeoutError as error:
        raise late from error
    except OSError as error:
        raise broken from error
