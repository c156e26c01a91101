"""Connections to Redis or Valkey: time-outs, retries, checks of the server, and the errors that mean that the store is unavailable.

The client library repeats a command when its reply is lost. Every command sent through these clients must be safe to repeat.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from redis import BlockingConnectionPool, ConnectionPool, Redis
from redis.backoff import ConstantBackoff, NoBackoff
from redis.connection import parse_url
from redis.exceptions import (
    AskError,
    ClusterDownError,
    ConnectionError,  # noqa: A004 - the client library's own
    InvalidResponse,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TimeoutError,  # noqa: A004 - the client library's own
    TryAgainError,
)
from redis.retry import Retry
from redis.utils import HIREDIS_AVAILABLE

from events.store.event_store import StoreUnavailable
from events.store.keys import service_key

P = ParamSpec("P")
R = TypeVar("R")

RETRY_PAUSE_SECONDS: Final = 0.05
"""Seconds before a command is repeated: a restarting server refuses connections at once."""

OLDEST_MAJOR_VERSION: Final = 7
"""The oldest major version of Redis that supports everything in the scripts."""

SCHEME_ALIASES: Final = {"valkey": "redis", "valkeys": "rediss", "valkey+unix": "unix"}

_NO_ANSWER = (
    ConnectionError,  # includes: loading its data, too many clients, wrong password
    TimeoutError,
    InvalidResponse,
    OutOfMemoryError,
    ReadOnlyError,
    NoPermissionError,
    ClusterDownError,  # includes: a replica that lost its master
    AskError,  # includes: moved to another node
    TryAgainError,
)
_REFUSALS = frozenset({"BUSY", "CROSSSLOT", "MISCONF", "NOREPLICAS", "UNBLOCKED"})
"""First words of error replies for which the client library has no exception class, or none of the above."""


class UnsuitableServer(Exception):
    """The server answers, but cannot store tables safely. The message says what to change."""


def connect(url: str, *, timeout: float = 2.0, retries: int = 1, connections: int = 64) -> Redis:
    """A client for `redis://`, `rediss://`, `unix://` or the same as `valkey://`, `valkeys://`, `valkey+unix://`.

    A server that does not answer is detected after `timeout` times (1 + `retries`) seconds. If more than `connections` commands run at
    once, the others wait up to half a `timeout`. A server that is down is no error: it may start later. Raises `UnsuitableServer` and
    `ValueError`.
    """
    with suppress(StoreUnavailable), connect_for_health(url) as probe:
        _check_server(probe)
    return _client(url, timeout, retries, connections)


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
            if isinstance(error, _NO_ANSWER) or str(error).partition(" ")[0] in _REFUSALS:
                raise StoreUnavailable(str(error)) from error
            raise

    return wrapper


def is_of_another_type(error: Exception) -> bool:
    """Whether the server says that a key holds another type than the command needs: our code did not write it."""
    return str(error).startswith("WRONGTYPE")


@answered
def ping(client: Redis) -> None:
    """Write a test key. Raises `StoreUnavailable` unless the server answers and accepts writes."""
    client.set(service_key("ready"), b"", px=10_000)


def answers(client: Redis) -> bool:
    """Whether the server answers and accepts writes."""
    try:
        ping(client)
    except StoreUnavailable:
        return False
    return True


def of_its_own(client: Redis) -> Redis:
    """A client for the same server with separate connections that never repeats a command: for blocking reads."""
    pool = client.connection_pool
    options = {**pool.connection_kwargs, "retry": Retry(NoBackoff(), 0)}
    return Redis.from_pool(ConnectionPool(pool.connection_class, **options))


def _client(url: str, timeout: float, retries: int, connections: int) -> Redis:
    if not HIREDIS_AVAILABLE:
        raise RuntimeError("hiredis is missing: install redis[hiredis]")
    scheme, colon, rest = url.partition(":")
    options: dict[str, Any] = {
        **parse_url(SCHEME_ALIASES.get(scheme, scheme) + colon + rest),  # type: ignore[no-untyped-call]  # the library's
        "protocol": 2,  # replies have the same form on every server
        "decode_responses": False,
        "client_name": "rollstream",
        "driver_info": None,  # saves two round trips for each new connection
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": Retry(ConstantBackoff(RETRY_PAUSE_SECONDS), retries),
    }
    return Redis.from_pool(BlockingConnectionPool(connections, timeout / 2, **options))  # type: ignore[no-untyped-call]  # the library's


@answered
def _check_server(client: Redis) -> None:
    with client.pipeline(transaction=False) as pipe:
        for section in ("server", "cluster", "memory"):
            pipe.info(section)
        facts = {name: value for section in pipe.execute() for name, value in section.items()}
    version = str(facts["redis_version"])
    if int(version.partition(".")[0]) < OLDEST_MAJOR_VERSION:
        raise UnsuitableServer(f"the server is Redis {version}: rollstream needs Redis 7.0 or newer, or Valkey")
    if facts.get("cluster_enabled"):
        raise UnsuitableServer("the server is in cluster mode (cluster-enabled yes): rollstream needs one that is not")
    policy = facts.get("maxmemory_policy", "")
    if facts.get("maxmemory") and policy.startswith("allkeys-"):
        raise UnsuitableServer(f"the server deletes tables when its memory is full: set maxmemory-policy noeviction, not {policy}")
