"""Fixtures: the parts of a dispatcher with low limits."""

from dataclasses import replace

import pytest

from events.limits import Limits
from tests.workers.webhooks.backlogs import PENDING
from workers.dispatcher.parts import DispatcherParts


@pytest.fixture
def small(parts: DispatcherParts) -> DispatcherParts:
    """Parts with low limits: two waiting tables, and `PENDING` pending deliveries."""
    return replace(parts, worker=replace(parts.worker, limits=Limits(webhook_pending=PENDING, webhook_waiting=2)))
