"""Cells with printed numbers, marked in any order; a unit is a line of cells, or one cell where there are no lines."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import Marks, Mechanism, Need, Needs, Writing, full
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard, cell, items
from rules.tuples import put


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed(Mechanism):
    accepts: tuple[frozenset[int], ...]
    two: tuple[bool, ...]
    lines: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> int:
        return len(self.accepts)

    @property
    def places(self) -> int:
        return len(self.accepts)

    @property
    def units(self) -> int:
        return len(self.lines)

    def takes_two(self, place: int) -> bool:
        return self.two[place]

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return tuple(Writing(place, number) for place, numbers in enumerate(self.accepts) if not marks[place] for number in sorted(numbers))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return full(marks, self.lines)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        return tuple(Need(place, self.accepts[place]) for place in self.lines[unit] if not marks[place])


def read(board: Parameters) -> Printed:
    """`cells`: what each accepts; `lines`: lists of cells, each cell for itself if they are missing. Raises `WrongCard`."""
    given = items(board.raw("cells"), board.field("cells"))
    if len(given) > MOST_CELLS:
        raise WrongCard(board.field("cells"), f"must be at most {MOST_CELLS}")
    cells = [cell(item, board.field("cells")) for item in given]
    every = tuple((place,) for place in range(len(cells)))
    lines = board.lists("lines", 0, len(cells) - 1) if board.has("lines") else every
    if any(len(set(line)) < len(line) for line in lines):
        raise WrongCard(board.field("lines"), "must have no cell twice in a line")
    return Printed(accepts=tuple(numbers for _, numbers in cells), two=tuple(two for two, _ in cells), lines=lines)
