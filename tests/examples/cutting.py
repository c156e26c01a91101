"""A proxy that cuts every event stream after a number of bytes, even within a frame."""

import re
import socket
import threading
from contextlib import suppress

from tests.listening import Line, Listening, hang_up


class Cutting(Listening):
    """A proxy between clients, which connect to `url`, and a service. `last_event_ids`: the `Last-Event-ID` of each resumed stream."""

    def __init__(self, service: str, after: int) -> None:
        super().__init__()
        host, _, port = service.removeprefix("http://").partition(":")
        self._upstream, self._after = (host, int(port)), after
        self.url = f"http://127.0.0.1:{self.port}"
        self.cuts = 0
        self.last_event_ids: list[int] = []

    def serve(self, client: Line) -> None:
        streaming = threading.Event()
        with socket.create_connection(self._upstream) as server:
            answering = threading.Thread(target=self._answer, args=(server, client, streaming), daemon=True)
            answering.start()
            while request := client.recv(1 << 16):
                last_event_id = re.search(rb"^last-event-id: (\d+)", request, re.IGNORECASE | re.MULTILINE)
                if last_event_id:
                    self.last_event_ids.append(int(last_event_id[1]))
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
        hang_up(client, server)
