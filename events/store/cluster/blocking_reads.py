"""Blocking reads of keys in several slots. The server refuses them in one command, so each key has a connection of its own, and one thread
waits for all of them.
"""

import selectors
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 - the client library's own
    MovedError,
    RedisError,
    ResponseError,
    TimeoutError,  # noqa: A004 - the client library's own
)

from events.store.cluster.slots import slot_of
from events.store.cluster.topology import Node, Topology, redirected
from events.store.connection_pool import Command

RETRY_PAUSE_SECONDS: Final = 0.5
"""Seconds before a node that was lost is tried again."""

_LOST: Final = (ConnectionError, TimeoutError, ClusterDownError)


@dataclass(slots=True)
class _Reading:
    """A connection to a node, and the read that the node has been sent over it (None: none). `ends_by`: when a node that is not lost has
    replied.
    """

    node: Node
    connection: Any
    socket: Any
    read: Command | None = None
    ends_by: float = 0.0


class BlockingReads:
    """The blocking reads of one thread. Raises the client library's errors about lost nodes, but only if all are lost."""

    def __init__(
        self,
        topology: Topology,
        connect: Callable[[Node], Any],
        longest: float,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """`connect` makes a connection to a node. `longest`: seconds within which a node that is not lost replies to any of the reads."""
        self._topology = topology
        self._connect = connect
        self._longest = longest
        self._monotonic = monotonic
        self._selector = selectors.DefaultSelector()
        self._readings: dict[str, _Reading] = {}
        self._lost_until: dict[Node, float] = {}

    def first(self, commands: Mapping[str, Command], wait: float) -> Mapping[str, Any]:
        """The replies that come first, by name, error replies included; empty if there are none within `wait` seconds. Replies without
        content do not count.

        A read that has not ended goes on, and a later call with the same command under the same name gets its reply.
        """
        until = self._monotonic() + wait
        for name, reading in [*self._readings.items()]:
            if name not in commands or reading.read not in {None, commands[name]}:
                self._drop(name)
        while True:
            self._begin_all(commands)
            replies = self._ended(until)
            if replies or self._monotonic() >= until:
                return replies

    def close(self) -> None:
        """Drop all reads."""
        for name in [*self._readings]:
            self._drop(name)
        self._selector.close()

    def _begin_all(self, commands: Mapping[str, Command]) -> None:
        """Send every read that no node has been sent. Raises the last problem if no node takes one."""
        problem: RedisError | None = None
        for name, command in commands.items():
            reading = self._readings.get(name)
            if reading is None or reading.read is None:
                try:
                    self._begin(name, command)
                except _LOST as error:
                    problem = error
        if problem is not None and not any(reading.read for reading in self._readings.values()):
            raise problem

    def _begin(self, name: str, command: Command) -> None:
        node = self._owner(name, slot_of(command))
        if name in self._readings and self._readings[name].node != node:
            self._drop(name)
        try:
            self._send(name, command, node)
        except _LOST:
            self._lose(name, node)
            raise

    def _owner(self, name: str, slot: int) -> Node:
        if self._topology.owner(slot) is None:
            self._topology.refresh()
        node = self._topology.owner(slot)
        if node is None:
            raise ConnectionError(f"no node is known that serves {name}")
        if self._lost_until.get(node, 0.0) > self._monotonic():
            raise ConnectionError(f"the node {node}, which serves {name}, is lost")
        return node

    def _send(self, name: str, command: Command, node: Node) -> None:
        reading = self._readings.get(name) or self._open(name, node)
        reading.connection.send_command(*command)
        reading.read, reading.ends_by = command, self._monotonic() + self._longest

    def _open(self, name: str, node: Node) -> _Reading:
        connection = self._connect(node)
        connection.connect()
        socket = connection._sock  # noqa: SLF001 - the client library can wait for one connection only
        self._selector.register(socket, selectors.EVENT_READ, name)
        reading = self._readings[name] = _Reading(node, connection, socket)
        return reading

    def _ended(self, until: float) -> Mapping[str, Any]:
        """The replies with content that have arrived, once any read has ended."""
        now = self._monotonic()
        next_end = min((reading.ends_by for reading in self._readings.values() if reading.read), default=now)
        ready = self._selector.select(max(0.0, min(until, next_end) - now))
        replies = {key.data: reply for key, _ in ready if (reply := self._receive(key.data))}
        for name, reading in [*self._readings.items()]:
            if reading.read is not None and reading.ends_by <= self._monotonic():
                self._lose(name, reading.node)
        return replies

    def _receive(self, name: str) -> Any:
        """The reply to a read that has ended; None if it is to be sent again."""
        reading = self._readings[name]
        command, reading.read = reading.read, None
        try:
            return reading.connection.read_response()
        except AskError as elsewhere:  # includes: moved
            self._drop(name)
            self._follow(name, command or (), elsewhere, reading.node)
        except _LOST:
            self._lose(name, reading.node)
        except ResponseError as error:
            if not str(error).startswith("UNBLOCKED"):  # the master of the slot has become a replica
                return error
            self._lose(name, reading.node)
        except BaseException:
            self._drop(name)  # an unread reply may remain
            raise
        return None

    def _follow(self, name: str, command: Command, elsewhere: AskError, node: Node) -> None:
        """Learn where the slot is; or, if only this key has gone to another node so far, read it there."""
        other = redirected(elsewhere.host, elsewhere.port, node)
        if isinstance(elsewhere, MovedError):
            self._topology.move(slot_of(command), other)
            return
        try:
            self._open(name, other).connection.send_command("ASKING")
            self._readings[name].connection.read_response()
            self._send(name, command, other)
        except _LOST:
            self._lose(name, other)

    def _lose(self, name: str, node: Node) -> None:
        """Take a node for lost, and look for its successor."""
        self._drop(name)
        self._lost_until[node] = self._monotonic() + RETRY_PAUSE_SECONDS
        self._topology.refresh(node)

    def _drop(self, name: str) -> None:
        reading = self._readings.pop(name, None)
        if reading is not None:
            self._selector.unregister(reading.socket)
            reading.connection.disconnect()
