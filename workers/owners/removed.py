"""The ids of removed bots and webhooks: a repeated request must not create them again."""

from typing import Final

from redis import Redis

from events.store.keys import service_key
from events.store.redis_connection import answered

REMOVED_ID_KEPT_SECONDS: Final = 30 * 86_400
"""Seconds for which the id of a removed bot or webhook is stored: longer than any client repeats a request."""


@answered
def remember(client: Redis, id: str) -> None:
    """Store an id that is about to be removed. Raises `StoreUnavailable`."""
    client.set(_key(id), "", ex=REMOVED_ID_KEPT_SECONDS)


@answered
def was_removed(client: Redis, id: str) -> bool:
    """Whether a record with this id was removed. Raises `StoreUnavailable`."""
    return bool(client.exists(_key(id)))


def _key(id: str) -> str:
    return service_key(f"removed:{id}")
