"""The gevent worker of gunicorn, with time limits for every wait and with problem documents for unreadable requests.

Every connection holds one of the worker's places. A connection that sends no request, or does not read its response, is closed after a
while; idle ones at once when the worker is told to stop. For a body that does not arrive, see also `service.http.body`.
"""

import logging
import random
import select
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from types import FrameType
from typing import Any

import gevent
from gevent.event import Event
from gevent.lock import BoundedSemaphore
from gevent.monkey import get_original
from gevent.socket import wait_read
from greenlet import greenlet
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from events.log_context import note
from service.logs import members
from service.metrics import CLOSED, CONNECTIONS
from service.processes import fork_signals
from service.processes.accepting import Acceptor, accept
from service.processes.body_reader import BodyReader, take_arrived
from service.processes.capacity import capacity
from service.processes.exchange import CONTINUE, Environments, SentResponse, respond
from service.processes.places import SHORTEST_WAIT, Connection, ConnectionRefusal, Connections, WaitingLine, counts_for
from service.processes.refusal import Refusal
from service.settings import Settings

STOP_GRACE = 1.0
"""Seconds in which a connection must send its request while the worker is stopping."""
LONGEST_HEADERS = 16 * 1024
"""Maximum bytes of all headers of a request. The application joins repeated headers into one, which is slow for many."""
SPARE = 75
"""Connections that are neither served nor wait for a place: those being refused, or just closed."""
MOST_REFUSALS_AT_ONCE = 50
"""Maximum number of connections without a place that get a response at the same time; others are closed without one."""
SEND_TIMEOUT = 30.0
"""Seconds in which a client must accept a piece of its response."""
REFUSAL_LINGER = 1.0
"""Seconds for which the rest of a refused request is read: closing at once would reset the connection before the client reads the
refusal."""

log = logging.getLogger("rollstream.web")

for _reason in ("made-room", "silent", *ConnectionRefusal):
    CLOSED.labels(_reason)  # a series that begins with its first count hides it: a rate needs the 0 before

_poll = get_original("select", "poll")
"""Knows that a client has closed its connection; gevent's own `poll` does not."""


