"""What follows by itself: the end of a turn, the next one with its roll, the end of the game."""

from rules.dice import Dice
from rules.game import Seat
from rules.ice_dice.arithmetic import DICE
from rules.ice_dice.events import DiceRolled, Event, GameEnded, Reason, TurnBegan
from rules.ice_dice.state import State, staying

FEW = 8
"""So few tokens on the big board make the current round the last one (I7)."""

STILL_ROUNDS = 3
"""Full rounds in a row without a moved token that end the game (I8)."""


def few_left(state: State) -> bool:
    """Whether the current round is the last one (I7)."""
    return len(state.big) <= FEW


def next_seat(state: State) -> Seat:
    """Whose turn it is after that of the current seat: the next one clockwise that has not resigned."""
    seats = len(state.players)
    return min(staying(state), key=lambda seat: (seat - state.turn - 1) % seats)


def first_turn(state: State, dice: Dice) -> tuple[Event, ...]:
    """The turn of the seat that has set up."""
    return _turn(TurnBegan(seat=state.turn, round=1, turns=1, still_rounds=0), dice)


def turn_end(state: State, dice: Dice) -> tuple[Event, ...]:
    """The next seat's turn; coming to the first player, or past it, begins a new round unless the game ends (I7, I8)."""
    seats, following = len(state.players), next_seat(state)
    new_round = (following - state.first) % seats < (state.turn - state.first) % seats
    still = _still_rounds(state) if new_round else state.still_rounds
    reason = _reason_to_end(state, still) if new_round else None
    if reason is not None:
        return (GameEnded(reason=reason),)
    return _turn(TurnBegan(seat=following, round=state.round + new_round, turns=state.turns + 1, still_rounds=still), dice)


def _turn(began: TurnBegan, dice: Dice) -> tuple[Event, ...]:
    draw = dice.roll(len(DICE))
    return (began, DiceRolled(seat=began.seat, dice=draw.values, draw=draw))


def _still_rounds(state: State) -> int:
    return 0 if state.moved else state.still_rounds + 1


def _reason_to_end(state: State, still_rounds: int) -> Reason | None:
    if few_left(state):
        return "eight-left"
    return "stalemate" if still_rounds == STILL_ROUNDS else None
