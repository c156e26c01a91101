"""The ways in which a game of Ice Dice can end, and its variants."""

from collections.abc import Mapping
from typing import Any

from events.testing.endings import GoldenEnding
from rules.dice import Dice
from rules.game import AnyGame, Outcome, Seat
from rules.ice_dice.commands import Pass, Shift, Take
from rules.ice_dice.state import State
from rules.rounds import staying
from rules.table_commands import Leave


def eager(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    """Nearly always a random shift or take if one is legal; otherwise a random move."""
    moves = [move for move in game.legal(state, seat) if isinstance(move, Shift | Take)]
    if not moves or mind.roll(1).values == (1,):
        return game.players["random"].choose(state, seat, mind)
    return moves[mind.roll(1, sides=len(moves)).values[0] - 1]


def quitting(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    """The first seat leaves while placing tokens, so that another one becomes the first; the others leave now and then."""
    nobody_left = len(staying(state)) == len(state.players)
    if (nobody_left and state.medium) or (state.turns and mind.roll(1, sides=20).values == (1,)):
        return Leave()
    return eager(game, state, seat, mind)


def tired(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    """Some rounds of play; then every seat only ends its turns."""
    return Pass() if state.round > 2 else eager(game, state, seat, mind)


def clear_win(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "eight-left" and len(outcome.winners) == 1


def below_eight(outcome: Outcome, state: State) -> bool:
    return clear_win(outcome, state) and len(state.big) < 8


def shared_victory(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "eight-left" and len(outcome.winners) > 1


def resignations(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "resignation" and state.round > 1


def stalemate(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "stalemate"


ENDINGS: Mapping[str, GoldenEnding] = {
    "eight-left": GoldenEnding(3, {}, eager, below_eight),
    "eight-left-experienced": GoldenEnding(2, {"variant": "experienced", "ties": "children"}, eager, clear_win),
    "eight-left-young": GoldenEnding(4, {"variant": "young", "reroll_limit": 0}, eager, clear_win),
    "shared-victory": GoldenEnding(6, {}, eager, shared_victory),
    "stalemate": GoldenEnding(2, {"reroll_limit": 20}, tired, stalemate),
    "resignation": GoldenEnding(4, {}, quitting, resignations),
}
