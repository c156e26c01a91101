"""Where the cells of a sheet lie: rows, columns, grids, rings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

Point = tuple[float, float]

GAP = 0.35
"""Between rows, and between cells with a sign between them."""

_MOST_COLUMNS = 4

_NUMBER, _SQUARE = 0.35, 0.25
"""The width of a piece's number, and the side of its squares."""

_CLOSEST = 1.04
"""How far apart the cells of a ring are at least."""


class Note(NamedTuple):
    """Signs around a point."""

    x: float
    y: float
    text: str


class Shape(NamedTuple):
    """A piece with its number, which stands before it; its squares are quarters of a cell."""

    x: float
    y: float
    text: str
    squares: Sequence[tuple[int, int]]

    @property
    def end(self) -> Point:
        """Its right lower corner."""
        right, down = (max(square[side] for square in self.squares) + 1 for side in (0, 1))
        return self.x + _NUMBER + _SQUARE * right, self.y + max(0.5, _SQUARE * down)


@dataclass(slots=True, kw_only=True)
class Layout:
    """The left upper corners of the cells, in widths of a cell, and what is printed around them."""

    at: Sequence[Point]
    labels: Sequence[str] = ()
    outlines: Sequence[Sequence[int]] = ()
    links: Sequence[tuple[int, int]] = ()
    notes: list[Note] = field(default_factory=list)
    shapes: Sequence[Shape] = ()


def grid(count: int, width: int) -> list[Point]:
    """Row by row from the top."""
    return [(cell % width, cell // width) for cell in range(count)]


def columns(groups: Sequence[Sequence[int]], *, up: bool = False) -> list[Point]:
    """One group of cells beside the other, each from its top, or from its bottom; many stand in two tiers."""
    most = max(map(len, groups))
    across = len(groups) if len(groups) <= _MOST_COLUMNS else math.ceil(len(groups) / 2)
    at = {}
    for number, group in enumerate(groups):
        tier, column = divmod(number, across)
        for step, cell in enumerate(group):
            at[cell] = (column * (1 + GAP), tier * (most + GAP) + (most - 1 - step if up else step))
    return [at[cell] for cell in sorted(at)]


def rows(groups: Sequence[Sequence[int]], sign: str = "", before: float = 0) -> Layout:
    """One group below the other, each from the left, with a sign between its cells, and so much room before it."""
    step = 1 + (GAP if sign else 0)
    layout = Layout(at=[(before + place * step, row * (1 + GAP)) for row, group in enumerate(groups) for place in range(len(group))])
    if sign:
        gaps = [(row, place) for row, group in enumerate(groups) for place in range(1, len(group))]
        layout.notes = [Note(x=before + place * step - GAP / 2, y=row * (1 + GAP) + 0.5, text=sign) for row, place in gaps]
    return layout


def snake(count: int, width: int, sign: str) -> Layout:
    """One row of cells that turns at the end of each line. Between neighbours in a line is the sign, or a link if there is none; links join
    the lines.
    """
    at = []
    for cell in range(count):
        row, place = divmod(cell, width)
        at.append(((place if row % 2 == 0 else width - 1 - place) * (1 + GAP), row * (1 + GAP)))
    pairs = list(zip(range(count), range(1, count), strict=False))
    signed = [(one, other) for one, other in pairs if sign and at[one][1] == at[other][1]]
    links = [pair for pair in pairs if pair not in signed]
    return Layout(at=at, links=links, notes=[_between(at[one], at[other], sign) for one, other in signed])


def _between(one: Point, other: Point, sign: str) -> Note:
    turned = sign if one[0] < other[0] else _MIRRORED[sign]
    return Note(x=max(one[0], other[0]) - GAP / 2, y=one[1] + 0.5, text=turned)


_MIRRORED = {"<": ">", ">": "<"}


def ring(count: int) -> list[Point]:
    """Around a circle, the last cell at the top, as on a clock. It is so large that no two cells overlap."""
    angles = [2 * math.pi * (cell + 1) / count for cell in range(count)]
    apart = min(max(abs(math.sin(one) - math.sin(other)), abs(math.cos(one) - math.cos(other))) for one, other in combinations(angles, 2))
    radius = max(1.2, 0.62 / math.sin(math.pi / count), _CLOSEST / apart)
    return [(_rounded(radius * (1 + math.sin(angle))), _rounded(radius * (1 - math.cos(angle)))) for angle in angles]


def joined(count: int, borders: Sequence[tuple[int, int]]) -> list[Point]:
    """A grid if all borders lie between neighbours of one, else a ring."""
    for width in range(2, count):
        if all(other - one == width or (other - one == 1 and other % width) for one, other in borders):
            step = 1 + GAP
            return [(column * step, row * step) for column, row in grid(count, width)]
    return ring(count)


def _rounded(length: float) -> float:
    return round(length, 2)
