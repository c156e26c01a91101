"""Addresses to listen on: are they free, and does the service there say that it is ready?"""

import socket
import time
from http.client import HTTPConnection, HTTPException


class PortTaken(Exception):
    """Nobody can listen there now."""


def check_free(host: str, port: int, advice: str, patience: float = 0.0) -> None:
    """Raise PortTaken with the advice unless a program may listen there within `patience` seconds."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return _listen(host, port)
        except OSError as error:
            if time.monotonic() >= deadline or isinstance(error, socket.gaierror):
                raise PortTaken(f"cannot listen on {host}:{port}: {error.strerror}; {advice}") from error
            time.sleep(0.1)


def _listen(host: str, port: int) -> None:
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    with socket.socket(family, socket.SOCK_STREAM) as attempt:
        attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections of an earlier service may still linger
        attempt.bind(address)
        attempt.listen(1)  # macOS lets two bind, not two listen


def is_ready(host: str, port: int) -> bool:
    """The service answers /readyz with 200."""
    connection = HTTPConnection(reachable(host), port, timeout=2.0)
    try:
        connection.request("GET", "/readyz", headers={"Connection": "close"})
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def url(host: str, port: int) -> str:
    """Where a browser on this machine finds it."""
    shown = reachable(host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def reachable(host: str) -> str:
    """An address that leads from here to a service that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
