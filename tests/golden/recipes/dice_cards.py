"""The ways in which a game of Dice Cards can end, and its deals."""

from collections.abc import Mapping
from typing import Any

from events.testing.endings import GoldenEnding
from rules.dice import Dice
from rules.dice_cards.commands import Mark
from rules.dice_cards.outcome import solo_rank
from rules.dice_cards.state import State
from rules.game import AnyGame, Outcome, Seat
from rules.table_commands import Leave


def busy(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    """A random mark, on a random one of the cards that take one; strikes only what fits nowhere. Otherwise a random move."""
    marks = [move for move in game.legal(state, seat) if isinstance(move, Mark)]
    if not marks:
        return game.players["random"].choose(state, seat, mind)
    cards = sorted({mark.card for mark in marks})
    card = cards[mind.roll(1, sides=len(cards)).values[0] - 1]
    of_card = [mark for mark in marks if mark.card == card]
    return of_card[mind.roll(1, sides=len(of_card)).values[0] - 1]


def greedy(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    return game.players["greedy"].choose(state, seat, mind)


def quitting(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    """One seat leaves before it has chosen, another one after its answer to a roll; the others now and then."""
    leaves = (seat == 0 and bool(state.players[0].kept)) or (state.roll > 3 and mind.roll(1, sides=20).values == (1,))
    return Leave() if leaves else busy(game, state, seat, mind)


def giving_up(game: AnyGame, state: State, seat: Seat, mind: Dice) -> Any:
    return Leave() if state.roll == 10 else busy(game, state, seat, mind)


def clear_win(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "all-rolls" and len(outcome.winners) == 1


def _tied(outcome: Outcome) -> bool:
    first, second, *_ = outcome.ranking
    return outcome.reason == "all-rolls" and first.points == second.points


def tie_broken(outcome: Outcome, state: State) -> bool:
    return _tied(outcome) and len(outcome.winners) == 1


def shared_victory(outcome: Outcome, state: State) -> bool:
    return _tied(outcome) and len(outcome.winners) > 1


def ranked(outcome: Outcome, state: State) -> bool:
    """A solo game with a rank above the lowest."""
    return solo_rank(state) not in {None, "practice-run"}


def resignations(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "resignation" and state.roll > 3


def given_up(outcome: Outcome, state: State) -> bool:
    return outcome.reason == "given-up"


ENDINGS: Mapping[str, GoldenEnding] = {
    "all-rolls": GoldenEnding(8, {}, busy, clear_win),
    "all-rolls-choose-any": GoldenEnding(2, {"deal": "choose-any"}, busy, clear_win),
    "all-rolls-young": GoldenEnding(3, {"deal": "young"}, busy, clear_win),
    "alone": GoldenEnding(1, {}, greedy, ranked),
    "tie-broken-by-tickets": GoldenEnding(2, {}, busy, tie_broken),
    "shared-victory": GoldenEnding(2, {"deal": "young"}, busy, shared_victory),
    "resignation": GoldenEnding(4, {}, quitting, resignations),
    "given-up": GoldenEnding(1, {}, giving_up, given_up),
}
