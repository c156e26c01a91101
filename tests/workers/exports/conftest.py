"""Fixtures: transcripts of games, and a browser that shows them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import browsing
from tests.workers.exports.tables import GAMES, played
from workers.exports.transcript import Transcript


@pytest.fixture(scope="session")
def transcript() -> Transcript:
    """A game of four players, played to its end."""
    return played("Ada", "Grace", "Linus", "Zoë", seed=5)


@pytest.fixture(scope="session", params=GAMES)
def any_story(request: pytest.FixtureRequest) -> Transcript:
    """A game of four players, played to its end, for each game."""
    return played("Ada", "Grace", "Linus", "Zoë", seed=5, game=request.param)


@pytest.fixture(scope="session")
def ice() -> Transcript:
    """A game of Ice Dice for the largest number of players."""
    return played("Ada", "Grace", "Linus", "Zoë", "Player 5", "Player 6", seed=5, game="ice-dice")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module. While it runs, no other event loop can run in its thread."""
    with browsing() as browser:
        yield browser
