"""Fixtures: the parts of a dispatcher, with the real clock."""

from collections.abc import Iterator

import pytest

from events.timestamps import now
from tests.events.store.conftest import own_server
from tests.workers.dispatcher.making import Made
from tests.workers.dispatching import desk_on
from workers.dispatcher.parts import DispatcherParts

__all__ = ["own_server"]


@pytest.fixture
def parts(fresh_store_url: str) -> Iterator[DispatcherParts]:
    with desk_on(fresh_store_url, now) as parts:
        yield parts


@pytest.fixture
def made() -> Made:
    return Made()
