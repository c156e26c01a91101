"""A proxy that loses answers: the service has carried out the request, and the client never hears of it."""

import socket
import threading
from contextlib import suppress

from tests.listening import Line, Listening, hang_up


class Losing(Listening):
    """A proxy between clients, which connect to `url`, and a service. It loses the answers to the next requests that contain `wanted`,
    and lists in `lost` how many bytes each had. Then it closes the connection, or, with `keep_open`, says nothing, as proxies do that hold
    a stream back. A `port` that was free before can be taken again: for its clients the service is back.
    """

    def __init__(self, service: str, wanted: bytes = b"", times: int = 0, *, keep_open: bool = False, port: int = 0) -> None:
        super().__init__(port=port)
        host, _, number = service.removeprefix("http://").partition(":")
        self._upstream, self._wanted, self._left, self._keep_open = (host, int(number)), wanted, times, keep_open
        self.url = f"http://127.0.0.1:{self.port}"
        self.lost: list[int] = []

    def serve(self, client: Line) -> None:
        losing = threading.Event()
        with socket.create_connection(self._upstream) as server:
            threading.Thread(target=self._answer, args=(server, client, losing), daemon=True).start()
            while request := client.recv(1 << 16):
                if self._left and self._wanted in request:
                    self._left -= 1
                    losing.set()
                server.sendall(request)
            hang_up(server)

    def _answer(self, server: socket.socket, client: socket.socket, losing: threading.Event) -> None:
        with suppress(OSError):
            while part := server.recv(1 << 16):
                if not losing.is_set():
                    client.sendall(part)
                elif self._keep_open:
                    continue
                else:
                    self.lost.append(len(part))
                    break
        hang_up(client, server)
