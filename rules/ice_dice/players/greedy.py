"""The greedy player: it takes the most valuable token of this turn, or a reroll with a better expected value, looking one reroll ahead."""

from collections.abc import Collection, Iterable, Mapping
from typing import assert_never

from rules.dice import Dice
from rules.game import Seat
from rules.ice_dice.arithmetic import signs, ways
from rules.ice_dice.commands import Command, Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.events import Faces
from rules.ice_dice.legal import legal
from rules.ice_dice.players.ranking import best_first
from rules.ice_dice.players.rerolls import ROLLS, kept, most_rerolls, outlook
from rules.ice_dice.points import points_after
from rules.ice_dice.state import State, by_id
from rules.judging import Ranked


def choose(state: State, seat: Seat, _dice: Dice) -> Command:
    """The best command by `rank`. The same state always gives the same answer; the dice are unused."""
    return rank(state, seat)[0].command


def rank(state: State, seat: Seat) -> tuple[Ranked[Command], ...]:
    """Every legal command and the points expected of this turn with it, best first.

    A shift counts the best take after it; a reroll counts the mean of the best takes after it.
    """
    gains = _gains(state, seat)
    reroll_values = _reroll_values(state, gains)
    return best_first((command, _worth(state, gains, reroll_values, command)) for command in legal(state, seat))


def _worth(state: State, gains: Mapping[int, int], reroll_values: Mapping[Faces, float], command: Command) -> float:
    match command:
        case Take():
            return float(gains[by_id(state)[command.token].number])
        case Shift():
            return _best(gains, ways(state.dice or (), signs(state.variant)), [by_id(state)[command.token].number])
        case Reroll():
            return reroll_values.get(kept(state.dice or (), command.dice), 0.0)
        case Setup() | Pass():
            return 0.0
        case _:
            assert_never(command)


def _gains(state: State, seat: Seat) -> Mapping[int, int]:
    """The numbers on the medium board -> the points of taking one, the best first."""
    tokens, now = by_id(state), state.players[seat].points
    gains: dict[int, int] = {}
    for token in state.medium:
        number, gain = tokens[token].number, points_after(state, seat, token)[seat] - now
        gains[number] = max(gain, gains.get(number, gain))
    return dict(sorted(gains.items(), key=lambda gain: -gain[1]))


def _reroll_values(state: State, gains: Mapping[int, int]) -> Mapping[Faces, float]:
    """Dice kept -> the expected points of rerolling the others once; empty if no reroll is possible or left."""
    if state.phase != "shift" or state.rerolls >= most_rerolls(state):
        return {}
    allowed, shifts = signs(state.variant), {by_id(state)[token].number for token in state.big}
    return outlook([_best(gains, ways(roll, allowed), shifts) for roll in ROLLS], 0)


def _best(gains: Mapping[int, int], made: Collection[int], shifts: Iterable[int]) -> float:
    """The most points of a take after a shift of one of these numbers, with dice that make the numbers in `made`."""
    shifting = [number for number in shifts if number in made]
    takes = (gain for number, gain in gains.items() if number in made and any(number != shifted for shifted in shifting))
    return float(next(takes, 0))
