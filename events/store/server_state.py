"""What the store's servers report of their append-only file and their replicas. The settings are in `events.store.durability`."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from redis import Redis

from events.store.answering import ask_those_that_answer
from events.store.redis_connection import answered, servers_of

SECTIONS = ("persistence", "replication", "stats", "clients")


class ServerState(NamedTuple):
    """The state of a server that takes writes. `aof_…`: the append-only file: whether there is one, whether the last write to it and the
    last rewrite succeeded, its bytes, and how often the server waited for the disk. `replicas`: connected ones; `replica_lag`: bytes that
    the slowest of them lacks. `evicted`: keys that were dropped for lack of memory. `connections`: of clients.
    """

    aof_enabled: bool
    aof_write_ok: bool
    aof_rewrite_ok: bool
    aof_bytes: int
    aof_delays: int
    replicas: int
    replica_lag: int
    evicted: int
    connections: int


@answered
def server_state(client: Redis) -> ServerState:
    """The state of the store. Of a cluster: the worst master's, and sums of bytes, delays, evictions and connections.

    Raises `StoreUnavailable`.
    """
    with servers_of(client) as servers:
        found = [state for _, state in ask_those_that_answer(servers, _of_server)]
    return ServerState(
        aof_enabled=all(state.aof_enabled for state in found),
        aof_write_ok=all(state.aof_write_ok for state in found),
        aof_rewrite_ok=all(state.aof_rewrite_ok for state in found),
        aof_bytes=sum(state.aof_bytes for state in found),
        aof_delays=sum(state.aof_delays for state in found),
        replicas=min(state.replicas for state in found),
        replica_lag=max(state.replica_lag for state in found),
        evicted=sum(state.evicted for state in found),
        connections=sum(state.connections for state in found),
    )


def _of_server(server: Redis) -> ServerState:
    facts: Mapping[str, Any] = server.info(*SECTIONS)
    reached = int(facts.get("master_repl_offset", 0))
    replicas = [fact for name, fact in facts.items() if name.startswith("slave") and isinstance(fact, dict)]
    return ServerState(
        aof_enabled=bool(facts.get("aof_enabled")),
        aof_write_ok=facts.get("aof_last_write_status", "ok") == "ok",
        aof_rewrite_ok=facts.get("aof_last_bgrewrite_status", "ok") == "ok",
        aof_bytes=int(facts.get("aof_current_size", 0)),
        aof_delays=int(facts.get("aof_delayed_fsync", 0)),
        replicas=int(facts.get("connected_slaves", 0)),
        replica_lag=max((reached - int(replica.get("offset", 0)) for replica in replicas), default=0),
        evicted=int(facts.get("evicted_keys", 0)),
        connections=int(facts.get("connected_clients", 0)),
    )
