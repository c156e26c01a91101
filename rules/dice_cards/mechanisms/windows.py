"""Windows that each want the same number several times. No two windows have the same number."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import EASE, SINGLE, Marks, Mechanism, Need, Needs, Writing, appended, filled, parts
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard


@dataclass(frozen=True, slots=True, kw_only=True)
class Windows(Mechanism):
    """A place is a window, and so is a unit."""

    windows: tuple[tuple[int, ...], ...]
    lowest: int
    highest: int

    @property
    def cells(self) -> int:
        return sum(map(len, self.windows))

    @property
    def places(self) -> int:
        return len(self.windows)

    @property
    def units(self) -> int:
        return len(self.windows)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        free = sorted(self._free(marks))
        return tuple(
            Writing(place, number)
            for place, window in enumerate(self.windows)
            if not marks[window[-1]]
            for number in (free if not marks[window[0]] else (marks[window[0]],))
        )

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return appended(marks, self.windows[writing.place], writing.number)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(unit for unit, window in enumerate(self.windows) if marks[window[-1]])

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """What a window that is begun still lacks; of an empty one, the most frequent number that is free."""
        window = self.windows[unit]
        left = len(window) - len(filled(marks, window))
        if marks[window[0]]:
            return (Need(unit, frozenset({marks[window[0]]})),) * left
        free = self._free(marks)
        if not free:
            return None
        best = max(free, key=EASE.__getitem__)
        return (Need(unit, free), *(Need(unit, frozenset({best})) for _ in range(left - 1)))

    def _free(self, marks: Marks) -> frozenset[int]:
        return frozenset(range(self.lowest, self.highest + 1)) - {marks[window[0]] for window in self.windows}


def read(board: Parameters) -> Windows:
    """`windows`: their numbers of cells; `lowest`, `highest`: the numbers for them. Raises `WrongCard`."""
    sizes = board.wholes("windows", 1, 6)
    lowest = board.whole("lowest", SINGLE[0], SINGLE[-1], SINGLE[0])
    highest = board.whole("highest", lowest, SINGLE[-1], SINGLE[-1])
    if sum(sizes) > MOST_CELLS or len(sizes) > highest - lowest + 1:
        raise WrongCard(board.field("windows"), f"must have at most {MOST_CELLS} cells, and be no more than there are numbers")
    return Windows(windows=parts(sizes), lowest=lowest, highest=highest)
