"""The laws of every game, at every number of seats."""

import pytest

from rules.testing.laws import LAWS, Law
from tests.rules.dice_cards.story import GAME


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_the_game_follows_the_law(law: Law, seats: int) -> None:
    law(GAME, seats)
