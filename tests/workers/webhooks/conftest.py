"""A desk with a clock of its own, and somebody to call."""

from collections.abc import Iterator

import pytest

from tests.workers.desks import Clock, desk_on
from workers.dispatch.desk import Desk


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(fresh_store_url: str, clock: Clock) -> Iterator[Desk]:
    with desk_on(fresh_store_url, clock) as desk:
        yield desk
