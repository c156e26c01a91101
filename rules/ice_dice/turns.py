"""Automatic consequences: the end of a turn, the next turn with its roll, the end of the game."""

from rules.dice import Dice
from rules.ice_dice.arithmetic import DICE
from rules.ice_dice.events import DiceRolled, Event, GameEnded, Reason, TurnBegan
from rules.ice_dice.state import State
from rules.rounds import begins_round, next_seat

LAST_ROUND_TOKENS = 8
"""With this many tokens or fewer on the big board, the current round is the last one (I7)."""

STILL_ROUNDS = 3
"""The number of full rounds in a row without a moved token that ends the game (I8)."""


def few_left(state: State) -> bool:
    """Whether the current round is the last one (I7)."""
    return len(state.big) <= LAST_ROUND_TOKENS


def first_turn(state: State, dice: Dice) -> tuple[Event, ...]:
    """The first turn, of the seat that has placed the tokens."""
    return _turn(TurnBegan(seat=state.turn, round=1, turns=1, still_rounds=0), dice)


def turn_end(state: State, dice: Dice) -> tuple[Event, ...]:
    """The next seat's turn. Reaching or passing the first seat begins a new round, unless the game ends (I7, I8)."""
    next_one = next_seat(state)
    new_round = begins_round(state, next_one)
    still = _still_rounds(state) if new_round else state.still_rounds
    reason = _reason_to_end(state, still) if new_round else None
    if reason is not None:
        return (GameEnded(reason=reason),)
    return _turn(TurnBegan(seat=next_one, round=state.round + new_round, turns=state.turns + 1, still_rounds=still), dice)


def _turn(began: TurnBegan, dice: Dice) -> tuple[Event, ...]:
    draw = dice.roll(len(DICE))
    return (began, DiceRolled(seat=began.seat, dice=draw.values, draw=draw))


def _still_rounds(state: State) -> int:
    return 0 if state.moved else state.still_rounds + 1


def _reason_to_end(state: State, still_rounds: int) -> Reason | None:
    if few_left(state):
        return "eight-left"
    return "stalemate" if still_rounds == STILL_ROUNDS else None
