"""Sends commands to the nodes of a cluster that serve their keys.

A slot may move to another node at any time, as a whole or key by key, or its master may be lost until a replica takes over. A command
follows the redirections. While nobody serves the slot, it is repeated for as long as the client waits for any server that does not answer;
a node that is lost for longer is not waited for again. Every command must be safe to repeat.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final

from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 - the client library's own
    MovedError,
    RedisError,
    TimeoutError,  # noqa: A004 - the client library's own
    TryAgainError,
)

from events.store.answering import raised
from events.store.cluster.slots import slot_of
from events.store.cluster.topology import Node, Topology, redirected
from events.store.connection_pool import Command, ConnectionPool

log = logging.getLogger(__name__)

PAUSE_SECONDS: Final = 0.05
"""Seconds before a command is repeated for which no other node is known."""

LONGEST_SCATTER_SECONDS: Final = 4.0
"""Seconds after which commands for several nodes ask no further node."""

LONGEST_MIGRATION_SECONDS: Final = 1.0
"""Seconds for which a command is repeated at least while its keys are moving one by one."""

MOST_REDIRECTIONS: Final = 16
"""Redirections of one command. More mean that the nodes contradict each other."""

_REDIRECTED: Final = (AskError, TryAgainError)  # AskError includes: moved
_LOST: Final = (ConnectionError, TimeoutError, ClusterDownError)


class ClusterPool:
    """Connections to all nodes of a cluster. Safe for threads, greenlets and forked processes."""

    def __init__(
        self,
        topology: Topology,
        connect: Callable[[Node], Any],
        patience: float,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """`connect` makes a connection to a node. `patience`: seconds for which a command is repeated while nobody serves its slot."""
        self._topology = topology
        self._connect = connect
        self._patience = patience
        self._monotonic = monotonic
        self._sleep = sleep
        self._pools: dict[Node, ConnectionPool] = {}
        self._keeps = True
        self._lost_since: dict[Node, float] = {}

    def send(self, *command: str | int | bytes) -> Any:
        """The reply to a command. Raises the client library's errors, and `ValueError` for a command without a key."""
        [reply] = self._replies(slot_of(command), [command], self._patience)
        return raised(reply)

    def exchange(self, commands: Sequence[Command]) -> list[Any]:
        """As in `ConnectionPool`. The commands are sent to the node that serves the first key of the first command."""
        return self._replies(slot_of(commands[0]), commands, self._patience)

    def transact(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to the commands of a transaction; error replies are elements. All keys must be in one slot."""
        slots = {slot_of(command) for command in commands}
        if len(slots) != 1:
            raise ValueError(f"a transaction over {len(slots)} slots")
        *_, done = self._replies(slots.pop(), [("MULTI",), *commands, ("EXEC",)], self._patience)
        replies: list[Any] = raised(done)
        return replies

    def scatter(self, commands: Sequence[Command]) -> list[Any]:
        """The replies to commands for any slots, in one round trip for each node. All errors are elements.

        Nothing waits for a node that is lost, so that the others are not held up; and if several do not answer, not all of them are asked.
        """
        until = self._monotonic() + LONGEST_SCATTER_SECONDS
        slots = [slot_of(command) for command in commands]
        if any(self._topology.owner(slot) is None for slot in slots):
            self._topology.refresh()
        by_node: defaultdict[Node | None, list[int]] = defaultdict(list)
        for number, slot in enumerate(slots):
            by_node[self._topology.owner(slot)].append(number)
        replies: list[Any] = [None] * len(commands)
        for node, numbers in sorted(by_node.items(), key=lambda item: item[0] in self._lost_since):
            for number, reply in zip(numbers, self._of_node(node, [commands[number] for number in numbers], until), strict=True):
                replies[number] = self._followed(reply, node, slots[number], commands[number])
        return replies

    def close(self) -> None:
        """Close the idle connections, and the others when they are no longer in use."""
        self._keeps = False
        for pool in [*self._pools.values()]:
            pool.close()

    def _of_node(self, node: Node | None, commands: Sequence[Command], until: float) -> Sequence[Any]:
        """The replies of a node; the same error for each command if it does not answer. It is not asked if the time is over."""
        if self._monotonic() > until:
            return [TimeoutError("other nodes of the store have taken too long")] * len(commands)
        try:
            return self._talk(node, commands)
        except RedisError as error:
            if node is not None:
                self._note_loss(node, error)
            self._topology.refresh(node)
            return [error] * len(commands)

    def _followed(self, reply: Any, node: Node | None, slot: int, command: Command) -> Any:
        """The reply, or that of another node if the first one has redirected the command, or if another one serves the slot now."""
        moved = isinstance(reply, _LOST) and self._topology.owner(slot) != node
        if not moved and not isinstance(reply, _REDIRECTED):
            return reply
        try:
            return self._replies(slot, [command], 0.0)[0]
        except RedisError as error:
            return error

    def _replies(self, slot: int, commands: Sequence[Command], patience: float) -> list[Any]:
        """The replies of the node that serves the slot, once there is one. Raises the last problem if there is none in time."""
        begun, redirections = self._monotonic(), 0
        imports: Node | None = None
        while True:
            node = imports or self._topology.owner(slot)
            try:
                replies = self._talk(node, commands, asking=imports is not None)
                problem = next((reply for reply in replies if isinstance(reply, (*_REDIRECTED, *_LOST))), None)
                if problem is None:
                    return replies
            except _LOST as error:
                problem = error
            redirections += isinstance(problem, AskError)
            if redirections > MOST_REDIRECTIONS:
                raise problem
            least = LONGEST_MIGRATION_SECONDS if isinstance(problem, TryAgainError) else 0.0
            imports = self._next(slot, node, problem, begun + max(patience, least))

    def _next(self, slot: int, node: Node | None, problem: RedisError, until: float) -> Node | None:
        """Act on a problem: take note of the slot's new owner, or wait. Returns the node that is importing the key, if it is to be asked.

        Raises the problem if its time is over.
        """
        match problem:
            case MovedError() if node is not None:
                self._topology.move(slot, redirected(problem.host, problem.port, node))
            case AskError() if node is not None:
                return redirected(problem.host, problem.port, node)
            case TryAgainError():
                self._wait(problem, until)
            case _:
                self._await_successor(slot, node, problem, until)
        return None

    def _await_successor(self, slot: int, node: Node | None, problem: RedisError, until: float) -> None:
        """Look for another node that serves the slot. If there is none, wait, but no longer than for `patience` since the node was lost."""
        if node is not None:
            until = min(until, self._note_loss(node, problem) + self._patience)
        self._topology.refresh(node)
        if self._topology.owner(slot) in {node, None}:
            self._wait(problem, until)

    def _note_loss(self, node: Node, problem: RedisError) -> float:
        """Since when the node is lost."""
        if node not in self._lost_since:
            log.warning("the node %s of the store is lost: %s", node, problem)
        return self._lost_since.setdefault(node, self._monotonic())

    def _wait(self, problem: RedisError, until: float) -> None:
        if self._monotonic() >= until:
            raise problem
        self._sleep(PAUSE_SECONDS)

    def _talk(self, node: Node | None, commands: Sequence[Command], *, asking: bool = False) -> list[Any]:
        if node is None:
            raise ConnectionError("no node of the cluster is known that serves these keys")
        replies = self._pool(node).exchange([("ASKING",), *commands] if asking else commands)
        if node in self._lost_since and not isinstance(replies[0], ClusterDownError):
            self._lost_since.pop(node, None)
            log.info("the node %s of the store answers", node)
        return replies[1:] if asking else replies

    def _pool(self, node: Node) -> ConnectionPool:
        pool = self._pools.get(node)
        if pool is None:
            pool = ConnectionPool(partial(self._connect, node))
            self._drop_unknown()
            self._pools[node] = pool
            if not self._keeps:
                pool.close()
        return pool

    def _drop_unknown(self) -> None:
        known = self._topology.known()
        for node in [*self._pools]:
            if node not in known and (pool := self._pools.pop(node, None)):
                pool.close()
