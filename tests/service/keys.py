"""API keys of a service, as `rollstream keys mint` makes them."""

import secrets

from events.access.api_keys import ApiKeys
from events.store.redis_connection import connect
from tests.chaos.service import Whole
from tests.live import Service


def mint(service: Service | Whole, limit: int | None) -> str:
    """A new key that takes so many requests a minute (None: as many as an address)."""
    with connect(service.store_url) as store:
        keys = ApiKeys(store)
        return keys.mint("tests", limit, id=secrets.token_hex(6), secret=secrets.token_urlsafe(32), created_at="2026-01-01T00:00:00Z")


def revoke(service: Service, key: str) -> None:
    """From now on the key is nobody's."""
    with connect(service.store_url) as store:
        assert ApiKeys(store).revoke(key.split("_")[1])
