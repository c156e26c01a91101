"""A bingo card with printed numbers: bingos (rows, columns, diagonals) count if no two of them use one cell; so does the whole card."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rules.dice_cards.mechanisms.mechanism import Marks, Mechanism, Need, Needs, Writing
from rules.dice_cards.mechanisms.parameters import Parameters, WrongCard
from rules.tuples import put


@dataclass(frozen=True, slots=True, kw_only=True)
class Bingo(Mechanism):
    """`apart[n]` are all sets of n+1 lines without a common cell, each as the cells that it covers."""

    numbers: tuple[int, ...]
    apart: tuple[tuple[frozenset[int], ...], ...]

    @property
    def cells(self) -> int:
        return len(self.numbers)

    @property
    def places(self) -> int:
        return len(self.numbers)

    @property
    def units(self) -> int:
        """The bingos, and the whole card."""
        return len(self.apart) + 1

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return tuple(Writing(place, number) for place, number in enumerate(self.numbers) if not marks[place])

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return put(marks, *writing)

    def done(self, marks: Marks) -> tuple[int, ...]:
        there = {place for place, number in enumerate(marks) if number}
        bingos = sum(any(covered <= there for covered in sets) for sets in self.apart)
        blackout = (len(self.apart),) if len(there) == len(marks) else ()
        return (*range(bingos), *blackout)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """For a bingo: the lines without a common cell that lack the fewest cells."""
        empty = {place for place, number in enumerate(marks) if not number}
        ways = [sorted(covered & empty) for covered in self.apart[unit]] if unit < len(self.apart) else [sorted(empty)]
        return tuple(Need(place, frozenset({self.numbers[place]})) for place in min(ways, key=lambda way: (len(way), way)))


def read(board: Parameters) -> Bingo:
    """`width` and `numbers`, row by row; at most `bingos` count. Raises `WrongCard`."""
    width, numbers = board.whole("width", 2, 6), board.wholes("numbers", 1, 12)
    if len(numbers) % width or not 2 <= len(numbers) // width <= 6:
        raise WrongCard(board.field("numbers"), "must fill 2 to 6 rows")
    most = board.whole("bingos", 1, 6)
    lines = list(_lines(width, len(numbers) // width))
    apart = [tuple(_apart(lines, size)) for size in range(1, most + 1)]
    if not all(apart):
        raise WrongCard(board.field("bingos"), "must not be more than there are lines without a common cell")
    return Bingo(numbers=numbers, apart=tuple(apart))


def _lines(width: int, height: int) -> Iterator[frozenset[int]]:
    for row in range(height):
        yield frozenset(range(row * width, (row + 1) * width))
    for column in range(width):
        yield frozenset(range(column, width * height, width))
    if width == height:
        yield frozenset(step * (width + 1) for step in range(width))
        yield frozenset((step + 1) * (width - 1) for step in range(width))


def _apart(lines: list[frozenset[int]], size: int) -> Iterator[frozenset[int]]:
    for chosen in combinations(lines, size):
        covered = frozenset[int]().union(*chosen)
        if len(covered) == sum(map(len, chosen)):
            yield covered
