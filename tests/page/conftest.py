"""Fixtures: the real service, a client of its API, and visitors with browsers."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser import PHONE, close_pages, shared
from tests.live import Api, Service, api, service
from tests.page import ice
from tests.page.tables import mover
from tests.page.visitor import Visitor, visiting

__all__ = ["api", "service"]

Visit = Callable[..., Visitor]


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest, service: Service) -> Iterator[Browser]:
    """The shared browser. Its pages are closed before the service stops."""
    with shared(request.config) as browser:
        yield browser
        close_pages(browser)


@pytest.fixture
def visit(browser: Browser, service: Service) -> Iterator[Any]:
    """Opens browsers for visitors of the page: `visit(PHONE, scheme="dark", language="fr")`, see `watching`."""
    with ExitStack() as leaving:
        yield lambda *args, **how: leaving.enter_context(visiting(browser, service.url, *args, **how))


@pytest.fixture
def turn(api: Api, visit: Visit) -> tuple[Visitor, Any]:
    """A visitor whose turn it is, and the table."""
    table = ice.started_table(api, "Ada", "Grace", options={"reroll_limit": 2})
    visitor = visit(PHONE)
    visitor.sit(mover(table, table.view))
    visitor.expect_decision("shift")
    return visitor, table
