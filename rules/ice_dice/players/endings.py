"""All ways to end a turn that has not shifted yet, and their expected values before the dice are final."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from rules.game import Seat
from rules.ice_dice.arithmetic import signs
from rules.ice_dice.events import Faces
from rules.ice_dice.players.prospects import Prospects
from rules.ice_dice.players.reach import EVERY_ROLL, bit, rolls_for
from rules.ice_dice.players.rerolls import ROLLS, outlook
from rules.ice_dice.state import State, by_id


class Ending(NamedTuple):
    """Its value, the rolls that allow it, the token that it shifts (None for a pass), and the one that it takes (None if it takes none)."""

    worth: float
    rolls: int
    shifted: int | None
    taken: int | None


def endings(state: State, seat: Seat) -> Sequence[Ending]:
    """A pass, every shift alone, and every shift with a take; the best first."""
    return _endings(state._replace(dice=None, rerolls=0), seat)


def best_by_shift(ordered_endings: Sequence[Ending], dice: Faces) -> Mapping[int | None, float]:
    """Token that these dice can shift (None: a pass) -> the value of the best ending with it."""
    roll = bit(dice)
    return {ending.shifted: ending.worth for ending in reversed(ordered_endings) if ending.rolls & roll}


def reroll_values(ordered_endings: Sequence[Ending], rerolls: int) -> Mapping[Faces, float]:
    """Dice kept -> the expected value of rerolling the others; empty without a reroll."""
    if rerolls < 1:
        return {}
    best = [next(ending.worth for ending in ordered_endings if ending.rolls & bit(roll)) for roll in ROLLS]
    return outlook(best, rerolls - 1)


@lru_cache(maxsize=32)
def _endings(state: State, seat: Seat) -> Sequence[Ending]:
    """Cached during a turn: rerolls do not change the endings."""
    prospects, tokens, rolls = Prospects(state, seat), by_id(state), rolls_for(signs(state.variant))
    found = [Ending(prospects.worth(None, None), EVERY_ROLL, None, None)]
    for shifted in state.big:
        number = tokens[shifted].number
        found.append(Ending(prospects.worth(shifted, None), rolls[number], shifted, None))
        for taken in state.medium:
            both = rolls[number] & rolls[tokens[taken].number]
            if both and tokens[taken].number != number:
                found.append(Ending(prospects.worth(shifted, taken), both, shifted, taken))
    return sorted(found, key=lambda ending: -ending.worth)
