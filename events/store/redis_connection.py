"""Connections to Redis or Valkey: time-outs, retries, checks of the server, and the errors that mean that the store is unavailable.

The client library repeats a command when its reply is lost. Every command sent through these clients must be safe to repeat.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from redis import BlockingConnectionPool, ConnectionPool, Redis
from redis.backoff import ConstantBackoff, NoBackoff
from redis.exceptions import ConnectionError, RedisError  # noqa: A004 - the client library's own
from redis.retry import Retry
from redis.utils import HIREDIS_AVAILABLE

from events.store.addresses import StoreAddress, read_address
from events.store.answering import ask_those_that_answer, is_no_answer, raised
from events.store.closing import ClosingClient, close_with
from events.store.cluster.client import ClusterClient
from events.store.event_store import StoreUnavailable
from events.store.keys import service_key
from events.store.levels import CLIENT_NAME, FORMAT_LEVEL, NEWEST_LEVEL, read_level
from events.store.sentinel import options_by_sentinels

P = ParamSpec("P")
R = TypeVar("R")

RETRY_PAUSE_SECONDS: Final = 0.05
"""Seconds before a command is repeated: a restarting server refuses connections at once."""

OLDEST_MAJOR_VERSION: Final = 7
"""The oldest major version of Redis that supports everything in the scripts."""


class UnsuitableServer(Exception):
    """The server answers, but cannot store tables safely. The message says what to change."""


def connect(url: str, *, timeout: float = 2.0, retries: int = 1, connections: int = 64, patience: float | None = None) -> Redis:
    """A client for an address as `events.store.addresses` describes it.

    A server that does not answer is detected after `timeout` times (1 + `retries`) seconds. If more than `connections` commands run at
    once, the others wait up to half a `timeout`. A server that is down is no error: it may start later. `patience`: seconds for which a
    command waits for a master of a cluster that is down (None: as long as for a server that does not answer). Raises `UnsuitableServer`
    and `ValueError`.
    """
    with closing(connect_for_health(url)) as probe:
        _check_servers(probe)
    return _client(url, timeout, retries, connections, patience)


def connect_for_health(url: str) -> Redis:
    """A client that detects within a second that the server does not answer. It never repeats a command."""
    return _client(url, 1.0, 0, 4)


def answered(function: Callable[P, R]) -> Callable[P, R]:
    """A decorator: the function raises `StoreUnavailable` when the server does not answer, or refuses a command that it
    normally accepts.
    """

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except RedisError as error:
            if is_no_answer(error):
                raise StoreUnavailable(str(error)) from error
            raise

    return wrapper


@answered
def ping(client: Redis) -> None:
    """Write a test key. Raises `StoreUnavailable` unless the server answers and accepts writes."""
    client.set(service_key("ready"), b"", px=10_000)


@answered
def reach(client: Redis) -> None:
    """Raises `StoreUnavailable` unless the server answers; of a cluster, any master."""
    with servers_of(client) as servers:
        for _ in ask_those_that_answer(servers, Redis.ping):
            return


def answers(client: Redis) -> bool:
    """Whether the server answers and accepts writes."""
    try:
        ping(client)
    except StoreUnavailable:
        return False
    return True


def of_its_own(client: Redis) -> Redis:
    """A client for the same server that never repeats a command, for blocking reads. Its connections are closed with the other client's."""
    pool = client.connection_pool
    options = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
    own = ClosingClient.from_pool(ConnectionPool(pool.connection_class, **options))
    close_with(client, own.close)
    return own


@contextmanager
def servers_of(client: Redis) -> Iterator[Sequence[Redis]]:
    """A client for each server that takes writes: of a cluster, each master. They are closed at the end of the block.

    If no node of a cluster is known yet, these are the nodes of its address, which may be no cluster at all.
    """
    if not isinstance(client, ClusterClient):
        yield [client]
        return
    with ExitStack() as ending:
        yield [ending.enter_context(client.node(node)) for node in client.masters_or_seeds()]


def longest_block_ms(client: Redis) -> int:
    """The longest time for which a read may block: well below the socket's time-out, or a quiet stream would look like a lost server."""
    return int(client.connection_pool.connection_kwargs["socket_timeout"] * 1000) // 2


def _client(url: str, timeout: float, retries: int, connections: int, patience: float | None = None) -> Redis:
    if not HIREDIS_AVAILABLE:
        raise RuntimeError("hiredis is missing: install redis[hiredis]")
    address = read_address(url)
    options: dict[str, Any] = {
        **(options_by_sentinels(address) if address.kind == "sentinel" else address.options),
        "protocol": 2,  # replies have the same form on every server
        "decode_responses": False,
        "client_name": CLIENT_NAME,
        "driver_info": None,  # saves two round trips for each new connection
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(ConstantBackoff(RETRY_PAUSE_SECONDS), retries),
    }
    if address.kind == "cluster":
        return _cluster_client(address, options, timeout * (1 + retries) if patience is None else patience)
    return ClosingClient.from_pool(BlockingConnectionPool(connections, timeout / 2, **options))  # type: ignore[no-untyped-call]  # the library's


def _cluster_client(address: StoreAddress, options: dict[str, Any], patience: float) -> ClusterClient:
    """A connection that was closed while it was idle is opened again at once; the cluster's pool repeats everything else."""
    options["retry"] = Retry(NoBackoff(), 1, (ConnectionError,))
    options.pop("db", None)
    return ClusterClient(address.hosts, ConnectionPool(**options), patience)


def _check_servers(client: Redis) -> None:
    """Check each server that answers. Raises `UnsuitableServer`."""
    in_cluster = isinstance(client, ClusterClient)
    with servers_of(client) as servers:
        for server in servers:
            with suppress(StoreUnavailable):
                _check_server(server, in_cluster=in_cluster)


@answered
def _check_server(client: Redis, *, in_cluster: bool) -> None:
    with client.pipeline(transaction=False) as pipe:
        for section in ("server", "cluster", "memory"):
            pipe.info(section)
        pipe.get(FORMAT_LEVEL)
        *sections, level = pipe.execute(raise_on_error=False)
    facts = {name: value for section in sections for name, value in raised(section).items()}
    version = str(facts["redis_version"])
    if int(version.partition(".")[0]) < OLDEST_MAJOR_VERSION:
        raise UnsuitableServer(f"the server is Redis {version}: rollstream needs Redis 7.0 or newer, or Valkey")
    if "sentinel" in {facts.get("redis_mode"), facts.get("server_mode")}:  # Valkey has another name for it
        raise UnsuitableServer("the server is a sentinel: the address of the primary that it watches begins with redis+sentinel://")
    if facts.get("cluster_enabled") and not in_cluster:
        raise UnsuitableServer("the server is in cluster mode (cluster-enabled yes): the address of a cluster begins with redis+cluster://")
    if in_cluster and not facts.get("cluster_enabled"):
        raise UnsuitableServer("the server is not in cluster mode (cluster-enabled no): the address of one server begins with redis://")
    if isinstance(level, bytes) and read_level(level) > NEWEST_LEVEL:  # an error: another node of the cluster has it
        raise UnsuitableServer(
            f"a newer release writes its data in format level {read_level(level)}, and this one reads levels up to {NEWEST_LEVEL}"
        )
    policy = facts.get("maxmemory_policy", "")
    if facts.get("maxmemory") and policy.startswith("allkeys-"):
        raise UnsuitableServer(f"the server deletes tables when its memory is full: set maxmemory-policy noeviction, not {policy}")
