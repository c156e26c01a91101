"""Fixtures: a world of tables on an empty store."""

from tests.events.projections.conftest import world

__all__ = ["world"]
