"""A proxy that hangs up on every event stream after so many bytes, in the middle of whatever is said."""

import re
import socket
import threading
from contextlib import suppress
from typing import Self


class Cutting:
    """Between clients, which connect to `url`, and a service. `last_event_ids`: after which version each stream was asked for."""

    def __init__(self, service: str, after: int) -> None:
        host, _, port = service.removeprefix("http://").partition(":")
        self._upstream, self._after = (host, int(port)), after
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.cuts = 0
        self.last_event_ids: list[int] = []
        self._accepting = threading.Thread(target=self._accept)

    def __enter__(self) -> Self:
        self._accepting.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._accepting.join()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        streaming = threading.Event()
        with client, socket.create_connection(self._upstream) as server, suppress(OSError):
            answering = threading.Thread(target=self._answer, args=(server, client, streaming), daemon=True)
            answering.start()
            while request := client.recv(1 << 16):
                asked = re.search(rb"^last-event-id: (\d+)", request, re.IGNORECASE | re.MULTILINE)
                if asked:
                    self.last_event_ids.append(int(asked[1]))
                    streaming.set()
                server.sendall(request)

    def _answer(self, server: socket.socket, client: socket.socket, streaming: threading.Event) -> None:
        left = self._after
        with suppress(OSError):
            while left and (part := server.recv(1 << 16)):
                part = part[:left] if streaming.is_set() else part
                client.sendall(part)
                left -= len(part) if streaming.is_set() else 0
            self.cuts += not left
        for end in (client, server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
