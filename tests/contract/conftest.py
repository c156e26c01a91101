"""Fixtures: the real service, and a client that checks every response against the contract."""

from tests.live import api, service

__all__ = ["api", "service"]
