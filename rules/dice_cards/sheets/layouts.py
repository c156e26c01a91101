"""Where the cells of a sheet lie: rows, columns, grids, rings."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

Point = tuple[float, float]

GAP = 0.35
"""Between rows, and between cells with a sign between them."""

_MOST_COLUMNS = 4


class Note(NamedTuple):
    """Signs around a point."""

    x: float
    y: float
    text: str


class Shape(NamedTuple):
    """A piece with its number; its squares are quarters of a cell."""

    x: float
    y: float
    text: str
    squares: Sequence[tuple[int, int]]


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
    """One row of cells that turns at the end of each line, with a sign between neighbours in a line; links join the lines."""
    at = []
    for cell in range(count):
        row, place = divmod(cell, width)
        at.append(((place if row % 2 == 0 else width - 1 - place) * (1 + GAP), row * (1 + GAP)))
    pairs = list(zip(range(count), range(1, count), strict=False))
    beside = [(at[one], at[other]) for one, other in pairs if sign and at[one][1] == at[other][1]]
    return Layout(at=at, links=pairs, notes=[_between(one, other, sign) for one, other in beside])


def _between(one: Point, other: Point, sign: str) -> Note:
    turned = sign if one[0] < other[0] else _MIRRORED[sign]
    return Note(x=max(one[0], other[0]) - GAP / 2, y=one[1] + 0.5, text=turned)


_MIRRORED = {"<": ">", ">": "<"}


def ring(count: int) -> list[Point]:
    """Around a circle, the last cell at the top, as on a clock."""
    radius = max(1.2, 0.62 / math.sin(math.pi / count))
    angles = [2 * math.pi * (cell + 1) / count for cell in range(count)]
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
