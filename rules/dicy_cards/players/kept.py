"""All dice that can be kept of a roll, 924 multisets of up to six dice, and how they follow from each other.

A list with one entry for each multiset of a size is in the order of `OF_SIZE`.
"""

from collections.abc import Mapping
from itertools import combinations_with_replacement
from typing import Final

from rules.dicy_cards.cards import Faces
from rules.dicy_cards.guards import DICE

FACES: Final = range(1, 7)

OF_SIZE: Final = tuple(tuple(combinations_with_replacement(FACES, size)) for size in range(len(DICE) + 1))
"""For each number of dice all multisets of that many, faces ascending."""

PLACE: Final[Mapping[Faces, int]] = {kept: place for same_size in OF_SIZE for place, kept in enumerate(same_size)}
"""The place of each multiset in the list of its size."""

ROLLS: Final = OF_SIZE[-1]
"""All rolls of six dice."""

WITH_ONE_MORE: Final = tuple(
    tuple(PLACE[tuple(sorted((*kept, face)))] for kept in same_size for face in FACES) for same_size in OF_SIZE[:-1]
)
"""For each size below six, for each multiset and then for each face: the place of the multiset with this die."""

WITHOUT_ONE: Final = tuple(
    tuple(tuple(PLACE[kept[:die] + kept[die + 1 :]] for kept in same_size) for die in range(size)) for size, same_size in enumerate(OF_SIZE)
)
"""For each size, for each die of that many and then for each multiset: the place of the multiset without this die."""
