"""Which rolls make which numbers, and how likely a seat that is after a number makes it in its turn.

Sets of rolls are bits, one for each of `ROLLS`, so that they are compared fast.
"""

from collections.abc import Mapping
from functools import lru_cache

from rules.ice_dice.arithmetic import ways
from rules.ice_dice.commands import Sign
from rules.ice_dice.events import Faces
from rules.ice_dice.players.rerolls import NOTHING_KEPT, ROLLS, outlook
from rules.ice_dice.tokens import TOKENS

_BITS: Mapping[Faces, int] = {roll: 1 << place for place, roll in enumerate(ROLLS)}

EVERY_ROLL = sum(_BITS.values())


def bit(dice: Faces) -> int:
    """The roll that these dice are."""
    return _BITS[tuple(sorted(dice))]


@lru_cache(maxsize=2)
def rolls_for(allowed: tuple[Sign, ...]) -> Mapping[int, int]:
    """Every token's number -> the rolls that make it with the signs allowed."""
    makes = {roll: ways(roll, allowed) for roll in ROLLS}
    return {number: sum(_BITS[roll] for roll in ROLLS if number in makes[roll]) for number in TOKENS}


@lru_cache(maxsize=2 * 21)
def misses(allowed: tuple[Sign, ...], rerolls: int) -> Mapping[int, float]:
    """Every token's number -> how likely a turn with so many rerolls does not make it, though it tries for nothing else."""
    return {number: 1 - _chance(rolls, rerolls) for number, rolls in rolls_for(allowed).items()}


def _chance(rolls: int, rerolls: int) -> float:
    return outlook([float(rolls & roll > 0) for roll in _BITS.values()], rerolls)[NOTHING_KEPT]
