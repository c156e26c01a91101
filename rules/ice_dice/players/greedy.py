"""The player who takes what this turn brings: the token worth most, or the reroll that promises more, one reroll ahead."""

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


def choose(state: State, seat: Seat, _dice: Dice) -> Command:
    """The best command by `rank`; the same state has the same answer, whatever the dice."""
    return rank(state, seat)[0][0]


def rank(state: State, seat: Seat) -> tuple[tuple[Command, float], ...]:
    """Every legal command and the points expected of this turn with it, best first.

    A shift brings the best take after it, a reroll the mean of the best takes then.
    """
    gains = _gains(state, seat)
    hopes = _hopes(state, gains)
    return best_first((command, _worth(state, gains, hopes, command)) for command in legal(state, seat))


def _worth(state: State, gains: Mapping[int, int], hopes: Mapping[Faces, float], command: Command) -> float:
    match command:
        case Take():
            return float(gains[by_id(state)[command.token].number])
        case Shift():
            return _best(gains, ways(state.dice or (), signs(state.variant)), [by_id(state)[command.token].number])
        case Reroll():
            return hopes.get(kept(state.dice or (), command.dice), 0.0)
        case Setup() | Pass():
            return 0.0
        case _:
            assert_never(command)


def _gains(state: State, seat: Seat) -> Mapping[int, int]:
    """The numbers that lie on the medium board -> the points that taking one brings, the best first."""
    tokens, now = by_id(state), state.players[seat].points
    gains: dict[int, int] = {}
    for token in state.medium:
        number, gain = tokens[token].number, points_after(state, seat, token)[seat] - now
        gains[number] = max(gain, gains.get(number, gain))
    return dict(sorted(gains.items(), key=lambda gain: -gain[1]))


def _hopes(state: State, gains: Mapping[int, int]) -> Mapping[Faces, float]:
    """Dice kept -> the points that are expected if the others are rolled once more; nothing if there is no time for it, or no point."""
    if state.phase != "shift" or state.rerolls >= most_rerolls(state):
        return {}
    allowed, shifts = signs(state.variant), {by_id(state)[token].number for token in state.big}
    return outlook([_best(gains, ways(roll, allowed), shifts) for roll in ROLLS], 0)


def _best(gains: Mapping[int, int], made: Collection[int], shifts: Iterable[int]) -> float:
    """The most points that a take brings after one of these numbers is shifted, with dice that make the numbers in `made`."""
    shifting = [number for number in shifts if number in made]
    takes = (gain for number, gain in gains.items() if number in made and any(number != shifted for shifted in shifting))
    return float(next(takes, 0))
