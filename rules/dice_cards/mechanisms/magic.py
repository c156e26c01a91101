"""A rectangle whose rows and columns have given sums; its cells are marked in any order."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, full, in_empty_cells, numbers_between
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard
from rules.tuples import put


@dataclass(frozen=True, slots=True, kw_only=True)
class Magic(Mechanism):
    """A unit is a row or column; rows come first. A number may not be written if a row or column could no longer have its sum."""

    lines: tuple[tuple[int, ...], ...]
    sums: tuple[int, ...]
    size: int
    highest: int

    @property
    def cells(self) -> int:
        return self.size

    @property
    def places(self) -> int:
        return self.size

    @property
    def units(self) -> int:
        return len(self.lines)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return in_empty_cells(marks, self._allowed)

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return full(marks, self.lines)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """The last cell must be exact. None if a cell that the line needs has no number left."""
        empty = [place for place in self.lines[unit] if not marks[place]]
        allowed = [self._allowed(marks, place) for place in empty]
        if not all(allowed):
            return None
        *broad, last = allowed
        if broad:
            rest = (self.sums[unit] - sum(marks[place] for place in self.lines[unit])) // len(empty)
            last = frozenset({min(last, key=lambda number: (abs(number - rest), number))})
        return tuple(Need(place, numbers) for place, numbers in zip(empty, (*broad, last), strict=True))

    def _allowed(self, marks: Marks, place: int) -> frozenset[int]:
        least, most = 1, self.highest
        for line, wanted in zip(self.lines, self.sums, strict=True):
            if place in line:
                rest = wanted - sum(marks[cell] for cell in line)
                others = sum(not marks[cell] for cell in line) - 1
                least, most = max(least, rest - others * self.highest), min(most, rest - others)
        return numbers_between(least, most, 1, self.highest)


def read(board: Parameters) -> Magic:
    """`rows` and `columns`: their sums, from the top and from the left; `highest` number. Raises `WrongCard`."""
    highest = board.whole("highest", 2, SINGLE[-1], SINGLE[-1])
    rows, columns = board.wholes("rows", 1, 72), board.wholes("columns", 1, 72)
    width, height = len(columns), len(rows)
    if width * height > MOST_CELLS or min(width, height) < 2 or sum(rows) != sum(columns):
        raise WrongCard(board.field("rows"), f"must be at least 2, with at most {MOST_CELLS} cells, and have the same total as the columns")
    across = [(tuple(range(row * width, (row + 1) * width)), wanted) for row, wanted in enumerate(rows)]
    down = [(tuple(range(column, width * height, width)), wanted) for column, wanted in enumerate(columns)]
    if any(not len(line) <= wanted <= len(line) * highest for line, wanted in (*across, *down)):
        raise WrongCard(board.field("columns"), "must be sums that their cells can have, as the rows must")
    lines, sums = zip(*across, *down, strict=True)
    return Magic(lines=lines, sums=sums, size=width * height, highest=highest)
