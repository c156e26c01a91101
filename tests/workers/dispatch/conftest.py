"""A desk by the time of day, and somebody to call."""

from collections.abc import Iterator

import pytest

from events.moments import now
from tests.events.store.conftest import own_server
from tests.workers.desks import desk_on
from workers.dispatch.desk import Desk

__all__ = ["own_server"]


@pytest.fixture
def desk(fresh_store_url: str) -> Iterator[Desk]:
    with desk_on(fresh_store_url, now) as desk:
        yield desk
