"""One word of the store's protocol, PING, spoken over its socket. Everything else goes through `events/`."""

import socket
from pathlib import Path


def ready(address: Path) -> bool:
    """The store serves: it answers PING, and not with "I am still loading"."""
    return _ping(address).startswith(b"+PONG")


def answers(address: Path) -> bool:
    """Somebody speaks the store's protocol there, be it to say that it is loading."""
    return _ping(address)[:1] in {b"+", b"-"}


def _ping(address: Path) -> bytes:
    """The first bytes of the answer, empty if there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(address))
            connection.sendall(b"PING\r\n")
            return connection.recv(64)
        except OSError:
            return b""
