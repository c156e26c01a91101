"""A grid in which every row, column and box has each number once, as in Sudoku."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias, cast, get_args

from rules.dice_cards.mechanisms.mechanism import Marks, Mechanism, Need, Needs, Writing, full
from rules.dice_cards.mechanisms.parameters import Parameters, WrongCard
from rules.tuples import put

Group: TypeAlias = tuple[int, ...]
Counted: TypeAlias = Literal["rows", "rows-columns", "boxes", "all"]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Latin(Mechanism):
    """`groups` are all rows, columns and boxes, in none of which a number comes twice; `counted` are those that are units."""

    size: int
    groups: tuple[Group, ...]
    counted: tuple[Group, ...]
    around: tuple[frozenset[int], ...]

    @property
    def cells(self) -> int:
        return self.size**2

    @property
    def places(self) -> int:
        return self.size**2

    @property
    def units(self) -> int:
        return len(self.counted)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return tuple(Writing(place, number) for place, numbers in enumerate(_candidates(self, marks)) for number in sorted(numbers))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return full(marks, self.counted)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """None as soon as an empty cell has no number left, or a number no cell."""
        candidates = _candidates(self, marks)
        empty = [place for place in self.counted[unit] if not marks[place]]
        numbers = [candidates[place] for place in empty]
        if not all(numbers) or len(numbers[0].union(*numbers)) < len(empty):
            return None
        return tuple(map(Need, empty, numbers))


@lru_cache(2**8)
def _candidates(grid: Latin, marks: Marks) -> tuple[frozenset[int], ...]:
    """The numbers that each cell may still have, none for one that is marked."""
    every = frozenset(range(1, grid.size + 1))
    return tuple(
        frozenset() if there else every.difference([marks[other] for other in around])
        for there, around in zip(marks, grid.around, strict=True)
    )


def read(board: Parameters) -> Latin:
    """`size`, `box` (width and height of a box; none if it is missing) and which groups are counted. Raises `WrongCard`."""
    size = board.whole("size", 3, 6)
    box = board.wholes("box", 1, size) if board.has("box") else None
    if box is not None and (len(box) != 2 or box[0] * box[1] != size):
        raise WrongCard(board.field("box"), f"must be width and height of a box of {size} cells")
    counted = cast("Counted", board.word("counts", get_args(Counted), "all"))
    lines, boxes = (*_rows(size), *_columns(size)), () if box is None else tuple(_boxes(size, *box))
    of = {"rows": lines[:size], "rows-columns": lines, "boxes": boxes, "all": _by_neighbourhood(lines, boxes)}
    if not of[counted]:
        raise WrongCard(board.field("counts"), "must not be boxes where there are none")
    groups = (*lines, *boxes)
    around = tuple(frozenset(other for group in groups if place in group for other in group) for place in range(size**2))
    return Latin(size=size, groups=groups, counted=of[counted], around=around)


def _by_neighbourhood(lines: tuple[Group, ...], boxes: tuple[Group, ...]) -> tuple[Group, ...]:
    """All groups, each as soon as the rows before it have all of its cells."""
    return tuple(sorted((*lines, *boxes), key=lambda group: (max(group), -min(group))))


def _rows(size: int) -> Iterator[Group]:
    return (tuple(range(row * size, (row + 1) * size)) for row in range(size))


def _columns(size: int) -> Iterator[Group]:
    return (tuple(range(column, size**2, size)) for column in range(size))


def _boxes(size: int, width: int, height: int) -> Iterator[Group]:
    for top in range(0, size, height):
        for left in range(0, size, width):
            yield tuple((top + row) * size + left + column for row in range(height) for column in range(width))
