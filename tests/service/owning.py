"""Bots and webhooks of a service, as the holder of an API key sees them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.live import Api, Reply, Service
from tests.service.keys import mint


@dataclass(frozen=True)
class Owner:
    """Asks with an API key."""

    api: Api
    key: str

    def ask(self, method: str, path: str, *, idempotency_key: str | None = None, **how: Any) -> Reply:
        headers = {"X-API-Key": self.key, **({} if idempotency_key is None else {"Idempotency-Key": idempotency_key})}
        return self.api.request(method, path, headers=headers, **how)

    def register(self, url: str, *, idempotency_key: str | None = None, **more: Any) -> Reply:
        """A new bot, which everybody may seat unless `more` says otherwise."""
        body = {"name": "Six Sigma", "url": url, "games": ["dicy-cards"], "seating": "anyone", **more}
        return self.ask("POST", "/v1/bots", json=body, idempotency_key=idempotency_key)

    def hear(self, url: str, *types: str, idempotency_key: str | None = None, **more: Any) -> Reply:
        """A new webhook."""
        return self.ask("POST", "/v1/webhooks", json={"url": url, "types": list(types), **more}, idempotency_key=idempotency_key)

    def bot(self, url: str) -> str:
        """The path of a new bot."""
        path: str = self.register(url).headers["location"]
        return path

    def webhook(self, url: str, *types: str, **more: Any) -> str:
        """The path of a new webhook."""
        path: str = self.hear(url, *types, **more).headers["location"]
        return path

    def look(self, path: str) -> Mapping[str, Any]:
        """What is there."""
        reply = self.ask("GET", path)
        assert reply.status == 200, reply
        found: Mapping[str, Any] = reply.json
        return found

    def leave_nothing(self) -> None:
        """Forget all webhooks, so that nobody calls them when others play."""
        for webhook in self.look("/v1/webhooks")["webhooks"]:
            assert self.ask("DELETE", f"/v1/webhooks/{webhook['id']}").status == 204


@pytest.fixture
def owner(api: Api, service: Service) -> Iterator[Owner]:
    """Somebody with an API key."""
    owner = Owner(api, mint(service, None))
    yield owner
    owner.leave_nothing()
