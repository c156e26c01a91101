"""A path on a grid: each mark touches the one before, and its number differs from that one's by a given number."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, numbers_between
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard
from rules.tuples import put


@dataclass(frozen=True, slots=True, kw_only=True)
class Path(Mechanism):
    """The marks have one more cell behind those of the grid: where the path ends, counted from 1. Unit n is done with n+1 marks.

    `steps` are the differences that two neighbours on the path may have. The path begins in the cell `start`.
    """

    width: int
    height: int
    start: int
    steps: frozenset[int]
    highest: int

    @property
    def cells(self) -> int:
        return self.width * self.height + 1

    @property
    def places(self) -> int:
        return self.width * self.height

    @property
    def units(self) -> int:
        return self.width * self.height

    def track(self, place: int) -> int | None:
        return 0

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        numbers = sorted(self._following(marks))
        return tuple(Writing(place, number) for place in self._open(marks) for number in numbers)

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return (*put(marks, *writing)[:-1], writing.place + 1)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(range(sum(number > 0 for number in marks[:-1])))

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """None where the path has come to an end."""
        length, there = unit + 1, len(self.done(marks))
        if not self._open(marks):
            return None
        later = frozenset(sorted(range(1, self.highest + 1), key=lambda number: abs(2 * number - 7))[: 2 * len(self.steps)])
        return (Need(0, self._following(marks)), *(Need(0, later) for _ in range(length - there - 1)))

    def _open(self, marks: Marks) -> tuple[int, ...]:
        """The cells where the path can go on."""
        if not marks[-1]:
            return (self.start,)
        row, column = divmod(marks[-1] - 1, self.width)
        around = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
        inside = [down * self.width + right for down, right in around if 0 <= down < self.height and 0 <= right < self.width]
        return tuple(place for place in inside if not marks[place])

    def _following(self, marks: Marks) -> frozenset[int]:
        every = numbers_between(1, self.highest, 1, self.highest)
        if not marks[-1]:
            return every
        last = marks[marks[-1] - 1]
        return frozenset(number for number in every if abs(number - last) in self.steps)


def read(board: Parameters) -> Path:
    """`width`, `height`, `start`, `steps`, `highest` number. Raises `WrongCard`."""
    width, height = board.whole("width", 2, 6), board.whole("height", 2, 6)
    if width * height > MOST_CELLS - 1:
        raise WrongCard(board.field("height"), f"must leave at most {MOST_CELLS - 1} cells")
    highest = board.whole("highest", 2, SINGLE[-1], SINGLE[-1])
    steps = frozenset(board.wholes("steps", 0, highest - 1))
    if min(steps) > highest // 2:
        raise WrongCard(board.field("steps"), "must leave every number a neighbour")
    return Path(width=width, height=height, start=board.whole("start", 0, width * height - 1), steps=steps, highest=highest)
