"""Acknowledgement by replicas on a cluster: each append waits for the replicas of the master that has its table."""

import threading
from collections.abc import Iterator

import pytest

from events.store.event_store import NotReplicated, Replication, StoreUnavailable
from events.store.keys import PARTITIONS
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from tests.cluster import Cluster, Node, running_cluster
from tests.events.store.tables import Log


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three masters with one replica each."""
    with running_cluster(tmp_path_factory.mktemp("nodes"), replicas=1) as nodes:
        yield nodes


@pytest.fixture
def partitions(nodes: Cluster) -> dict[Node, str]:
    """A partition of each master."""
    return {nodes.of(partition): partition for partition in PARTITIONS}


def replica_of(nodes: Cluster, master: Node) -> Node:
    return next(node for node in nodes.nodes if node.facts("INFO", "replication").get("master_port") == str(master.port))


def log_in(store: RedisStore, partition: str) -> Log:
    return Log(store, partition + Log(store).table[3:])


def test_an_append_waits_for_the_replicas_of_its_own_master_only(nodes: Cluster, partitions: dict[Node, str]) -> None:
    store = RedisStore(connect(nodes.url), Replication(1, 1000))
    lagging, *others = partitions
    log = log_in(store, partitions[lagging])
    with replica_of(nodes, lagging).frozen():
        with pytest.raises(NotReplicated):
            log.append()
        for other in others:
            log_in(store, partitions[other]).append()

    store.confirm(log.table, 1, log.batch().snapshot.hash)


def test_no_acknowledged_append_is_lost_when_a_master_fails_under_load(nodes: Cluster, partitions: dict[Node, str]) -> None:
    store, lost = RedisStore(connect(nodes.url), Replication(1, 1000)), next(iter(partitions))
    logs, over = [log_in(store, partition) for partition in [partitions[lost]] * 4 + [*partitions.values()]], threading.Event()
    threads = [threading.Thread(target=append_until, args=(log, over)) for log in logs]
    for thread in threads:
        thread.start()
    while not all(len(log.lines) > 10 for log in logs):
        over.wait(0.01)

    lost.kill()
    nodes.wait_for_fail_over(partitions[lost], lost)
    over.set()
    for thread in threads:
        thread.join()

    after = RedisStore(connect(nodes.url))
    for log in logs:
        assert [*after.read(log.table, 0, 100_000)][: len(log.lines)] == log.lines


def append_until(log: Log, over: threading.Event) -> None:
    """Append until the store no longer acknowledges."""
    try:
        while not over.is_set():
            log.append()
    except (StoreUnavailable, AssertionError):  # or a repeated append found its record: its first answer was lost with the master
        return
