"""Pieces that fall from the top of a grid. What sticks out at the top is cut off; a unit is a full row."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from rules.dice_cards.mechanisms.mechanism import Marks, Mechanism, Need, Needs, Writing
from rules.dice_cards.mechanisms.parameters import Parameters, WrongCard, items

Piece: TypeAlias = tuple[tuple[int, int], ...]
"""The cells of a piece, as steps to the right and up from its lower left corner."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Falling(Mechanism):
    """The number chooses the piece: 1 is the first of `pieces`. The place is the column of its left edge. Cell 0 is at the bottom left."""

    width: int
    height: int
    pieces: tuple[Piece, ...]

    @property
    def cells(self) -> int:
        return self.width * self.height

    @property
    def places(self) -> int:
        return self.width

    @property
    def units(self) -> int:
        return self.height

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        """At least one cell of a piece must find room."""
        return tuple(_fallen(self, marks))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        covered = self.covered(marks, writing)
        return tuple(writing.number if cell in covered else number for cell, number in enumerate(marks))

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(row for row in range(self.height) if all(marks[row * self.width : (row + 1) * self.width]))

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """A piece for every two empty cells of the row and of what lies under it. An empty cell under a piece stays empty."""
        heights = [self.height_of(marks, column) for column in range(self.width)]
        if any(not marks[unit * self.width + column] and height > unit for column, height in enumerate(heights)):
            return None
        empty = sum(max(0, unit + 1 - height) for height in heights)
        any_piece = frozenset(range(1, len(self.pieces) + 1))
        fitting = [writing.number for writing, covered in _fallen(self, marks).items() if unit * self.width <= max(covered)]
        last = frozenset(fitting) or any_piece
        return (*(Need(0, any_piece) for _ in range((empty + 1) // 2 - 1)), Need(0, last))

    def height_of(self, marks: Marks, column: int) -> int:
        """The number of rows up to the highest piece of a column."""
        return max((row + 1 for row in range(self.height) if marks[row * self.width + column]), default=0)

    def covered(self, marks: Marks, writing: Writing) -> frozenset[int]:
        """The cells that a piece covers when it has fallen; none if it sticks out at the side, or if nothing of it finds room."""
        piece = self.pieces[writing.number - 1]
        if any(writing.place + right >= self.width for right, _ in piece):
            return frozenset()
        bottom = max(0, *(self.height_of(marks, writing.place + right) - up for right, up in piece))
        return frozenset((bottom + up) * self.width + writing.place + right for right, up in piece if bottom + up < self.height)


@lru_cache(2**8)
def _fallen(grid: Falling, marks: Marks) -> Mapping[Writing, frozenset[int]]:
    """Everything that may be written, with the cells that it covers."""
    every = (Writing(place, number) for place in range(grid.width) for number in range(1, len(grid.pieces) + 1))
    return {writing: covered for writing in every if (covered := grid.covered(marks, writing))}


def read(board: Parameters) -> Falling:
    """`width`, `height`, and `pieces` by number, each drawn as rows from the top such as `##/#.`. Raises `WrongCard`."""
    width, height = board.whole("width", 2, 6), board.whole("height", 2, 6)
    field = board.field("pieces")
    pieces = tuple(_piece(drawn, field, width) for drawn in items(board.raw("pieces"), field))
    if len(pieces) > 12 or len(set(pieces)) < len(pieces):
        raise WrongCard(field, "must be at most 12 different pieces")
    return Falling(width=width, height=height, pieces=pieces)


def _piece(drawn: object, field: str, width: int) -> Piece:
    rows = drawn.split("/") if isinstance(drawn, str) else []
    found = tuple((right, up) for up, row in enumerate(reversed(rows)) for right, sign in enumerate(row) if sign == "#")
    if not found or len(found) > 6 or any(right >= width for right, _ in found) or set("".join(rows)) - {"#", "."}:
        raise WrongCard(field, f"must be drawn with # and . in rows of at most {width}, with / between rows")
    return found
