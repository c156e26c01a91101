"""A client of the API for bots and webhooks, with an API key."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from tests.live import Api, Reply, Service
from tests.service.keys import mint


@dataclass(frozen=True)
class Owner:
    """A client that sends an API key with each request."""

    api: Api
    key: str

    def ask(self, method: str, path: str, *, idempotency_key: str | None = None, **how: Any) -> Reply:
        headers = {"X-API-Key": self.key, **({} if idempotency_key is None else {"Idempotency-Key": idempotency_key})}
        return self.api.request(method, path, headers=headers, **how)

    def register(self, url: str, *, idempotency_key: str | None = None, **more: Any) -> Reply:
        """Register a bot, which every client may seat unless `more` differs."""
        body = {"name": "Six Sigma", "url": url, "games": ["dicy-cards"], "seating": "anyone", **more}
        return self.ask("POST", "/v1/bots", json=body, idempotency_key=idempotency_key)

    def add_webhook(self, url: str, *types: str, idempotency_key: str | None = None, **more: Any) -> Reply:
        """Add a webhook."""
        return self.ask("POST", "/v1/webhooks", json={"url": url, "types": list(types), **more}, idempotency_key=idempotency_key)

    def bot(self, url: str) -> str:
        """Register a bot; return its path."""
        path: str = self.register(url).headers["location"]
        return path

    def webhook(self, url: str, *types: str, **more: Any) -> str:
        """Add a webhook; return its path."""
        path: str = self.add_webhook(url, *types, **more).headers["location"]
        return path

    def look(self, path: str) -> Mapping[str, Any]:
        """The body of a GET request to this path."""
        reply = self.ask("GET", path)
        assert reply.status == 200, reply
        found: Mapping[str, Any] = reply.json
        return found

    def leave_nothing(self) -> None:
        """Delete all webhooks, so that the service does not call them in later tests."""
        for webhook in self.look("/v1/webhooks")["webhooks"]:
            assert self.ask("DELETE", f"/v1/webhooks/{webhook['id']}").status == 204


@pytest.fixture
def owner(api: Api, service: Service) -> Iterator[Owner]:
    """An owner of a new API key."""
    owner = Owner(api, mint(service, None))
    yield owner
    owner.leave_nothing()