class Worker(GeventWorker):
    """A worker that answers arrived requests even while it stops, and asks their clients to open another connection for the next one.
    Only waiting for requests is cut short.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        settings = Settings.from_environment()
        self._first_byte = float(settings.limits.first_byte)
        self._proxies = settings.proxy_networks if settings.trusted_proxies else ()
        room = capacity(settings.limits, settings.web_processes)
        self._places = Connections(room.served, settings.limits.connections, time.monotonic)
        self._line = WaitingLine(room.waiting - SPARE, max(settings.limits.connections, room.waiting // 2))
        self._waiting: dict[greenlet, gevent.Timeout] = {}
        self._held: dict[greenlet, Connection] = {}
        self._environments = Environments(self.cfg)
        self._refusal_slots = BoundedSemaphore(MOST_REFUSALS_AT_ONCE)
        self._stop_requested = Event()
        self.stop_announced = False
        """Whether the service is about to stop, and this worker serves until then."""

    def init_signals(self) -> None:
        super().init_signals()
        fork_signals.release()

    def run(self) -> None:
        vars(self.cfg).update({name: setting.get() for name, setting in self.cfg.settings.items()})  # each request reads thirty of them
        shared = self.cfg.workers > 1
        acceptors = [Acceptor(listener, self.worker_connections, self.handle, shared=shared) for listener in self.sockets]
        accept(acceptors, self._stop_requested, self.notify, self.cfg.graceful_timeout)

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        place = self._place_for(client, counts_for(addr, self._proxies))
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
            if place.released:
                CLOSED.labels("made-room").inc()
            del self._held[connection]
            self._places.leave(place)
            CONNECTIONS.set(self._places.taken)
            client.close()

    def _place_for(self, client: Any, address: str) -> Connection | ConnectionRefusal:
        """A place for a new connection, or why it gets none. If there is none now, it tries once more a while after `SHORTEST_WAIT`, unless
        too many wait. Connections that came together try again one by one, so that they do not hold up the process together.
        """
        place = self._places.take(client, address)
        if isinstance(place, ConnectionRefusal) and self.alive and self._line.enter(address):
            try:
                gevent.sleep(random.uniform(SHORTEST_WAIT, 1.5 * SHORTEST_WAIT))  # noqa: S311 - spreads work, hides nothing
                return ConnectionRefusal.LEFT if _has_left(client) else self._places.take(client, address)
            finally:
                self._line.leave(address)
        return place

    def _has_begun(self, client: Any) -> bool:
        """Wait for the connection's first byte; False if none arrives in time."""
        _limit_unsent_time(client)
        begun = False
        with self._waiting_for_client(self._first_byte if self.alive else STOP_GRACE):
            wait_read(client.fileno())
            begun = True
        if not begun:
            CLOSED.labels("silent").inc()
        return begun

    def timeout_ctx(self) -> AbstractContextManager[None]:  # type: ignore[override] # declared as None, used as a context manager
        """A context manager around each wait for a request, until all of its headers have arrived."""
        return self._waiting_for_client(self.cfg.keepalive if self.alive else STOP_GRACE)

    @contextmanager
    def _waiting_for_client(self, seconds: float) -> Iterator[None]:
        """A context manager around a wait for the client. It ends quietly after `seconds`; meanwhile the place may be given to others."""
        connection = gevent.getcurrent()
        place = self._held[connection]
        with gevent.Timeout(seconds, False) as silence:  # type: ignore[arg-type] # noqa: FBT003 - gevent's word for: end quietly
            self._waiting[connection] = silence
            self._places.mark_waiting(place)
            try:
                yield
            finally:
                self._places.mark_busy(place)
                del self._waiting[connection]

    def _refuse(self, client: Any, why: ConnectionRefusal) -> None:
        """Send a refusal if fewer than `MOST_REFUSALS_AT_ONCE` are being sent, and close the connection."""
        CLOSED.labels(why.value).inc()
        if why is not ConnectionRefusal.LEFT and self._refusal_slots.acquire(blocking=False):
            try:
                _send_refusal(client, Refusal(why))
            finally:
                self._refusal_slots.release()
        client.close()

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> bool:
        """Answer a request. True if the connection can serve another; otherwise raises `StopIteration`, so that gunicorn closes it."""
        if sum(len(name) + len(value) for name, value in req.headers) > LONGEST_HEADERS:
            raise errors.LimitRequestHeaders("all headers")
        if req._expected_100_continue:  # noqa: SLF001 - gunicorn has no other name for it
            sock.sendall(CONTINUE)
        reader, arrived = req.body.reader, take_arrived(req)
        if arrived is None:
            req.body.reader = BodyReader(req, reader, self._places, self._held[gevent.getcurrent()])
        else:
            req.body = arrived
        sock.settimeout(SEND_TIMEOUT)
        response = SentResponse(req, sock, self.cfg)
        if not self.alive:
            response.force_close()
        try:
            respond(self.wsgi, self._environments.of(req, addr, listener_name), response)
        except TimeoutError:
            log.info("answer not taken", extra=members(client=_address(addr)))
            raise StopIteration from None
        except gevent.GreenletExit:
            raise StopIteration from None
        finally:
            note()  # the request is over, the connection is not
            if arrived is None:
                req.body.reader = reader
            sock.settimeout(None)  # the wait for the next request has a time limit of its own
        if response.should_close():
            raise StopIteration
        return True

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that did not reach the application. It may contain a token, so no part of it is repeated or logged."""
        refusal = Refusal(exc)
        if refusal.status == 500:
            log.error("unexpected error", exc_info=exc, extra=members(request=refusal.id, error=type(exc).__name__))
        else:
            about = members(request=refusal.id, status=refusal.status, code=refusal.code, error=type(exc).__name__, client=_address(addr))
            log.info("request", extra=about)
        _send_refusal(client, refusal)

    def handle_usr1(self, sig: int, frame: FrameType | None) -> None:
        self.stop_announced = True

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        gevent.spawn(self._stop_requested.set)
        gevent.spawn_later(STOP_GRACE, self._close_idle, dict(self._waiting))

    def _close_idle(self, waiting: dict[greenlet, gevent.Timeout]) -> None:
        """Close the connections that still wait for the same request, unless it has just arrived."""
        for connection, silence in waiting.items():
            if self._waiting.get(connection) is silence and not _has_arrived(self._held[connection].client):
                gevent.kill(connection, silence)


def _address(peer: Any) -> str | None:
    """The address of the connection's other end, which is a proxy's if there is one; None on a socket without."""
    return peer[0] if isinstance(peer, tuple) else None


def _has_left(client: Any) -> bool:
    """Whether the client has closed the connection, even if it sent a request before. Known on Linux only."""
    return _has(client, getattr(select, "POLLRDHUP", 0))


def _has_arrived(client: Any) -> bool:
    """Whether there is something to read from the client."""
    return _has(client, select.POLLIN)


def _has(client: Any, event: int) -> bool:
    poll = _poll()
    poll.register(client, event)
    return any(found & event for _, found in poll.poll(0))


def _limit_unsent_time(client: Any) -> None:
    """Let the kernel close a connection whose client accepts no data. Small pieces of a stream fit into its buffer, so only it notices."""
    if sys.platform == "linux" and client.family in {socket.AF_INET, socket.AF_INET6}:
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(SEND_TIMEOUT * 1000))


def _send_refusal(client: Any, refusal: Refusal) -> None:
    """Send a refusal, and read the rest of the request for `REFUSAL_LINGER` seconds."""
    with suppress(OSError), gevent.Timeout(REFUSAL_LINGER, False):  # type: ignore[arg-type] # noqa: FBT003 - gevent's word for: end quietly
        client.sendall(refusal.answer())
        client.shutdown(socket.SHUT_WR)
        while client.recv(65536):
            pass
