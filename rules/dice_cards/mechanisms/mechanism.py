"""What every mechanism of a card offers, and the values that all of them use."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from rules.tuples import put

Marks: TypeAlias = tuple[int, ...]
"""What is written on a card, cell by cell; 0 is an empty cell."""

BOTH_DICE = tuple(10 * black + red for black in range(1, 7) for red in range(1, 7))
"""Two numbers of one roll, as a place that takes both dice has them: the black die is the first digit, the red one the second."""

SINGLE = range(1, 13)
"""The numbers of one die or of the sum of both."""

EASE = (0, 11, 12, 13, 14, 15, 16, 6, 5, 4, 3, 2, 1)
"""In how many of 36 rolls each of these numbers can be had, as one die or as the sum; 0 for the number 0."""


class Writing(NamedTuple):
    """A number that is written at a place of a card. A place is a cell, or what leads to one, such as a row that is filled from the left.

    Where a place takes both dice the number is one of `BOTH_DICE`.
    """

    place: int
    number: int


class Need(NamedTuple):
    """One more mark that a unit needs: at this place, one of these numbers."""

    place: int
    numbers: frozenset[int]


Needs: TypeAlias = tuple[Need, ...]


class Mechanism(Protocol):
    """The rule of a card: pure functions of its marks. Points belong to the card and not to its mechanism, which says what is done.

    What can be done on a card are its units: lines, rows, steps of a ladder. A unit that is done stays done.
    """

    @property
    def cells(self) -> int:
        """The number of cells, which is the length of the marks."""

    @property
    def places(self) -> int:
        """The number of places, from 0."""

    @property
    def units(self) -> int:
        """The number of units, from 0."""

    def takes_two(self, place: int) -> bool:
        """Whether both dice are written at this place."""
        return False

    def track(self, place: int) -> int | None:
        """Places with the same number are marked one after another; None: in any order. Built-in players ask it, no rule does."""
        return None

    def options(self, marks: Marks) -> Sequence[Writing]:
        """Everything that may be written next, whatever the dice show, each once and in a fixed order."""

    def after(self, marks: Marks, writing: Writing) -> Marks:
        """The marks after one of the `options`."""

    def done(self, marks: Marks) -> tuple[int, ...]:
        """The units that are done, ascending."""

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """The marks that a unit which is not done still needs, None if it can no longer be done. Where there are several ways, an easy
        one: built-in players estimate with it, no rule does.
        """


def appended(marks: Marks, row: Sequence[int], number: int) -> Marks:
    """The marks with this number in the next cell of a row that is filled from its first cell on."""
    return put(marks, row[len(filled(marks, row))], number)


def full(marks: Marks, lines: Iterable[Sequence[int]]) -> tuple[int, ...]:
    """Which of the lines have a mark in every cell, from 0."""
    return tuple(number for number, line in enumerate(lines) if all(marks[cell] for cell in line))


def in_empty_cells(marks: Marks, allowed: Callable[[Marks, int], Iterable[int]]) -> tuple[Writing, ...]:
    """What may be written in the empty cells, where every cell is a place: the `allowed` numbers of each, ascending."""
    return tuple(Writing(cell, number) for cell, there in enumerate(marks) if not there for number in sorted(allowed(marks, cell)))


def numbers_between(least: int, most: int, lowest: int, highest: int) -> frozenset[int]:
    """The whole numbers from `least` to `most` that are also from `lowest` to `highest`."""
    return frozenset(range(max(least, lowest), min(most, highest) + 1))


def parts(lengths: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The cells of rows of these lengths, which lie one after another."""
    starts = [sum(lengths[:row]) for row in range(len(lengths))]
    return tuple(tuple(range(start, start + length)) for start, length in zip(starts, lengths, strict=True))


def filled(marks: Marks, row: Sequence[int]) -> tuple[int, ...]:
    """The numbers in a row of cells that is filled from its first cell on."""
    return tuple(marks[cell] for cell in row if marks[cell])
