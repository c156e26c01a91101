"""Those who own bots and webhooks: API keys, with all that goes when they go."""

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
        """How much goes with a key. Raises `StoreUnavailable`."""
        return OwnedCounts(len(self._bots.of(id)), len(self._webhooks.of(id)))

    def revoke(self, id: str) -> bool:
        """Forget a key with its bots and webhooks, their secrets and logs; whether there was one. Raises `StoreUnavailable`."""
        for bot in self._bots.of(id):
            self._bots.remove(bot.id)
        for webhook in self._webhooks.of(id):
            self._webhooks.remove(webhook.id)
            self._deliveries.forget(webhook.id)
        return super().revoke(id)
