"""Bytes to and from a checked address, for httpcore, within the time of the whole call.

httpcore gives each read and each write a time of its own, so that a server that drips bytes holds them for ever; under gevent a TLS
record that drips does so inside of one read. Here every wait for the socket gets what is left, and only so many bytes are taken.
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

MOST_BYTES: Final = 128 * 1024
"""Bytes that are taken from a server in one call, with all that frames its answer."""

TRIED: Final = 4
"""Addresses of one host that are tried."""


class CheckedPlaces(httpcore.NetworkBackend):
    """Connects to these places, by whatever name httpcore asks for them."""

    def __init__(self, places: Sequence[Endpoint], left: TimeLeft) -> None:
        self._places = places[:TRIED]
        self._left = left

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> "Wire":
        with _told(httpcore.ConnectTimeout, httpcore.ConnectError):
            return Wire(self._first_that_opens(), self._left)

    def _first_that_opens(self) -> socket.socket:
        """Each place may take its share of the time that is left."""
        *earlier, last = self._places
        for number, place in enumerate(earlier):
            with suppress(OSError):
                return _open(place, self._left() / (len(self._places) - number))
        return _open(last, self._left())


class Wire(httpcore.NetworkStream):
    """A connection as it is."""

    def __init__(self, line: socket.socket, left: TimeLeft) -> None:
        self._line = line
        self._left = left
        self._taken = 0
        self._answered = False

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        with _told(httpcore.ReadTimeout, httpcore.ReadError):
            part = self._receive(max_bytes)
        if not part and not self._answered:
            raise httpcore.ReadError("closed before an answer")
        self._answered = True
        return part

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        with _told(httpcore.WriteTimeout, httpcore.WriteError):
            self._send(buffer)

    def close(self) -> None:
        self._line.close()

    def start_tls(self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None) -> "Wire":
        try:
            with _told(httpcore.ConnectTimeout, httpcore.ConnectError):
                return _SecureWire(self._line, self._left, ssl_context, server_hostname)
        except BaseException:
            self.close()
            raise

    def _receive(self, most: int) -> bytes:
        part = self._waiting_for(partial(self._line.recv, most))
        self._taken += len(part)
        if self._taken > MOST_BYTES:
            raise Unreadable(TOO_LARGE)
        return part

    def _send(self, data: bytes) -> None:
        while data:
            data = data[self._waiting_for(partial(self._line.send, data)) :]

    def _waiting_for(self, step: Callable[[], T]) -> T:
        """What the step comes to, at once if it can. Else it may take the time that is left."""
        left = self._left()
        with suppress(BlockingIOError):
            self._line.settimeout(0)
            return step()
        with outside():
            self._line.settimeout(left)
            return step()


class _SecureWire(Wire):
    """The same with TLS, which never waits for the socket itself."""

    def __init__(self, line: socket.socket, left: TimeLeft, context: ssl.SSLContext, host: str | None) -> None:
        super().__init__(line, left)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host)
        self._carry(self._tls.do_handshake)

    def _receive(self, most: int) -> bytes:
        with suppress(ssl.SSLEOFError):  # many close without a word; whether the answer is whole is for HTTP to say
            return self._carry(partial(self._tls.read, most))
        return b""

    def _send(self, data: bytes) -> None:
        while data:
            data = data[self._carry(partial(self._tls.write, data)) :]

    def _carry(self, step: Callable[[], T]) -> T:
        """Do one step of TLS, and carry to and fro what it has to say and to hear."""
        while True:
            try:
                return step()
            except ssl.SSLWantReadError:
                pass
            finally:
                super()._send(self._outgoing.read())
            if part := super()._receive(MOST_BYTES):
                self._incoming.write(part)
            else:
                self._incoming.write_eof()


def _open(place: Endpoint, seconds: float) -> socket.socket:
    line = socket.socket(place.family, socket.SOCK_STREAM)
    try:
        line.settimeout(seconds)
        with outside():
            line.connect(place.sockaddr)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except BaseException:
        line.close()
        raise
    return line


@contextmanager
def _told(late: type[httpcore.TimeoutException], broken: type[httpcore.NetworkError]) -> Iterator[None]:
    """What went wrong, in httpcore's words."""
    try:
        yield
    except TimeoutError as error:
        raise late from error
    except OSError as error:
        raise broken from error
