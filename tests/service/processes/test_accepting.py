"""Connections in the system's queue when a web process stops are served: the last process that closes the socket would reset them."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

from gevent import socket as green

from service.processes.accepting import Acceptor


@contextmanager
def waiting(listener: socket.socket, number: int) -> Iterator[set[Any]]:
    """The addresses of so many clients that have connected, and that nobody has accepted."""
    with ExitStack() as ending:
        clients = [ending.enter_context(socket.create_connection(listener.getsockname())) for _ in range(number)]
        yield {client.getsockname() for client in clients}


def served(listener: socket.socket, most: int) -> list[tuple[Any, Any]]:
    """The addresses of the listener and of the clients that a process serves which stops before it has accepted any."""
    seen: list[tuple[Any, Any]] = []
    acceptor = Acceptor(
        green.socket(fileno=listener.detach()), most, lambda address, _client, peer: seen.append((address.getsockname(), peer)), shared=True
    )
    with closing(acceptor):
        acceptor.init_socket()
        acceptor.finish()
        acceptor.connections.join(10)
    return seen


def test_they_are_served_and_know_the_address_though_the_socket_is_closed() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    address = listener.getsockname()
    with waiting(listener, 3) as clients:
        assert set(served(listener, 10)) == {(address, client) for client in clients}


def test_no_more_are_served_than_the_process_may_serve() -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    with waiting(listener, 3):
        assert len(served(listener, 2)) == 2
