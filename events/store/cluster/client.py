"""The client library's client for one server, as a client for a cluster: each command goes to the node that serves its key."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from redis import ConnectionPool, Redis
from redis.client import Pipeline

from events.store.answering import raised
from events.store.closing import ClosingClient
from events.store.cluster.cluster_pool import ClusterPool
from events.store.cluster.topology import Node, Topology

_KEYS = "keys"
"""An option of a command that is only for the client library's cache."""


class ClusterClient(ClosingClient):
    """A client whose commands each have a key with a hash tag, and whose transactions have keys of one slot.

    The client library's own cluster client does not fit: it needs a reachable cluster when it is made, asks all nodes for the slots one
    after the other without an end, refuses scripts in pipelines, and raises errors that are no `RedisError` (ADR 67).
    """

    def __init__(self, seeds: Sequence[tuple[str, int]], connections: ConnectionPool, patience: float) -> None:
        """`seeds` are some of the nodes. `connections` says how to connect to a node; none is made through it. `patience`: seconds for
        which a command is repeated while nobody serves its slot.
        """
        super().__init__(connection_pool=connections)
        self._patience = patience
        self.topology = Topology(seeds, self._slots_of)
        self._pool = self.new_pool()
        self.also_close(self._pool.close)

    def new_pool(self) -> ClusterPool:
        """Connections that are separate from those of this client."""
        return ClusterPool(self.topology, self.connect_to, self._patience)

    def connect_to(self, node: Node, **options: Any) -> Any:
        """A new connection to a node, with other `options` than usual. It connects when it is first used."""
        pool = self.connection_pool
        return pool.connection_class(**{**pool.connection_kwargs, "host": node.host, "port": node.port, **options})

    def node(self, node: Node) -> Redis:
        """A client for one node."""
        pool = self.connection_pool
        return Redis.from_pool(ConnectionPool(pool.connection_class, **{**pool.connection_kwargs, "host": node.host, "port": node.port}))

    def masters_or_seeds(self) -> Sequence[Node]:
        """The masters as any node knows them now; if none answers, the nodes that this client was made with."""
        self.topology.refresh()
        return self.topology.masters() or self.topology.seeds

    def execute_command(self, *args: Any, **options: Any) -> Any:
        """The parsed reply to a command with a key."""
        return _parsed(self.response_callbacks, args[0], self._pool.send(*args), options)

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> "ClusterPipeline":  # noqa: FBT001, FBT002 - the library's
        """Commands for one round trip to each node; with `transaction` they have keys of one slot."""
        return ClusterPipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint, self._pool)

    def _slots_of(self, node: Node) -> Any:
        """The reply of a node to CLUSTER SLOTS."""
        connection = self.connect_to(node)
        try:
            connection.send_command("CLUSTER", "SLOTS")
            return connection.read_response()
        finally:
            connection.disconnect()


class ClusterPipeline(Pipeline):
    """A pipeline of the client library whose commands are sent to the nodes that serve their keys. It watches no keys."""

    def __init__(
        self,
        connections: ConnectionPool,
        callbacks: Mapping[str, Callable[..., Any]],
        transaction: bool,  # noqa: FBT001 - the library's
        shard_hint: str | None,
        pool: ClusterPool,
    ) -> None:
        super().__init__(connections, callbacks, transaction, shard_hint)
        self._send = pool.transact if transaction else pool.scatter

    def execute(self, raise_on_error: bool = True) -> list[Any]:  # noqa: FBT001, FBT002 - the library's
        """The parsed replies to all commands. Raises the first error, or with `raise_on_error` False only one of all commands together."""
        stack = [*self.command_stack]
        self.reset()
        replies = self._send([args for args, _ in stack]) if stack else []
        parse = partial(_parsed, self.response_callbacks)
        parsed = [parse(args[0], reply, options) for (args, options), reply in zip(stack, replies, strict=True)]
        return [raised(reply) for reply in parsed] if raise_on_error else parsed


def _parsed(callbacks: Mapping[str, Callable[..., Any]], name: str, reply: Any, options: Mapping[str, Any]) -> Any:
    """The reply as the client library returns it; an error as it is."""
    callback = callbacks.get(name)
    if callback is None or isinstance(reply, Exception):
        return reply
    return callback(reply, **{option: value for option, value in options.items() if option != _KEYS})
