"""Addresses to listen on."""

import socket
import time
from contextlib import ExitStack

BACKLOG = 2048
"""Maximum number of connections that wait to be accepted."""


class PortTaken(Exception):
    """No program can listen on this address now."""


def check_free(host: str, port: int, advice: str) -> None:
    """Raise PortTaken with this advice unless a program can listen there."""
    listener(host, port, advice).close()


def listener(host: str, port: int, advice: str, within: float = 0.0) -> socket.socket:
    """A socket that listens there, within so many seconds. Raises PortTaken with this advice."""
    deadline = time.monotonic() + within
    while True:
        try:
            return _listener(host, port, advice)
        except PortTaken as taken:
            if time.monotonic() >= deadline or isinstance(taken.__cause__, socket.gaierror):
                raise
            time.sleep(0.1)


def _listener(host: str, port: int, advice: str) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, _, _, _, address = min(found, key=lambda each: each[0] != socket.AF_INET)  # localhost: prefer 127.0.0.1 to ::1
        with ExitStack() as unless_it_listens:
            listening = unless_it_listens.enter_context(socket.socket(family, socket.SOCK_STREAM))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections of an earlier service may still exist
            listening.bind(address)
            listening.listen(BACKLOG)  # on macOS two sockets can bind, but only one can listen
            unless_it_listens.pop_all()
            return listening
    except OSError as error:
        raise PortTaken(f"cannot listen on {host}:{port}: {error.strerror}; {advice}") from error


def url(host: str, port: int) -> str:
    """The URL for a browser on this machine."""
    shown = reachable(host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def reachable(host: str) -> str:
    """The address at which this machine reaches a service that listens on `host`."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
