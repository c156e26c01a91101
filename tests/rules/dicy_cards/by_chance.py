"""Whole games of built-in players with seeded dice."""

from collections.abc import Sequence
from typing import TypeAlias

from hypothesis import strategies as st

from rules.dicy_cards.events import Event
from rules.dicy_cards.setup import MODES
from rules.dicy_cards.state import State
from rules.testing import whole_games
from tests.rules.dicy_cards.story import GAME

Step: TypeAlias = whole_games.Step[State, Event]

CUSTOM = ["sixes", "three-lowest", "any-two", "alike-x5", "pair-doubled"]


def chosen(mode: str) -> dict[str, object]:
    """Options for this mode."""
    return {"mode": mode, "cards": CUSTOM if mode == "custom" else None}


def whole_game(seed: int, seats: int, mode: str, *, leaving: bool = False, levels: Sequence[str] = ("random",)) -> list[Step]:
    """A game of built-in players, as `whole_games.whole_game` plays it."""
    return whole_games.whole_game(GAME, seed, seats, chosen(mode), leaving=leaving, levels=levels)


SEEDS, SEATS, EVERY_MODE = st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(MODES)

GAMES = st.builds(whole_game, SEEDS, SEATS, EVERY_MODE, leaving=st.booleans())
"""Games of random players, some of whom resign."""
