"""Mints and revokes API keys, as `rollstream keys` does."""

import secrets
from typing import Protocol

from events.access.api_keys import ApiKeys
from events.store.redis_connection import connect


class OnAStore(Protocol):
    """A service, however it runs."""

    @property
    def store_url(self) -> str:
        """The address of its store."""


def mint(service: OnAStore, limit: int | None) -> str:
    """Mint a key with a limit of requests per minute (None: the default limit)."""
    with connect(service.store_url) as store:
        keys = ApiKeys(store)
        return keys.mint("tests", limit, id=secrets.token_hex(6), secret=secrets.token_urlsafe(32), created_at="2026-01-01T00:00:00Z")


def revoke(service: OnAStore, key: str) -> None:
    """Revoke the key."""
    with connect(service.store_url) as store:
        assert ApiKeys(store).revoke(key.split("_")[1])
