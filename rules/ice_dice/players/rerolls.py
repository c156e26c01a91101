"""What dice are worth that may still be rolled again: exact means over every roll of one, two or three of them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations, combinations_with_replacement

from rules.ice_dice.arithmetic import DICE
from rules.ice_dice.events import Faces
from rules.ice_dice.state import State

PATIENCE = 10
"""So many rerolls a built-in player makes in a turn that has no limit of them: what a person has time for in 60 seconds."""

_FACES = range(1, 7)

ROLLS: tuple[Faces, ...] = tuple(combinations_with_replacement(_FACES, len(DICE)))
"""Every roll once, faces ascending."""

NOTHING_KEPT: Faces = ()

_KEPT = (*ROLLS, *combinations_with_replacement(_FACES, 2), *combinations_with_replacement(_FACES, 1), NOTHING_KEPT)
"""All dice that can be kept of a roll: whole rolls first."""

_PLACES: Mapping[Faces, int] = {kept: place for place, kept in enumerate(_KEPT)}


def _places(dice: Iterable[Faces]) -> tuple[int, ...]:
    return tuple(_PLACES[tuple(sorted(faces))] for faces in dice)


_GROWN = tuple(_places((*kept, face) for face in _FACES) for kept in _KEPT[len(ROLLS) :])
"""For dice kept that are no whole roll: the same with one more, for each face that it may show."""

_PARTS = tuple(_places(chain.from_iterable(combinations(roll, size) for size in range(len(DICE)))) for roll in ROLLS)
"""For each roll: all that may be kept of it when at least one die is rolled again."""


def most_rerolls(state: State) -> int:
    """How many rerolls a built-in player makes in a turn of this table: the limit, or what there is time for (I5)."""
    return PATIENCE if state.reroll_limit is None else state.reroll_limit


def kept(dice: Faces, again: frozenset[int]) -> Faces:
    """The dice that are not rolled again, faces ascending."""
    return tuple(sorted([face for position, face in enumerate(dice) if position not in again]))


def outlook(worths: Sequence[float], rerolls: int) -> Mapping[Faces, float]:
    """Dice kept -> what rolling the others is worth to somebody who may then reroll so many times more, and does what promises most.

    `worths` says for each of `ROLLS` what it is worth to leave the dice like that.
    """
    means = _means(worths)
    for _ in range(rerolls):
        means = _means([max(worth, *[means[part] for part in parts]) for worth, parts in zip(worths, _PARTS, strict=True)])
    return dict(zip(_KEPT, means, strict=True))


def _means(worths: Sequence[float]) -> list[float]:
    """For each of the dice kept: the mean over every roll of the others."""
    means = list(worths)
    for grown in _GROWN:
        means.append(sum([means[place] for place in grown]) / len(_FACES))
    return means
