"""The expert player: it plans rerolls, shift and take together, and considers what they leave to the next seat."""

from collections.abc import Callable, Mapping

from rules.dice import Dice
from rules.game import Seat
from rules.ice_dice.arithmetic import signs
from rules.ice_dice.commands import Command, Reroll, Setup, Shift, Take
from rules.ice_dice.legal import legal
from rules.ice_dice.players.endings import best_by_shift, endings, reroll_values
from rules.ice_dice.players.prospects import Prospects
from rules.ice_dice.players.ranking import Judged, best_first
from rules.ice_dice.players.reach import misses
from rules.ice_dice.players.rerolls import kept, most_rerolls
from rules.ice_dice.points import points_after
from rules.ice_dice.state import State, by_id, to_move
from rules.judging import Ranked


def choose(state: State, seat: Seat, _dice: Dice) -> Command:
    """The best command by `rank`. The same state always gives the same answer; the dice are unused."""
    return rank(state, seat)[0].command


def rank(state: State, seat: Seat) -> tuple[Ranked[Command], ...]:
    """Every legal command and its value (`Prospects`), best first. During the set-up, a token's value is the points that it is expected to
    bring in the first turn.
    """
    return best_first(_JUDGES[state.phase](state, seat)) if seat in to_move(state) else ()


def _setting_up(state: State, seat: Seat) -> Judged:
    tokens, missed = by_id(state), misses(signs(state.variant), most_rerolls(state))
    return (
        (command, points_after(state, seat, command.token)[seat] * (1 - missed[tokens[command.token].number]))
        for command in legal(state, seat)
        if isinstance(command, Setup)
    )


def _shifting(state: State, seat: Seat) -> Judged:
    """A shift has the value of the best take after it. A reroll beyond the time available has the value of a pass."""
    dice, ordered_endings = state.dice or (), endings(state, seat)
    best, values_of_rerolls = best_by_shift(ordered_endings, dice), reroll_values(ordered_endings, most_rerolls(state) - state.rerolls)
    for command in legal(state, seat):
        if isinstance(command, Reroll):
            yield command, values_of_rerolls.get(kept(dice, command.dice), best[None])
        else:
            yield command, best[command.token if isinstance(command, Shift) else None]


def _taking(state: State, seat: Seat) -> Judged:
    prospects = Prospects(state, seat)
    for command in legal(state, seat):
        yield command, prospects.worth(None, command.token if isinstance(command, Take) else None)


_JUDGES: Mapping[str, Callable[[State, Seat], Judged]] = {"setup": _setting_up, "shift": _shifting, "take": _taking}
