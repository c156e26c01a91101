"""Whole games of built-in players with seeded dice."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from rules.dice import DiceSeed, SeededDice
from rules.dicy_cards.events import Event
from rules.dicy_cards.setup import MODES
from rules.dicy_cards.state import State
from rules.game import Seat
from tests.rules.dicy_cards.story import GAME, fold

CUSTOM = ["sixes", "three-lowest", "any-two", "alike-x5", "pair-doubled"]


class Step(NamedTuple):
    before: State
    seat: Seat
    events: tuple[Event, ...]


def whole_game(seed: int, seats: int, mode: str, *, leaving: bool = False, levels: Sequence[str] = ("random",) * 4) -> list[Step]:
    """A game of built-in players, with a level for each seat. With `leaving`, some of them resign at random.

    The last step has the state after the end and no events.
    """
    dice = SeededDice(DiceSeed("random", f"{seed:064x}"), ("dice",), 0)
    mind = SeededDice(DiceSeed("random", f"{seed:064x}"), ("mind",), 0)
    state = fold(GAME.setup(GAME.options({"mode": mode, "cards": CUSTOM if mode == "custom" else None}, seats, False), seats, dice))
    steps = []
    while owing := GAME.to_move(state):
        seat = owing[mind.roll(1, sides=len(owing)).values[0] - 1]
        quits = leaving and mind.roll(1, sides=40).values == (1,)
        if quits:
            events = tuple(GAME.resign(state, seat, dice))
        else:
            events = tuple(GAME.decide(state, seat, GAME.players[levels[seat]].choose(state, seat, mind), dice))
        steps.append(Step(state, seat, events))
        state = fold(events, state)
    return [*steps, Step(state, 0, ())]


SEEDS, SEATS, EVERY_MODE = st.integers(0, 10**6), st.integers(2, 4), st.sampled_from(MODES)

GAMES = st.builds(whole_game, SEEDS, SEATS, EVERY_MODE, leaving=st.booleans())
"""Games of random players, some of whom resign."""
