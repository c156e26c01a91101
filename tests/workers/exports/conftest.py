"""Fixtures: transcripts of games, and a browser that shows them."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import PHONE, Watched, browser, watching
from tests.workers.exports.replaying import written
from tests.workers.exports.tables import GAMES, played
from workers.exports.transcript import Transcript

__all__ = ["browser"]


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
def watched(browser: Browser, transcript: Transcript, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """The page of the transcript on a phone, opened at event 42; fails if the page has caused complaints in the end."""
    address = written(transcript, tmp_path_factory.mktemp("replay"))
    with watching(browser, PHONE) as watched:
        watched.open(f"{address}#at=42")
        yield watched
    assert watched.complaints == []
