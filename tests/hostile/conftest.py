"""Fixtures: the real service, an owner of an API key, and bots."""

from tests.live import api, service
from tests.service.conftest import owner
from tests.workers.bots.conftest import serve

__all__ = ["api", "owner", "serve", "service"]
