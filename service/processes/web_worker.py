"""gunicorn's gevent worker, which waits for nobody for ever, and says in the service's own words what it cannot read.

Every connection holds one of the worker's places. One that brings no request, or does not take its answer, is let go after a while;
idle ones at once when the worker is told to stop. (For a body that does not come see `service.body`.)
"""

import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any

import gevent
import structlog
from greenlet import greenlet
from gunicorn.http import errors
from gunicorn.workers.ggevent import GeventWorker

from service.processes.refusal import Refusal

LAST_CHANCE = 0.5
"""Seconds that a connection has for its request once the worker is stopping."""
HEADERS = 16 * 1024
"""Bytes that all headers of a request may have together: of one that is repeated the application reads all as one, and slowly."""
TAKEN_WITHIN = 30.0
"""Seconds that a client has to take a piece of its answer."""
LINGERING = 1.0
"""Seconds that what else a refused client sends is still read: closing at once would reset the connection, refusal included."""

log = structlog.get_logger("rollstream.web")


class Worker(GeventWorker):
    """A request that has arrived is still answered at a stop; only waiting for one is cut short."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._waiting: dict[greenlet, gevent.Timeout] = {}

    @contextmanager
    def timeout_ctx(self) -> Iterator[None]:  # type: ignore[override] # declared as None, used as a context manager
        """Around each wait for a request, until the last of its headers is there."""
        connection = gevent.getcurrent()
        seconds = self.cfg.keepalive if self.alive else LAST_CHANCE
        with gevent.Timeout(seconds, False) as silence:  # type: ignore[arg-type] # noqa: FBT003 - gevent's word for: end quietly
            self._waiting[connection] = silence
            try:
                yield
            finally:
                del self._waiting[connection]

    def handle(self, listener: Any, client: Any, addr: Any) -> None:
        if sys.platform == "linux" and client.family in {socket.AF_INET, socket.AF_INET6}:
            # A stream's small pieces vanish in the kernel's buffer: only the kernel sees that nobody takes them out.
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(TAKEN_WITHIN * 1000))
        super().handle(listener, client, addr)

    def handle_request(self, listener_name: Any, req: Any, sock: Any, addr: Any) -> Any:
        if sum(len(name) + len(value) for name, value in req.headers) > HEADERS:
            raise errors.LimitRequestHeaders("all headers")
        sock.settimeout(TAKEN_WITHIN)
        try:
            return super().handle_request(listener_name, req, sock, addr)
        except TimeoutError:
            log.info("answer not taken")
            raise StopIteration from None  # gunicorn's word for: close the connection

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer what did not get as far as the application. The request may hold a token: nothing of it is repeated or logged."""
        refusal = Refusal(exc)
        if refusal.status == 500:
            log.error("unexpected error", id=refusal.id, error=type(exc).__name__, exc_info=exc)
        else:
            log.info("request", id=refusal.id, status=refusal.status, problem=refusal.code, error=type(exc).__name__)
        with suppress(OSError), gevent.Timeout(LINGERING, False):  # type: ignore[arg-type] # noqa: FBT003 - as above
            client.sendall(refusal.answer())
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        gevent.spawn_later(LAST_CHANCE, self._let_go, dict(self._waiting))

    def _let_go(self, waiting: dict[greenlet, gevent.Timeout]) -> None:
        for connection, silence in waiting.items():
            if self._waiting.get(connection) is silence:
                gevent.kill(connection, silence)
