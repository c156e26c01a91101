"""The five ways in which a game of Dicy Cards can end."""

from collections.abc import Mapping
from typing import Any

from events.testing.endings import GoldenEnding
from rules.dice import Dice
from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.commands import Roll, Score, Skip
from rules.dicy_cards.state import State
from rules.game import AnyGame, Outcome, Seat
from rules.table_commands import Leave


def eager(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    """Mostly the best score, so that a game is short; now and then a random move."""
    moves = game.legal(state, seat)
    if Roll() in moves:
        return Roll()
    scores = [move for move in moves if isinstance(move, Score)]
    if state.phase == "choice" or mind.roll(1).values == (1,):
        return game.players["random"].choose(state, seat, mind)
    return max(scores, key=lambda move: points(state, move)) if scores else Skip()


def quitting(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    return Leave() if mind.roll(1, sides=20).values == (1,) else eager(game, state, seat, mind)


def idle(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    return game.default(state, seat)


def points(state: State, move: Score) -> int:
    return CARDS[move.card].points(tuple((state.dice or ())[position] for position in move.dice))


def clear_win(outcome: Outcome, state: State) -> bool:
    first, second, *_ = outcome.ranking
    return outcome.reason == "hundred" and first.points > second.points


def tie_broken(outcome: Outcome, state: State) -> bool:
    first, second, *_ = outcome.ranking
    return outcome.reason == "hundred" and first.points == second.points and outcome.winners == (first.seat,)


def shared_victory(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "hundred" and len(outcome.winners) > 1


def resignations(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "resignation" and state.round > 1


def round_limit(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "round-limit"


ENDINGS: Mapping[str, GoldenEnding] = {
    "hundred": GoldenEnding(4, {"mode": "interglacial"}, eager, clear_win),
    "tie-broken-by-active-cards": GoldenEnding(2, {"mode": "beginner"}, eager, tie_broken),
    "shared-victory": GoldenEnding(3, {"mode": "interactions"}, eager, shared_victory),
    "resignation": GoldenEnding(3, {"mode": "glacial"}, quitting, resignations),
    "round-limit": GoldenEnding(2, {"mode": "custom", "cards": list(CARDS)[-5:]}, idle, round_limit),
}
