"""How long the game goes on: who brings the big board to eight, and who still has a turn then."""

from math import ceil

from rules.ice_dice.state import State, staying
from rules.ice_dice.turns import FEW, STILL_ROUNDS


def turns_after(state: State, *, shifting: bool) -> int:
    """How many turns follow on this one, whether it still shifts a token or not, if every later one does. 0: the game ends (I7, I8)."""
    later, big = _later_in_round(state), len(state.big) - shifting
    if not (later or shifting or state.moved) and state.still_rounds == STILL_ROUNDS - 1:
        return 0
    more_rounds = ceil(max(0, big - FEW - later) / len(staying(state)))
    return later + len(staying(state)) * more_rounds


def _later_in_round(state: State) -> int:
    """How many seats have their turn after this one before the round is over."""
    seats = len(state.players)
    place = (state.turn - state.first) % seats
    return sum((seat - state.first) % seats > place for seat in staying(state))
