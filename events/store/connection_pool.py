"""The shortest way from a command to its reply, for what every move asks of the store.

The client library's own way takes the caller more than three times as long, most of it for telemetry and for its pool's locks. Here
connections lie in a queue: with the same retries, errors and time-outs, and replies as they come.
"""

import os
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final

from redis import Redis
from redis.exceptions import ConnectionError, ResponseError  # noqa: A004 - the client library's own

MOST_CONNECTIONS: Final = 64
"""Connections of one process; more commands at once wait for each other."""

WAIT: Final = 2.0
"""Seconds that a command waits for a connection."""


class ConnectionPool:
    """Connections like those of a client, but not the client's own. Safe for threads, greenlets and forked processes."""

    def __init__(self, client: Redis, most: int = MOST_CONNECTIONS) -> None:
        self._connect = partial(client.connection_pool.connection_class, **client.connection_pool.connection_kwargs)
        self._most = most
        self._renew()

    def ask(self, *command: str | int | bytes) -> Any:
        """The reply to a command. Raises the client library's errors."""
        connection = self._taken()
        try:
            return connection.retry.call_with_retry(partial(_answer, connection, command), lambda _: connection.disconnect())
        except ResponseError:
            raise  # a reply like any other: the connection is as good as before
        except BaseException:
            connection.disconnect()  # whoever was cut short in here has left a reply behind, which is nobody else's
            raise
        finally:
            self._idle.put(connection)

    def _taken(self) -> Any:
        if os.getpid() != self._process:
            self._renew()
        try:
            return self._idle.get_nowait()
        except Empty:
            if self._made < self._most:
                self._made += 1
                return self._connect()
        try:
            return self._idle.get(timeout=WAIT)
        except Empty:
            raise ConnectionError("all connections are in use") from None

    def _renew(self) -> None:
        """Begin without connections: those that were made before a fork belong to the parent."""
        self._process = os.getpid()
        self._idle: SimpleQueue[Any] = SimpleQueue()
        self._made = 0


def _answer(connection: Any, command: tuple[str | int | bytes, ...]) -> Any:
    connection.send_command(*command)
    return connection.read_response()
