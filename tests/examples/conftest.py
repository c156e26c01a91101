"""Fixtures: a service, a client of its API, and an owner of an API key."""

from tests.live import api, service
from tests.service.owning import owner

__all__ = ["api", "owner", "service"]
