"""The real service, and a client that checks every answer against the contract."""

from tests.live import api, service

__all__ = ["api", "service"]
