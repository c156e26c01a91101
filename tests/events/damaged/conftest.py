"""A world of tables for each test, on a store with nothing else in it."""

from tests.events.projections.conftest import world

__all__ = ["world"]
