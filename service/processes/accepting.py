"""Accepts the connections of a web process until it is asked to stop, and then waits for those that it serves."""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, NamedTuple

from gevent.event import Event
from gevent.pool import Pool
from gevent.server import StreamServer

NOTIFY_EVERY: Final = 1.0
"""Seconds between two signs of life to gunicorn's master, which kills a worker that gives none."""

log = logging.getLogger("rollstream.web")


class ListenerAddress(NamedTuple):
    """The address of a listening socket, which gunicorn asks for when it serves a connection: the socket may be closed by then."""

    address: Any

    def getsockname(self) -> Any:
        return self.address


class Acceptor(StreamServer):
    """Accepts the connections of a socket that other processes may accept as well."""

    def __init__(self, listener: Any, most: int, handle: Callable[..., None], *, shared: bool) -> None:
        """At most `most` connections are open at once. `shared`: accept one at a time, so that each process gets its share."""
        listener.setblocking(1)
        self.connections = Pool(most)
        super().__init__(listener, handle=partial(handle, ListenerAddress(listener.getsockname())), spawn=self.connections)
        if shared:
            self.max_accept = 1

    def finish(self) -> None:
        """Accept what waits, then stop: the system resets the connections that wait when the last process closes the socket."""
        with suppress(OSError):
            while not self.full() and (accepted := self.do_read()):
                self.do_handle(*accepted)
        self.close()


def accept(acceptors: Sequence[Acceptor], stop_requested: Event, notify: Callable[[], None], grace: float) -> None:
    """Accept connections until the process is asked to stop, then wait for their end: `grace` seconds at most."""
    for acceptor in acceptors:
        acceptor.start()
    while not stop_requested.wait(NOTIFY_EVERY):
        notify()
    for acceptor in acceptors:
        acceptor.finish()
    until = time.monotonic() + grace
    for acceptor in acceptors:
        while not acceptor.connections.join(max(0.0, min(NOTIFY_EVERY, until - time.monotonic()))) and time.monotonic() < until:
            notify()
        if acceptor.connections:
            log.warning("%d connections are cut off: they have not ended in time", len(acceptor.connections))
            acceptor.connections.kill(timeout=1)
