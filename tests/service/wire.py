"""HTTP on a plain socket: streams that are cut within a frame, and requests that no library sends."""

import json
import socket
import struct
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Self

from tests.live import SSE


def connect(url: str, buffer: int | None = None) -> socket.socket:
    """A connection to a service; `buffer` is its receive buffer in bytes."""
    host, _, port = url.removeprefix("http://").partition(":")
    connection = socket.socket()
    connection.settimeout(30)
    if buffer is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)  # otherwise such a small window is read very slowly
    connection.connect((host, int(port)))
    return connection


def talk(url: str, request: bytes) -> bytes:
    """Send these bytes and nothing more; return the whole response."""
    with connect(url) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionResetError):
            while part := connection.recv(1 << 16):
                answer += part
    return answer


class Stream:
    """An event stream on its own socket. It uses HTTP/1.0, so the body is what the service wrote, without chunks."""

    def __init__(
        self,
        url: str,
        table: str,
        *,
        after: int | str = 0,
        token: str | None = None,
        last: int | str | None = None,
        key: str | bytes | None = None,
        buffer: int | None = None,
    ) -> None:
        headers = {
            "Accept": SSE,
            **({} if key is None else {"X-API-Key": str(key)}),
            **({} if token is None else {"Authorization": f"Bearer {token}"}),
            **({} if last is None else {"Last-Event-ID": str(last)}),
        }
        self.socket = connect(url, buffer)
        lines = [f"GET /v1/tables/{table}/events?after={after} HTTP/1.0", *(f"{name}: {value}" for name, value in headers.items())]
        self.socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self.head = b""
        while not self.head.endswith(b"\r\n\r\n"):
            byte = self.socket.recv(1)
            assert byte, self.head
            self.head += byte
        self.body = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    @property
    def status(self) -> int:
        return int(self.head.split()[1])

    def read(self, size: int) -> bool:
        """Read this number of further bytes of the body; False if it ends before."""
        wanted = len(self.body) + size
        while len(self.body) < wanted:
            part = self.socket.recv(wanted - len(self.body))
            if not part:
                return False
            self.body += part
        return True

    def read_until(self, text: bytes) -> bytes:
        """Read until the body contains this text; return what has followed it so far."""
        while text not in self.body:
            assert self.read_more(), self.body[-1000:]
        return self.body.partition(text)[2]

    def read_version(self, version: int) -> None:
        """Read until the whole event of this version has arrived."""
        while b"\n\n" not in self.read_until(b"id: %d-" % version):
            assert self.read_more(), self.body[-1000:]

    def read_to_the_end(self) -> None:
        """Read until the service ends the stream."""
        while self.read_more():
            pass

    def read_more(self) -> bool:
        """Read the next bytes; False at the end of the stream."""
        part = self.socket.recv(1 << 16)
        self.body += part
        return bool(part)

    @property
    def events(self) -> list[Mapping[str, Any]]:
        """The events of all whole frames that have arrived."""
        whole, _, _ = self.body.rpartition(b"\n\n")
        frames = [frame.split(b"\n") for frame in whole.split(b"\n\n") if frame.startswith(b"id: ")]
        events = [json.loads(data.removeprefix(b"data: ")) for _, data in frames]
        assert [f"id: {event['version']}-{event['hash'][:8]}".encode() for event in events] == [name for name, _ in frames]
        return events

    @property
    def reset_frame(self) -> Mapping[str, str] | None:
        """The fields of the frame `reset`, which ends the stream of a client that has read lost events; None before it has arrived."""
        whole, _, _ = self.body.rpartition(b"\n\n")
        found = [frame.decode() for frame in whole.split(b"\n\n") if frame.startswith(b"event: reset\n")]
        return dict(line.split(": ", 1) for line in found[0].split("\n")) if found else None

    @property
    def versions(self) -> list[int]:
        return [event["version"] for event in self.events]

    def reset(self) -> None:
        """Close the connection with RST."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()
