"""Judges the decisions of a table: what each has cost compared with the best move, as a built-in player ranks the moves."""

from functools import reduce
from typing import Any, Final, NamedTuple

from rules.advice import Advice
from rules.dice import DiceSeed, SeededDice
from rules.game import AnyGame
from rules.judging import Ranked
from rules.plain_numbers import short
from rules.rejected import Rejected
from workers.exports.decided import Decision

DIGITS: Final = 2
"""Decimal places of points and chances, and so of what a decision has cost."""

_ANY_SEED: Final = DiceSeed("judged", "0" * 64)


class Judged(NamedTuple):
    """A decision, with the move that was made and the best one; they are the same if no move is better. `cost` is the difference of their
    values.
    """

    decided: Decision
    made: Ranked[Any]
    best: Ranked[Any]
    cost: float


def strongest(game: AnyGame) -> str | None:
    """The strongest level that ranks moves; None if there is none. Games list their levels from the weakest on."""
    return next(iter([level for level, player in game.players.items() if player.rank is not None][::-1]), None)


def judged(game: AnyGame, decided: Decision, given: Advice) -> Judged | None:
    """The decision, judged by the advice for it; None if the seat had no choice, or if the rules of today do not list its move."""
    made, first = _made(game, decided, given), given.ranked[0]
    if made is None or len(given.ranked) == 1:
        return None
    cost = rounded(rounded(first.value) - rounded(made.value))
    return Judged(decided, made, first if cost else made, cost)


def rounded(value: float) -> float:
    """Points, or a chance in percent, as a review says them: whole ones without a decimal place."""
    return short(value, DIGITS)


def _made(game: AnyGame, decided: Decision, given: Advice) -> Ranked[Any] | None:
    """The move that was made. Of several commands that lead to the same state only one is ranked."""
    for one in given.ranked:
        if one.command == decided.command:
            return one
    after = _after(game, decided, decided.command)
    alike = (one for one in given.ranked if type(one.command) is type(decided.command))
    return next((one for one in alike if after is not None and _after(game, decided, one.command) == after), None)


def _after(game: AnyGame, decided: Decision, command: Any) -> Any:
    """The state after a command, with the same dice for every command; None if the rules refuse it, as they may since it was made."""
    try:
        events = game.decide(decided.state, decided.seat, command, SeededDice(_ANY_SEED, (), 0))
    except Rejected:
        return None
    return reduce(game.evolve, events, decided.state)
