"""The drawing of a card on which players write, without words: cells, what is printed in and beside them, where a move's number goes.

Lengths are in hundredths of the width of a cell, from the left and from the top.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetCell:
    """A cell with its left upper corner. `label` is printed in it. `dice` are the positions of the dice whose faces go
    there: none for any die or the sum, several for a number of each.
    """

    x: int
    y: int
    label: str = ""
    dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetNote:
    """Signs that are printed beside the cells, around this point."""

    x: int
    y: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetShape:
    """A piece made of squares, each with its left upper corner in quarters of a cell, and the number that stands for it."""

    x: int
    y: int
    text: str
    squares: Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A card's drawing. The cells come in the order of the card's marks. `places` has for each place that
    a move names its cells, in the order in which they are filled. `outlines` are cells that belong together, `links` pairs that are joined.
    """

    width: int
    height: int
    cells: Sequence[SheetCell]
    places: Sequence[Sequence[int]]
    outlines: Sequence[Sequence[int]] = ()
    links: Sequence[tuple[int, int]] = ()
    notes: Sequence[SheetNote] = ()
    shapes: Sequence[SheetShape] = ()


class WrittenCard(NamedTuple):
    """What is written on a card: its points, and the mark of each cell of its sheet, 0 for an empty one. A cell that takes a number of each
    of two dice has both as the two digits of one number.
    """

    points: int
    marks: tuple[int, ...]
