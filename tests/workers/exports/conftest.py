"""Stories to render, and a browser to look at them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import browsing
from tests.workers.exports.tables import played
from workers.exports.story import Story


@pytest.fixture(scope="session")
def story() -> Story:
    """A game of four, played to its end."""
    return played("Ada", "Grace", "Linus", "Zoë", seed=5)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not longer than a module: while it runs, no other event loop can run in its thread."""
    with browsing() as browser:
        yield browser
