"""A TCP proxy in front of the store that can lose a reply: the store has executed the command, but the client gets no answer."""

import socket
import threading
from collections.abc import Callable
from contextlib import suppress

from tests.listening import Line, Listening, hang_up


def _nothing() -> None:
    """Do nothing."""


class StoreProxy(Listening):
    """A proxy between services, which connect to `url`, and a store on a unix socket."""

    def __init__(self, store_url: str) -> None:
        super().__init__()
        self._upstream = store_url.removeprefix("unix://")
        self._to_lose: list[bytes] = []
        self._meanwhile: Callable[[], None] = _nothing
        self.lost = 0
        self.url = f"redis://127.0.0.1:{self.port}"

    def lose_reply_to(self, command: bytes, *, times: int = 1, meanwhile: Callable[[], None] = _nothing) -> None:
        """Lose the replies to the next `times` commands that contain these bytes: receive it, call `meanwhile`, close the connection."""
        self._to_lose, self._meanwhile = [command] * times, meanwhile

    def serve(self, client: Line) -> None:
        losing, command = threading.Event(), bytearray()
        with socket.socket(socket.AF_UNIX) as server:
            server.connect(self._upstream)
            threading.Thread(target=self._replies, args=(server, client, command, losing), daemon=True).start()
            while sent := client.recv(1 << 20):
                command += sent  # a command may arrive in pieces
                if self._to_lose and self._to_lose[0] in command:
                    self._to_lose.pop()
                    losing.set()
                server.sendall(sent)

    def _replies(self, server: socket.socket, client: socket.socket, command: bytearray, losing: threading.Event) -> None:
        with suppress(OSError):
            while (reply := server.recv(1 << 20)) and not losing.is_set():
                command.clear()
                client.sendall(reply)
            if losing.is_set():
                self.lost += 1
                self._meanwhile()
        hang_up(client, server)
