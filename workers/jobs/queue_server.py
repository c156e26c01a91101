"""The server of the job queue: the store's own, or another one with an address of its own (ADR 68).

It holds RQ's queues and jobs, parked jobs and the heartbeats of workers. If it loses them, no game loses anything.
"""

from collections.abc import Callable
from functools import wraps
from typing import ClassVar, ParamSpec, TypeVar

from redis import Redis

from events.store.event_store import StoreUnavailable
from events.store.redis_connection import UnsuitableServer, answered, connect, connect_for_health

P = ParamSpec("P")
R = TypeVar("R")


class QueueUnavailable(StoreUnavailable):
    """The queue did not answer, or refuses writes. Games continue, without the moves of built-in players, clocks and exports."""

    part: ClassVar = "the queue"


def answered_by_queue(function: Callable[P, R]) -> Callable[P, R]:
    """A decorator: the function raises `QueueUnavailable` where `answered` raises `StoreUnavailable`."""
    asked = answered(function)

    @wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return asked(*args, **kwargs)
        except QueueUnavailable:
            raise
        except StoreUnavailable as error:
            raise QueueUnavailable(str(error)) from error

    return wrapper


def connect_queue(url: str) -> Redis:
    """A client of the queue's server, as `connect` makes it. Raises `UnsuitableServer` and `ValueError`."""
    try:
        with connect_for_health(url) as probe:
            _check_server(probe)
    except QueueUnavailable:
        pass  # it may start later
    return connect(url)


@answered_by_queue
def _check_server(client: Redis) -> None:
    if client.info("cluster").get("cluster_enabled"):
        raise UnsuitableServer(
            "the queue's server is in cluster mode (cluster-enabled yes): RQ changes keys of several slots in one step; "
            "name a server that is not"
        )
