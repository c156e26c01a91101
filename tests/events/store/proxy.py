"""A TCP proxy that can drop a reply: it passes a command on, waits for the server's reply, and closes the connection."""

import socket
from pathlib import Path

from tests.listening import Line, Listening


class Proxy(Listening):
    """A proxy between clients, which connect to `url`, and a server on a unix socket."""

    def __init__(self, upstream: Path) -> None:
        super().__init__()
        self._upstream = str(upstream)
        self._cut: bytes | None = None
        self.cuts = 0
        self.url = f"redis://127.0.0.1:{self.port}"

    def cut_reply_to(self, command: bytes) -> None:
        """Drop the reply to the next command that contains these bytes."""
        self._cut = command

    def serve(self, client: Line) -> None:
        with socket.socket(socket.AF_UNIX) as server:
            server.connect(self._upstream)
            while command := client.recv(1 << 20):
                server.sendall(command)
                reply = server.recv(1 << 20)
                if self._cut is not None and self._cut in command:
                    self._cut, self.cuts = None, self.cuts + 1
                    return
                client.sendall(reply)
