"""Stories to render, and a browser to look at them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import browsing
from tests.workers.exports.tables import GAMES, played
from workers.exports.transcript import Transcript


@pytest.fixture(scope="session")
def transcript() -> Transcript:
    """A game of four, played to its end."""
    return played("Ada", "Grace", "Linus", "Zoë", seed=5)


@pytest.fixture(scope="session", params=GAMES)
def any_story(request: pytest.FixtureRequest) -> Transcript:
    """A game of four, played to its end: one of each kind of game."""
    return played("Ada", "Grace", "Linus", "Zoë", seed=5, game=request.param)


@pytest.fixture(scope="session")
def ice() -> Transcript:
    """A game of Ice Dice, for as many as can play it."""
    return played("Ada", "Grace", "Linus", "Zoë", "Player 5", "Player 6", seed=5, game="ice-dice")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not longer than a module: while it runs, no other event loop can run in its thread."""
    with browsing() as browser:
        yield browser
