"""The values of dice that may still be rerolled: exact means over every roll of one, two or three dice."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, combinations_with_replacement

from rules.ice_dice.arithmetic import DICE
from rules.ice_dice.events import Faces
from rules.ice_dice.state import State

UNLIMITED_REROLLS = 10
"""The rerolls of a built-in player in a turn without a limit: about as many as a person can make in 60 seconds."""

_FACES = range(1, 7)

ROLLS: tuple[Faces, ...] = tuple(combinations_with_replacement(_FACES, len(DICE)))
"""Every roll once, faces ascending."""

NOTHING_KEPT: Faces = ()

_KEPT = (*ROLLS, *combinations_with_replacement(_FACES, 2), *combinations_with_replacement(_FACES, 1), NOTHING_KEPT)
"""All dice that can be kept of a roll: whole rolls first."""

_INDEX: Mapping[Faces, int] = {kept: index for index, kept in enumerate(_KEPT)}


def _indices(dice: Iterable[Faces]) -> tuple[int, ...]:
    return tuple(_INDEX[tuple(sorted(faces))] for faces in dice)


_WITH_ONE_MORE = tuple(_indices((*kept, face) for face in _FACES) for kept in _KEPT[len(ROLLS) :])
"""For kept dice that are not a whole roll: the same dice with one more, for each of its faces."""

_PARTS = tuple(_indices(chain.from_iterable(combinations(roll, size) for size in range(len(DICE)))) for roll in ROLLS)
"""For each roll: all dice that can be kept when at least one die is rerolled."""


def most_rerolls(state: State) -> int:
    """The most rerolls of a built-in player in a turn of this table: the limit, or `UNLIMITED_REROLLS` (I5)."""
    return UNLIMITED_REROLLS if state.reroll_limit is None else state.reroll_limit


def kept(dice: Faces, rerolled: frozenset[int]) -> Faces:
    """The dice that are not rerolled, faces ascending."""
    return tuple(sorted([face for position, face in enumerate(dice) if position not in rerolled]))


def outlook(worths: Sequence[float], rerolls: int) -> Mapping[Faces, float]:
    """Dice kept -> the expected value of rolling the others, with `rerolls` further rerolls and the best choice each time.

    `worths` is the value of each of `ROLLS` as a final roll.
    """
    means = _means(worths)
    for _ in range(rerolls):
        means = _means([max(worth, *[means[part] for part in parts]) for worth, parts in zip(worths, _PARTS, strict=True)])
    return dict(zip(_KEPT, means, strict=True))


def _means(worths: Sequence[float]) -> list[float]:
    """For each selection of kept dice: the mean over every roll of the others."""
    means = list(worths)
    for grown in _WITH_ONE_MORE:
        means.append(sum([means[index] for index in grown]) / len(_FACES))
    return means
