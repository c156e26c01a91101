"""The remaining length of the game: who brings the big board to eight tokens, and how many turns follow."""

from math import ceil

from rules.ice_dice.state import State
from rules.ice_dice.turns import LAST_ROUND_TOKENS, STILL_ROUNDS
from rules.rounds import staying


def turns_after(state: State, *, shifting: bool) -> int:
    """The number of turns after this one, depending on whether it still shifts a token, if every later turn shifts one. 0: the game ends
    (I7, I8).
    """
    later, big = _later_in_round(state), len(state.big) - shifting
    if not (later or shifting or state.moved) and state.still_rounds == STILL_ROUNDS - 1:
        return 0
    more_rounds = ceil(max(0, big - LAST_ROUND_TOKENS - later) / len(staying(state)))
    return later + len(staying(state)) * more_rounds


def _later_in_round(state: State) -> int:
    """The number of seats that have their turn after this one in this round."""
    seats = len(state.players)
    position = (state.turn - state.first) % seats
    return sum((seat - state.first) % seats > position for seat in staying(state))
