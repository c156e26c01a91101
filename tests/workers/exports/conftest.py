"""Fixtures: transcripts of games, and a browser that shows them."""

import pytest

from tests.browser import browser
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
