"""gunicorn's gevent worker, which waits for nobody for ever, and says in the service's own words what it cannot read.

Every connection holds one of the worker's places. One that brings no request, or does not take its answer, is let go after a while;
idle ones at once when the worker is told to stop. (For a body that does not come see also `service.http.body`.)
"""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import gevent
import structlog
from gevent.lock import BoundedSemaphore
from gevent.socket import wait_read
from greenlet import greenlet
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.metrics import CLOSED, CONNECTIONS
from service.processes.coming import Coming
from service.processes.open_files import HEADROOM
from service.processes.places import Connection, ConnectionRefusal, Connections, counts_for
from service.processes.refusal import Refusal
from service.settings import Settings

LAST_CHANCE = 0.5
"""Seconds that a connection has for its request once the worker is stopping."""
HEADERS = 16 * 1024
"""Bytes that all headers of a request may have together: of one that is repeated the application reads all as one, and slowly."""
REFUSING = 50
"""Connections without a place that are told so at the same time."""
TAKEN_WITHIN = 30.0
"""Seconds that a client has to take a piece of its answer."""
LINGERING = 1.0
"""Seconds that what else a refused client sends is still read: closing at once would reset the connection, refusal included."""

log = structlog.get_logger("rollstream.web")


class Worker(GeventWorker):
    """A request that has arrived is still answered at a stop; only waiting for one is cut short."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        settings = Settings.from_environment()
        self._first_byte = float(settings.limits.first_byte)
        self._proxies = settings.proxy_networks if settings.trusted_proxies else ()
        self._places = Connections(max(1, self.worker_connections - HEADROOM), settings.limits.connections)
        self._waiting: dict[greenlet, gevent.Timeout] = {}
        self._held: dict[greenlet, Connection] = {}
        self._refusing = BoundedSemaphore(REFUSING)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        place = self._places.take(client, counts_for(addr, self._proxies))
        CONNECTIONS.set(self._places.taken)
        if isinstance(place, ConnectionRefusal):
            self._refuse(client, place)
            return
        connection = gevent.getcurrent()
        self._held[connection] = place
        try:
            if self._has_begun(client):
                super().handle(listener, client, addr)
        finally:
            if place.left:
                CLOSED.labels("made-room").inc()
            del self._held[connection]
            self._places.leave(place)
            CONNECTIONS.set(self._places.taken)
            client.close()

    def _has_begun(self, client: Any) -> bool:
        """Wait for the connection's first byte; False if none comes in time."""
        _bound(client)
        begun = False
        with self._waits(self._first_byte if self.alive else LAST_CHANCE):
            wait_read(client.fileno())
            begun = True
        if not begun:
            CLOSED.labels("silent").inc()
        return begun

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:  # type: ignore[override] # declared as None, used as a context manager
        """Around each wait for a request, until the last of its headers is there."""
        with self._waits(self.cfg.keepalive if self.alive else LAST_CHANCE):
            yield

    @contextmanager
    def _waits(self, seconds: float) -> Iterator[None]:
        """Around a wait for the client: it ends quietly after so many seconds, and its place goes to others first."""
        connection = gevent.getcurrent()
        place = self._held[connection]
        with gevent.Timeout(seconds, False) as silence:  # type: ignore[arg-type] # noqa: FBT003 - gevent's word for: end quietly
            self._waiting[connection] = silence
            self._places.waits(place)
            try:
                yield
            finally:
                self._places.goes_on(place)
                del self._waiting[connection]

    def _refuse(self, client: Any, why: ConnectionRefusal) -> None:
        """Say so to as many as can be told at the same time; whoever else comes is closed without a word."""
        CLOSED.labels(why.value).inc()
        if self._refusing.acquire(blocking=False):
            try:
                _say(client, Refusal(why))
            finally:
                self._refusing.release()
        client.close()

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        if sum(len(name) + len(value) for name, value in req.headers) > HEADERS:
            raise errors.LimitRequestHeaders("all headers")
        sock.settimeout(TAKEN_WITHIN)
        reader = req.body.reader
        req.body.reader = Coming(req, reader, self._places, self._held[gevent.getcurrent()])
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            log.info("answer not taken")
            raise StopIteration from None  # gunicorn's word for: close the connection
        finally:
            req.body.reader = reader

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what did not get as far as the application. The request may hold a token: nothing of it is repeated or logged."""
        refusal = Refusal(exc)
        if refusal.status == 500:
            log.error("unexpected error", id=refusal.id, error=type(exc).__name__, exc_info=exc)
        else:
            log.info("request", id=refusal.id, status=refusal.status, problem=refusal.code, error=type(exc).__name__)
        _say(client, refusal)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        gevent.spawn_later(LAST_CHANCE, self._let_go, dict(self._waiting))

    def _let_go(self, waiting: dict[greenlet, gevent.Timeout]) -> None:
        for connection, silence in waiting.items():
            if self._waiting.get(connection) is silence:
                gevent.kill(connection, silence)


def _bound(client: Any) -> None:
    """Have the kernel end a connection whose client takes nothing: a stream's small pieces vanish in its buffer, only it sees that."""
    if sys.platform == "linux" and client.family in {socket.AF_INET, socket.AF_INET6}:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(TAKEN_WITHIN * 1000))


def _say(client: Any, refusal: Refusal) -> None:
    """Send a refusal, and read what else comes for a moment."""
    with suppress(OSError), gevent.Timeout(LINGERING, False):  # type: ignore[arg-type] # noqa: FBT003 - gevent's word for: end quietly
        client.sendall(refusal.answer())
        client.shutdown(socket.SHUT_WR)
        while client.recv(65536):
            pass
