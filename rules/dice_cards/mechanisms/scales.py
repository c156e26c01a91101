"""Scales with two pans, which must balance when both are full, exactly or nearly."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import (
    SINGLE,
    Marks,
    Mechanism,
    Need,
    Needs,
    Writing,
    appended,
    filled,
    numbers_between,
    parts,
)
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Scales(Mechanism):
    """A place is a pan: 0 and 1 are the first scale. A unit is a scale with one of the differences in `within`, the largest first."""

    pans: tuple[tuple[int, ...], ...]
    within: tuple[int, ...]
    highest: int

    @property
    def cells(self) -> int:
        return sum(map(len, self.pans))

    @property
    def places(self) -> int:
        return len(self.pans)

    @property
    def units(self) -> int:
        return len(self.pans) // 2 * len(self.within)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        free = [place for place, pan in enumerate(self.pans) if not marks[pan[-1]]]
        return tuple(Writing(place, number) for place in free for number in range(1, self.highest + 1))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return appended(marks, self.pans[writing.place], writing.number)

    def done(self, marks: Marks) -> tuple[int, ...]:
        found = []
        for unit in range(self.units):
            left, right, within = self._scale(unit)
            full = marks[self.pans[left][-1]] and marks[self.pans[right][-1]]
            if full and abs(sum(filled(marks, self.pans[left])) - sum(filled(marks, self.pans[right]))) <= within:
                found.append(unit)
        return tuple(found)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """Any numbers, but the last one must balance the scale."""
        left, right, within = self._scale(unit)
        lacking = [place for place in (left, right) for _ in range(len(self.pans[place]) - len(filled(marks, self.pans[place])))]
        if not lacking:
            return None
        last = lacking[-1]
        if len(lacking) == 1:
            other = left + right - last
            wanted = sum(filled(marks, self.pans[other])) - sum(filled(marks, self.pans[last]))
            numbers = numbers_between(wanted - within, wanted + within, 1, self.highest)
            return (Need(last, numbers),) if numbers else None
        middle = (self.highest + 1) // 2
        exact = Need(last, numbers_between(middle - within, middle + within, 1, self.highest))
        return (*(Need(place, numbers_between(1, self.highest, 1, self.highest)) for place in lacking[:-1]), exact)

    def _scale(self, unit: int) -> tuple[int, int, int]:
        """The two pans of a unit, and its largest difference."""
        scale, step = divmod(unit, len(self.within))
        return 2 * scale, 2 * scale + 1, self.within[step]


def read(board: Parameters) -> Scales:
    """`pans`: their numbers of cells, two for each scale; `within`: differences that count; `highest` number. Raises `WrongCard`."""
    sizes, within = board.wholes("pans", 1, 8), board.wholes("within", 0, 12)
    if len(sizes) % 2 or sum(sizes) > MOST_CELLS:
        raise WrongCard(board.field("pans"), f"must be two for each scale, with {MOST_CELLS} cells together at most")
    if list(within) != sorted(set(within), reverse=True):
        raise WrongCard(board.field("within"), "must be different numbers, the largest first")
    return Scales(pans=parts(sizes), within=within, highest=board.whole("highest", 2, SINGLE[-1], SINGLE[-1]))
