"""A TCP proxy before the store that can lose a reply: the store has done what it was asked, and nobody hears of it."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from tests.listening import Line, Listening, hang_up


def _nothing() -> None:
    """Nobody does anything."""


class StoreProxy(Listening):
    """Stands between services, which connect to `url`, and a store on a unix socket."""

    def __init__(self, store_url: str) -> None:
        super().__init__()
        self._upstream = store_url.removeprefix("unix://")
        self._wanted: list[bytes] = []
        self._meanwhile: Callable[[], None] = _nothing
        self.lost = 0
        self.url = f"redis://127.0.0.1:{self.port}"

    def lose_reply_to(self, command: bytes, *, times: int = 1, meanwhile: Callable[[], None] = _nothing) -> None:
        """Of the next commands that contain these bytes, let the reply come this far, do `meanwhile`, and hang up."""
        self._wanted, self._meanwhile = [command] * times, meanwhile

    def serve(self, client: Line) -> None:
        doomed, command = threading.Event(), bytearray()
        with socket.socket(socket.AF_UNIX) as server:
            server.connect(self._upstream)
            threading.Thread(target=self._replies, args=(server, client, command, doomed), daemon=True).start()
            while sent := client.recv(1 << 20):
                command += sent  # it may come in pieces
                if self._wanted and self._wanted[0] in command:
                    self._wanted.pop()
                    doomed.set()
                server.sendall(sent)

    def _replies(self, server: socket.socket, client: socket.socket, command: bytearray, doomed: threading.Event) -> None:
        with suppress(OSError):
            while (reply := server.recv(1 << 20)) and not doomed.is_set():
                command.clear()
                client.sendall(reply)
            if doomed.is_set():
                self.lost += 1
                self._meanwhile()
        hang_up(client, server)
