"""Which rolls make which numbers, and how likely a seat makes a certain number in its turn.

Sets of rolls are bit sets, one bit for each of `ROLLS`, so comparisons are fast.
"""

from collections.abc import Mapping
from functools import lru_cache

from rules.ice_dice.arithmetic import ways
from rules.ice_dice.commands import Sign
from rules.ice_dice.events import Faces
from rules.ice_dice.players.rerolls import NOTHING_KEPT, ROLLS, outlook
from rules.ice_dice.tokens import TOKENS

_BITS: Mapping[Faces, int] = {roll: 1 << index for index, roll in enumerate(ROLLS)}

EVERY_ROLL = sum(_BITS.values())


def bit(dice: Faces) -> int:
    """The bit of the roll that these dice show."""
    return _BITS[tuple(sorted(dice))]


@lru_cache(maxsize=2)
def rolls_for(allowed: tuple[Sign, ...]) -> Mapping[int, int]:
    """Every token number -> the rolls that make it with the allowed signs."""
    makes = {roll: ways(roll, allowed) for roll in ROLLS}
    return {number: sum(_BITS[roll] for roll in ROLLS if number in makes[roll]) for number in TOKENS}


@lru_cache(maxsize=2 * 21)
def misses(allowed: tuple[Sign, ...], rerolls: int) -> Mapping[int, float]:
    """Every token number -> the probability that a turn with this many rerolls does not make it, although it tries only that."""
    return {number: 1 - _chance(rolls, rerolls) for number, rolls in rolls_for(allowed).items()}


def _chance(rolls: int, rerolls: int) -> float:
    return outlook([float(rolls & roll > 0) for roll in _BITS.values()], rerolls)[NOTHING_KEPT]
