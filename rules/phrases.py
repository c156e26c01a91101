"""What phrases about the commands of several games need."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence


def by_face(dice: Sequence[int], positions: Iterable[int]) -> Sequence[Mapping[str, int]]:
    """The dice at these positions, for the message `dice-of-a-face`: each face that they show, ascending, and how often."""
    counts = Counter(dice[position] for position in positions)
    return tuple({"face": face, "count": counts[face]} for face in sorted(counts))
