"""Rows that all have the same sum, each filled from the left."""

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

_HIGHEST = SINGLE[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums(Mechanism):
    """The first row that is full fixes the sum, which lies between `least` and `most`. A place is a row. A number after which no sum is
    possible for its row may not be written.
    """

    rows: tuple[tuple[int, ...], ...]
    least: int
    most: int

    @property
    def cells(self) -> int:
        return sum(map(len, self.rows))

    @property
    def places(self) -> int:
        return len(self.rows)

    @property
    def units(self) -> int:
        return len(self.rows)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        sums = self._sums(marks)
        return tuple(
            Writing(place, number) for place in range(len(self.rows)) for number in SINGLE if self._fits(marks, place, number, sums)
        )

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return appended(marks, self.rows[writing.place], writing.number)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(unit for unit, row in enumerate(self.rows) if marks[row[-1]])

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """Any numbers, but the last one must be exact."""
        row = self.rows[unit]
        there = filled(marks, row)
        left, total = len(row) - len(there), sum(there)
        sums = [wanted for wanted in self._sums(marks) if total + left <= wanted <= total + left * _HIGHEST]
        if not sums:
            return None
        if left == 1:
            return (Need(unit, frozenset(wanted - total for wanted in sums)),)
        rest = min(sums, key=lambda wanted: abs(wanted - total - 3 * left)) - total
        broad = Need(unit, numbers_between(1, rest - left + 1, 1, _HIGHEST))
        return (*(broad for _ in range(left - 1)), Need(unit, frozenset({max(1, rest // left)})))

    def _sums(self, marks: Marks) -> tuple[int, ...]:
        """The sums that the rows may still have: that of a full row, if there is one."""
        full = [sum(filled(marks, row)) for row in self.rows if marks[row[-1]]]
        return tuple(full[:1]) or tuple(range(self.least, self.most + 1))

    def _fits(self, marks: Marks, place: int, number: int, sums: tuple[int, ...]) -> bool:
        there = filled(marks, self.rows[place])
        left, total = len(self.rows[place]) - len(there) - 1, sum(there) + number
        return left >= 0 and any(total + left <= wanted <= total + left * _HIGHEST for wanted in sums)


def read(board: Parameters) -> Sums:
    """`rows`: their lengths; `least` and `most`: the bounds of the sum. Raises `WrongCard`."""
    lengths = board.wholes("rows", 1, 6)
    if sum(lengths) > MOST_CELLS:
        raise WrongCard(board.field("rows"), f"must have at most {MOST_CELLS} cells")
    least = board.whole("least", max(lengths), _HIGHEST * min(lengths), max(lengths))
    most = board.whole("most", least, _HIGHEST * min(lengths), _HIGHEST * min(lengths))
    return Sums(rows=parts(lengths), least=least, most=most)
