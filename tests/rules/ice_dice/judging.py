"""The choices and rankings of a built-in player, for the seat whose turn it is."""

from rules.ice_dice.commands import Command, Shift, Take
from rules.ice_dice.state import State
from rules.testing.fixed_dice import Low
from tests.rules.ice_dice.story import GAME, play


def answer(state: State, level: str = "expert") -> Command:
    return GAME.players[level].choose(state, state.turn, Low())


def ranking(state: State, level: str = "expert") -> dict[Command, float]:
    rank = GAME.players[level].rank
    assert rank is not None
    return {one.command: one.points for one in rank(state, state.turn)}


def turn_of(state: State, level: str = "expert") -> tuple[int, int]:
    """The tokens that the player shifts and takes with the current dice."""
    first = answer(state, level)
    second = answer(play(state, state.turn, first).state, level)
    assert isinstance(first, Shift)
    assert isinstance(second, Take)
    return first.token, second.token
