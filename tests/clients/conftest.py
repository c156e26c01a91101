"""Fixtures: the real service and a client that checks its answers."""

from tests.live import api, service

__all__ = ["api", "service"]
