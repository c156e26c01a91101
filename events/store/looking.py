"""A look at the store that may fail."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from redis.exceptions import ResponseError

from events.store.event_store import StoreUnavailable

T = TypeVar("T")


def seen(look: Callable[[], Iterable[T]]) -> list[T] | None:
    """What a look finds; None if a server does not answer, or a key has another type than ours."""
    try:
        return [*look()]
    except (StoreUnavailable, ResponseError):
        return None
