"""Whole games of built-in players with seeded dice."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from rules.dice import DiceSeed, SeededDice
from rules.game import Seat
from rules.ice_dice.events import Event, Ties, Variant
from rules.ice_dice.setup import TIES, VARIANTS
from rules.ice_dice.state import State
from tests.rules.ice_dice.story import GAME, fold


class Step(NamedTuple):
    before: State
    seat: Seat
    events: tuple[Event, ...]


def whole_game(
    seed: int,
    seats: int,
    variant: Variant = "standard",
    ties: Ties = "adults",
    *,
    timed: bool = False,
    leaving: bool = False,
    levels: Sequence[str] = ("random",) * 6,
) -> list[Step]:
    """A game of built-in players, with a level for each seat. With `leaving`, some of them resign at random.

    The last step has the state after the end and no events.
    """
    dice = SeededDice(DiceSeed("random", f"{seed:064x}"), ("dice",), 0)
    mind = SeededDice(DiceSeed("random", f"{seed:064x}"), ("mind",), 0)
    state = fold(GAME.setup(GAME.options({"variant": variant, "ties": ties}, seats, timed), seats, dice))
    steps = []
    while owing := GAME.to_move(state):
        seat = owing[0]
        if leaving and mind.roll(1, sides=40).values == (1,):
            seat = mind.roll(1, sides=seats).values[0] - 1
            events = tuple(GAME.resign(state, seat, dice))
        else:
            events = tuple(GAME.decide(state, seat, GAME.players[levels[seat]].choose(state, seat, mind), dice))
        steps.append(Step(state, seat, events))
        state = fold(events, state)
    return [*steps, Step(state, 0, ())]


SEEDS, SEATS = st.integers(0, 10**6), st.integers(2, 6)
EVERY_VARIANT, EITHER_TIES = st.sampled_from(VARIANTS), st.sampled_from(TIES)

GAMES = st.builds(whole_game, SEEDS, SEATS, EVERY_VARIANT, EITHER_TIES, timed=st.booleans(), leaving=st.booleans())
"""Games of random players, some of whom resign."""
