"""Columns of printed cells, each filled in order from its first cell on: patience, a code, a court to hop along."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import Marks, Mechanism, Need, Needs, Writing, parts
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard, cell, items
from rules.tuples import put


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns(Mechanism):
    """A unit is a column, or with `by_cell` a cell, which is done with all that come before it in its column."""

    columns: tuple[tuple[int, ...], ...]
    accepts: tuple[frozenset[int], ...]
    two: tuple[bool, ...]
    by_cell: bool

    @property
    def cells(self) -> int:
        return len(self.accepts)

    @property
    def places(self) -> int:
        return len(self.accepts)

    @property
    def units(self) -> int:
        return len(self._units())

    def takes_two(self, place: int) -> bool:
        return self.two[place]

    def track(self, place: int) -> int | None:
        return next(number for number, column in enumerate(self.columns) if place in column)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        following = (next((place for place in column if not marks[place]), None) for column in self.columns)
        return tuple(Writing(place, number) for place in following if place is not None for number in sorted(self.accepts[place]))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(unit for unit, column in enumerate(self._units()) if marks[column[-1]])

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        return tuple(Need(place, self.accepts[place]) for place in self._units()[unit] if not marks[place])

    def _units(self) -> tuple[tuple[int, ...], ...]:
        if not self.by_cell:
            return self.columns
        return tuple(column[: number + 1] for column in self.columns for number in range(len(column)))


def read(board: Parameters) -> Columns:
    """`columns` of cells; `counts`: whether columns or cells are units. Raises `WrongCard`."""
    field = board.field("columns")
    given = [items(column, field) for column in items(board.raw("columns"), field)]
    lengths = [len(column) for column in given]
    if sum(lengths) > MOST_CELLS:
        raise WrongCard(field, f"must have at most {MOST_CELLS} cells")
    cells = [cell(item, field) for column in given for item in column]
    return Columns(
        columns=parts(lengths),
        accepts=tuple(numbers for _, numbers in cells),
        two=tuple(two for two, _ in cells),
        by_cell=board.word("counts", ("columns", "cells"), "columns") == "cells",
    )
