"""Fixtures: the real service, a client of its API, and a visitor with each browser engine."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.engines.chromium import chromium
from tests.engines.driver import Driver
from tests.engines.marionette import firefox
from tests.engines.visitor import Visitor
from tests.engines.webkit import webkit
from tests.live import Service, api, service

__all__ = ["api", "service"]

ENGINES: Mapping[str, Callable[[Path], AbstractContextManager[Driver]]] = {"chromium": chromium, "firefox": firefox, "webkit": webkit}


@pytest.fixture(scope="module", params=ENGINES)
def ada(request: pytest.FixtureRequest, service: Service, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    """A visitor with a browser of an engine. If the engine is missing, the test fails and says how to install it."""
    with ENGINES[request.param](tmp_path_factory.mktemp(request.param)) as driver:
        yield Visitor(driver, service.url)
