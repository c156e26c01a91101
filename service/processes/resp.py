"""Checks the store with PING over its socket. All other store access is in `events/`."""

import socket
from pathlib import Path


def ready(address: Path) -> bool:
    """Whether the store is ready: it answers PING with PONG, not with an error such as LOADING."""
    return _ping(address).startswith(b"+PONG")


def answers(address: Path) -> bool:
    """Whether a server answers there in the store's protocol, even with an error."""
    return _ping(address)[:1] in {b"+", b"-"}


def _ping(address: Path) -> bytes:
    """The first bytes of the answer to PING; empty if there is none."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(1.0)
        try:
            connection.connect(str(address))
            connection.sendall(b"PING\r\n")
            return connection.recv(64)
        except OSError:
            return b""
