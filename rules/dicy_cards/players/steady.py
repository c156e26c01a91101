"""The steady player: it plays for the most points a turn in the long run, as if it were alone, with every reroll of a turn planned."""

from collections.abc import Sequence
from functools import lru_cache, partial

from rules.dice import Dice
from rules.dicy_cards.commands import Command
from rules.dicy_cards.players.explaining import Insight, Reasons
from rules.dicy_cards.players.hands import EVERY, in_order
from rules.dicy_cards.players.offers import MOST_POINTS, UNLIMITED, for_best_below
from rules.dicy_cards.players.solitaire import UNIT, worth
from rules.dicy_cards.players.turn import TurnPlan
from rules.dicy_cards.players.valuing import Judgement, any_best, best_first
from rules.dicy_cards.setup import Five
from rules.dicy_cards.state import State
from rules.game import Seat
from rules.judging import Ranked, Reason


def choose(state: State, seat: Seat, dice: Dice) -> Command:
    """One of the best commands by `rank`."""
    return any_best(best_first(state, seat, _judgement(in_order(state.cards))), dice)


def rank(state: State, seat: Seat) -> Sequence[Ranked[Command]]:
    """Every legal command and its value in points, best first: the points of this turn, and what the cards active after it are worth to the
    turns that follow, compared with five active cards.
    """
    valued = best_first(state, seat, _judgement(in_order(state.cards)))
    return tuple(Ranked(command, value / UNIT) for command, value in valued)


def explain(state: State, seat: Seat, one: Ranked[Command], ranked: Sequence[Ranked[Command]]) -> Reason:
    """See `BuiltInPlayer.explain`."""
    return Reasons(Insight(partial(turn_alone, in_order(state.cards))), state, seat, ranked).of(one)


def _judgement(five: Five) -> Judgement:
    hands = worth(five)
    return Judgement(turn=partial(turn_alone, five), score=lambda _, left, points: points * UNIT + hands[left], choice=hands.__getitem__)


@lru_cache(maxsize=32)
def turn_alone(five: Five) -> TurnPlan:
    """The turn with these cards, which is the same every time: it is planned once."""
    hands = worth(five)

    def offers(slot: int, left: int) -> Sequence[int]:
        by_points = [hands[0] - UNIT * MOST_POINTS, *(points * UNIT + hands[left] for points in range(1, MOST_POINTS + 1))]
        return for_best_below(five[slot], UNLIMITED)(by_points)

    return TurnPlan(offers, skip=hands[EVERY])
