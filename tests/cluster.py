"""A cluster of the store on this machine, made of the embedded server's program.

    with running_cluster(folder, masters=3, replicas=2) as nodes:
        client = connect(nodes.url)
        nodes.of("p07").kill()          # a replica takes its slots
        nodes.move("p07", nodes.masters[0])

Masters have equal ranges of slots. Nodes agree on a fail-over within about four seconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from tests.operation.processes import free_port, until
from tests.servers import Server

NODE_TIMEOUT_MS: Final = 2000
"""Milliseconds without an answer after which nodes hold another one for lost."""

AGREED_WITHIN: Final = 30.0


class Node(Server):
    """One server of the cluster."""

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        """Start it in an empty folder."""
        self.bus = free_port()
        super().__init__(folder, {**settings, "cluster-port": str(self.bus)})
        self.id: str = self.ask("CLUSTER", "MYID").decode()


class Cluster:
    """The nodes as they were started: each master has the same number of replicas."""

    def __init__(self, folder: Path, masters: int, replicas: int, **settings: str) -> None:
        chosen = _SETTINGS | {name.replace("_", "-"): value for name, value in settings.items()}
        self.nodes = [Node(folder / f"node{number}", chosen) for number in range(masters * (1 + replicas))]
        self.masters, others = self.nodes[:masters], self.nodes[masters:]
        self.url = f"redis+cluster://{','.join(f'127.0.0.1:{node.port}' for node in self.masters)}"
        share = -(-REDIS_CLUSTER_HASH_SLOTS // masters)
        for number, master in enumerate(self.masters):
            last = min((number + 1) * share, REDIS_CLUSTER_HASH_SLOTS) - 1
            master.ask("CLUSTER", "ADDSLOTSRANGE", number * share, last)
            master.ask("CLUSTER", "SET-CONFIG-EPOCH", number + 1)
        for node in self.nodes[1:]:
            self.nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", node.port, node.bus)
        until(lambda: all(self._agrees(node) for node in self.nodes), AGREED_WITHIN)
        for number, replica in enumerate(others):
            replica.ask("CLUSTER", "REPLICATE", self.masters[number % masters].id)
        until(lambda: all(replica.is_in_step() for replica in others), AGREED_WITHIN)

    def _agrees(self, node: Node) -> bool:
        facts = node.facts("CLUSTER", "INFO")
        return facts["cluster_state"] == "ok" and int(facts["cluster_known_nodes"]) == len(self.nodes)

    def of(self, tag: str) -> Node:
        """The master that serves the keys with this hash tag, as the first node that answers knows it."""
        asked = next(node for node in self.nodes if node.answers())
        port = self._owner(asked, slot_of(tag))
        return next(node for node in self.nodes if node.port == port)

    def serving(self) -> Sequence[Node]:
        """The nodes that serve slots, as the first node that answers knows them."""
        asked = next(node for node in self.nodes if node.answers())
        ports = {int(place[1]) for _, _, place, *_ in asked.ask("CLUSTER", "SLOTS")}
        return [node for node in self.nodes if node.port in ports]

    def fail_over(self, lost: Node) -> None:
        """Kill a node that serves slots, and wait until a replica has taken over."""
        lost.kill()
        until(lambda: lost not in self.serving(), AGREED_WITHIN)

    def rejoin(self, lost: Node) -> None:
        """Start a killed node, and wait until it is a replica with all data."""
        lost.start()
        until(lost.is_in_step, AGREED_WITHIN)

    def allow_fail_over(self, *, allowed: bool) -> None:
        """Whether a replica may take over for its master. As they were started, they may."""
        for node in self.nodes:
            if node.answers():
                node.ask("CONFIG", "SET", "cluster-replica-no-failover", "no" if allowed else "yes")

    def wait_for_fail_over(self, tag: str, lost: Node) -> None:
        """Wait until another node than the lost one serves the keys with this hash tag."""
        until(lambda: self.of(tag) is not lost, AGREED_WITHIN)

    def move(self, tag: str, to: Node) -> None:
        """Move the slot of this hash tag to another master as a whole. Nobody is redirected before it has moved."""
        source, slot = self.of(tag), slot_of(tag)
        source.ask("CLUSTER", "MIGRATESLOTS", "SLOTSRANGE", slot, slot, "NODE", to.id)
        until(lambda: self.of(tag) is to and all(self._owner(node, slot) == to.port for node in self.serving()), AGREED_WITHIN)

    def move_by_keys(self, tag: str, to: Node, keys_at_once: int = 10) -> None:
        """Move the slot of this hash tag to another master key by key."""
        source, slot = self.of(tag), slot_of(tag)
        to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", to.id)
        while keys := source.ask("CLUSTER", "GETKEYSINSLOT", slot, keys_at_once):
            source.ask("MIGRATE", "127.0.0.1", to.port, "", 0, 5000, "KEYS", *keys)
        for node in (to, source, *(other for other in self.masters if other not in {to, source})):
            node.ask("CLUSTER", "SETSLOT", slot, "NODE", to.id)

    def _owner(self, node: Node, slot: int) -> int:
        """The port of the master that a node believes to serve a slot."""
        return next(int(place[1]) for first, last, place, *_ in node.ask("CLUSTER", "SLOTS") if first <= slot <= last)

    def flush(self) -> None:
        """Delete all keys."""
        for master in self.masters:
            master.ask("FLUSHALL")

    def stop(self) -> None:
        for node in self.nodes:
            node.stop()


_SETTINGS: Final = {
    "cluster-enabled": "yes",
    "cluster-node-timeout": str(NODE_TIMEOUT_MS),
    "cluster-require-full-coverage": "no",
    "cluster-replica-validity-factor": "0",
    "repl-diskless-sync-delay": "0",
    "appendonly": "no",
    "save": "",
}


def slot_of(tag: str) -> int:
    """The slot of the keys with this hash tag."""
    return key_slot(tag.encode())


@contextmanager
def running_cluster(folder: Path, masters: int = 3, replicas: int = 0, **settings: str) -> Iterator[Cluster]:
    """Run a cluster in an empty folder for the block. `settings` are the servers' own, with _ for -."""
    nodes = Cluster(folder, masters, replicas, **settings)
    try:
        yield nodes
    finally:
        nodes.stop()
