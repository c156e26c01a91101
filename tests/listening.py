"""Servers for tests that listen on a port of their own and serve each connection in a thread."""

import socket
import threading
from contextlib import suppress
from http.server import ThreadingHTTPServer
from typing import Self, TypeAlias

Line: TypeAlias = socket.socket


class Crowded(ThreadingHTTPServer):
    """A web server for many simultaneous connections. With the library's default backlog, a sixth one waits for a second or longer."""

    daemon_threads = True
    request_queue_size = 256


class Listening:
    """Listens until the block ends, then closes all connections and waits for their threads. Subclasses implement `serve`."""

    def __init__(self, host: str = "127.0.0.1", port: int = 0) -> None:
        self._listener = socket.create_server((host, port), backlog=256)
        self._lines: list[Line] = []
        self.host, self.port = host, int(self._listener.getsockname()[1])
        self._threads = [threading.Thread(target=self._accept)]

    def serve(self, line: Line) -> None:
        """Serve one connection, in a thread of its own. A lost connection is no error; the connection is closed afterwards."""
        raise NotImplementedError

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
            self.serve(line)


def hang_up(*ends: Line) -> None:
    """Shut these connections down in both directions, which wakes every thread that waits for them."""
    for end in ends:
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
