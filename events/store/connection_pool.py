"""A fast path from a command to its reply, for the commands of every move.

The client library's own path takes more than three times as long, mostly for telemetry and the locks of its pool. This pool holds its
connections in a queue. Retries, errors and time-outs are the same; replies are not parsed further.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol, TypeAlias

from hiredis import pack_command
from redis.exceptions import ConnectionError, ResponseError  # noqa: A004 - the client library's own

MOST_CONNECTIONS: Final = 64
"""The most connections of one process. Further commands wait for a connection."""

CONNECTION_WAIT_SECONDS: Final = 2.0
"""Seconds that a command waits for a free connection."""


Command: TypeAlias = Sequence[str | int | bytes]


class Pool(Protocol):
    """Connections to a store. Raises the client library's errors."""

    def send(self, *command: str | int | bytes) -> Any:
        """The reply to a command."""

    def exchange(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to several commands, which are sent in one write over one connection. Error replies are elements of the list."""

    def scatter(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to commands about any keys, in one round trip to each server. Error replies are elements of the list, and so are
        errors about servers of a cluster that are lost.
        """

    def close(self) -> None:
        """Close the idle connections, and the others when they are no longer in use."""


class ConnectionPool:
    """Connections to one server. Safe for threads, greenlets and forked processes."""

    def __init__(self, connect: Callable[[], Any], most: int = MOST_CONNECTIONS) -> None:
        """`connect` makes a connection of the client library, which connects when it is first used."""
        self._connect = connect
        self._most = most
        self._keeps = True
        self._renew()

    def send(self, *command: str | int | bytes) -> Any:
        """The reply to a command. Raises the client library's errors."""
        return self._use(partial(_answer, command))

    def exchange(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to several commands, which are sent in one write over one connection. Error replies are elements of the list.

        Raises the client library's errors about connections; then all commands may have been executed, or some, or none.
        """
        replies: list[Any] = self._use(partial(_answers, commands))
        return replies

    def scatter(self, commands: Sequence[Command]) -> list[Any]:
        """As `exchange`: there is one server only."""
        return self.exchange(commands)

    def close(self) -> None:
        """Close the idle connections, and the others when they are no longer in use."""
        self._keeps = False
        with suppress(Empty):
            while True:
                self._idle.get_nowait().disconnect()
                self._made -= 1

    def _use(self, talk: Callable[[Any], Any]) -> Any:
        connection = self._acquire()
        try:
            return connection.retry.call_with_retry(partial(talk, connection), lambda _: connection.disconnect())
        except ResponseError:
            raise  # an error reply is a complete reply: the connection stays usable
        except BaseException:
            connection.disconnect()  # an unread reply may remain, which the next command must not read
            raise
        finally:
            self._idle.put(connection)
            if not self._keeps:
                self.close()

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


def _answer(command: Command, connection: Any) -> Any:
    connection.send_packed_command([pack_command(command)])  # type: ignore[arg-type]  # its stub knows commands of one word only
    return connection.read_response()


def _answers(commands: Sequence[Command], connection: Any) -> list[Any]:
    connection.send_packed_command(connection.pack_commands(commands))
    return [_reply(connection) for _ in commands]


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except ResponseError as error:
        return error
