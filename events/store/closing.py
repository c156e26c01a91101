"""Connections beside a client's own, which are closed with the client.

A connection that only the garbage collector closes holds its socket, and a place at the server, for a while longer.
"""

from collections.abc import Callable

from redis import Redis

Close = Callable[[], None]


class ClosingClient(Redis):
    """A client that closes other connections with its own."""

    _others: tuple[Close, ...] = ()

    def also_close(self, close: Close) -> None:
        """Call `close` when this client is closed."""
        self._others = (*self._others, close)

    def close(self) -> None:
        """Close the idle connections of this client, and the others."""
        for close in self._others:
            close()
        super().close()


def close_with(client: Redis, close: Close) -> None:
    """Call `close` when a client is closed. Clients that were not made by `connect` do not know others."""
    if isinstance(client, ClosingClient):
        client.also_close(close)
