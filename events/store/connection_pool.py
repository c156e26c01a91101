"""A fast path from a command to its reply, for the commands of every move.

The client library's own path takes more than three times as long, mostly for telemetry and the locks of its pool. This pool holds its
connections in a queue. Retries, errors and time-outs are the same; replies are not parsed further.
"""

import os
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final

from redis import Redis
from redis.exceptions import ConnectionError, ResponseError  # noqa: A004 - the client library's own

MOST_CONNECTIONS: Final = 64
"""The most connections of one process. Further commands wait for a connection."""

CONNECTION_WAIT_SECONDS: Final = 2.0
"""Seconds that a command waits for a free connection."""


class ConnectionPool:
    """Connections with the settings of a client, separate from the client's own. Safe for threads, greenlets and forked processes."""

    def __init__(self, client: Redis, most: int = MOST_CONNECTIONS) -> None:
        self._connect = partial(client.connection_pool.connection_class, **client.connection_pool.connection_kwargs)
        self._most = most
        self._renew()

    def send(self, *command: str | int | bytes) -> Any:
        """The reply to a command. Raises the client library's errors."""
        connection = self._acquire()
        try:
            return connection.retry.call_with_retry(partial(_answer, connection, command), lambda _: connection.disconnect())
        except ResponseError:
            raise  # an error reply is a complete reply: the connection stays usable
        except BaseException:
            connection.disconnect()  # an unread reply may remain, which the next command must not read
            raise
        finally:
            self._idle.put(connection)

    def _acquire(self) -> Any:
        if os.getpid() != self._process:
            self._renew()
        try:
            return self._idle.get_nowait()
        except Empty:
            if self._made < self._most:
                self._made += 1
                return self._connect()
        try:
            return self._idle.get(timeout=CONNECTION_WAIT_SECONDS)
        except Empty:
            raise ConnectionError("all connections are in use") from None

    def _renew(self) -> None:
        """Begin without connections: those made before a fork belong to the parent process."""
        self._process = os.getpid()
        self._idle: SimpleQueue[Any] = SimpleQueue()
        self._made = 0


def _answer(connection: Any, command: tuple[str | int | bytes, ...]) -> Any:
    connection.send_command(*command)
    return connection.read_response()
