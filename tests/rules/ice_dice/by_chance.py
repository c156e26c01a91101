"""Whole games of built-in players with seeded dice."""

from collections.abc import Sequence
from typing import TypeAlias

from hypothesis import strategies as st

from rules.ice_dice.events import Event, Ties, Variant
from rules.ice_dice.setup import TIES, VARIANTS
from rules.ice_dice.state import State
from rules.testing import whole_games
from tests.rules.ice_dice.story import GAME

Step: TypeAlias = whole_games.Step[State, Event]


def whole_game(
    seed: int,
    seats: int,
    variant: Variant = "standard",
    ties: Ties = "adults",
    *,
    timed: bool = False,
    leaving: bool = False,
    levels: Sequence[str] = ("random",),
) -> list[Step]:
    """A game of built-in players, as `whole_games.whole_game` plays it."""
    chosen = {"variant": variant, "ties": ties}
    return whole_games.whole_game(GAME, seed, seats, chosen, timed=timed, leaving=leaving, levels=levels)


SEEDS, SEATS = st.integers(0, 10**6), st.integers(2, 6)
EVERY_VARIANT, EITHER_TIES = st.sampled_from(VARIANTS), st.sampled_from(TIES)

GAMES = st.builds(whole_game, SEEDS, SEATS, EVERY_VARIANT, EITHER_TIES, timed=st.booleans(), leaving=st.booleans())
"""Games of random players, some of whom resign."""
