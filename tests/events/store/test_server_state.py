"""What operators see of the append-only file and the replicas."""

from redis import Redis

from events.store.redis_connection import connect
from events.store.server_state import server_state
from tests.cluster import Cluster


def test_the_embedded_store_has_an_append_only_file_and_no_replicas(store_url: str) -> None:
    with Redis.from_url(store_url) as client:
        client.set("rs:{service}:something", "x" * 100)
        state = server_state(client)

    assert (state.aof_enabled, state.aof_write_ok, state.aof_rewrite_ok) == (True, True, True)
    assert (state.replicas, state.replica_lag, state.evicted) == (0, 0, 0)
    assert state.aof_bytes > 100
    assert state.connections >= 1


def test_of_a_cluster_the_worst_master_counts(cluster: Cluster) -> None:
    with connect(cluster.url) as client:
        state = server_state(client)

    assert (state.aof_write_ok, state.replicas, state.replica_lag) == (True, 0, 0)
    assert state.connections >= 3
