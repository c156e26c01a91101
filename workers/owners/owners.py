"""Owners of bots and webhooks: API keys, whose revocation deletes what they own."""

from typing import NamedTuple

from redis import Redis

from events.access.api_keys import ApiKeys
from workers.bots.registry import Bots
from workers.webhooks.deliveries import Deliveries
from workers.webhooks.registry import Webhooks


class OwnedCounts(NamedTuple):
    """How many bots and webhooks a key owns."""

    bots: int
    webhooks: int


class Owners(ApiKeys):
    """All API keys of a service."""

    def __init__(self, client: Redis) -> None:
        super().__init__(client)
        self._bots, self._webhooks, self._deliveries = Bots(client), Webhooks(client), Deliveries(client)

    def owned(self, id: str) -> OwnedCounts:
        """How many bots and webhooks a key owns. Raises `StoreUnavailable`."""
        return OwnedCounts(len(self._bots.of(id)), len(self._webhooks.of(id)))

    def revoke(self, id: str) -> bool:
        """Revoke a key and delete its bots and webhooks, with their secrets and logs. Returns whether the key existed. Raises
        `StoreUnavailable`.
        """
        for bot in self._bots.of(id):
            self._bots.remove(bot.id)
        for webhook in self._webhooks.of(id):
            self._webhooks.remove(webhook.id)
            self._deliveries.delete(webhook.id)
        return super().revoke(id)
