"""A TCP proxy that can swallow a reply: it lets a command through, waits until the server has answered, and hangs up."""

import socket
import threading
from contextlib import suppress
from pathlib import Path


class Proxy:
    """Between clients, which connect to `url`, and a server on a unix socket."""

    def __init__(self, upstream: Path) -> None:
        self._upstream = str(upstream)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._cut: bytes | None = None
        self.cuts = 0
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_reply_to(self, command: bytes) -> None:
        """Swallow the reply to the next command that contains these bytes."""
        self._cut = command

    def close(self) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client, socket.socket(socket.AF_UNIX) as server, suppress(OSError):
            server.connect(self._upstream)
            while command := client.recv(1 << 20):
                server.sendall(command)
                reply = server.recv(1 << 20)
                if self._cut is not None and self._cut in command:
                    self._cut, self.cuts = None, self.cuts + 1
                    return
                client.sendall(reply)
