"""What was removed by its owner, as far as that is remembered: a request that comes once more must not bring it back."""

from typing import Final

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered

KEPT_SECONDS: Final = 30 * 86_400
"""Seconds for which the id of a bot or webhook is known to have been removed: longer than anybody repeats a request."""


@answered
def remember(client: Redis, id: str) -> None:
    """What has this id is about to be removed. Raises `StoreUnavailable`."""
    client.set(_key(id), "", ex=KEPT_SECONDS)


@answered
def was_removed(client: Redis, id: str) -> bool:
    """Whether there was something with this id. Raises `StoreUnavailable`."""
    return bool(client.exists(_key(id)))


def _key(id: str) -> str:
    return service_key(f"removed:{id}")
