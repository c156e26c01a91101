"""Counters that go down to exactly zero, each within so many marks."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, appended, filled, numbers_between, parts
from rules.dice_cards.mechanisms.parameters import MOST_CELLS, Parameters, WrongCard

_HIGHEST = SINGLE[-1]
_EASY = 6
"""Built-in players expect that a mark takes about so much off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Countdown(Mechanism):
    """A place is a counter, and so is a unit, which is done at zero. A number after which zero is out of reach may not be written.

    With `whole` zero must be reached with the last mark of a counter.
    """

    starts: tuple[int, ...]
    counters: tuple[tuple[int, ...], ...]
    whole: bool

    @property
    def cells(self) -> int:
        return sum(map(len, self.counters))

    @property
    def places(self) -> int:
        return len(self.counters)

    @property
    def units(self) -> int:
        return len(self.counters)

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        return tuple(Writing(place, number) for place in range(len(self.counters)) for number in SINGLE if self._fits(marks, place, number))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return appended(marks, self.counters[writing.place], writing.number)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(unit for unit in range(len(self.counters)) if self._rest(marks, unit)[0] == 0)

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        rest, left = self._rest(marks, unit)
        count = left if self.whole else min(left, max(1, -(-rest // _EASY)))
        if count == 1:
            return (Need(unit, frozenset({rest})),)
        broad = Need(unit, numbers_between(1, rest - count + 1, 1, _HIGHEST))
        return (*(broad for _ in range(count - 1)), Need(unit, frozenset({max(1, min(rest // count, _HIGHEST))})))

    def _rest(self, marks: Marks, place: int) -> tuple[int, int]:
        """What is left to count down, and the cells for it."""
        there = filled(marks, self.counters[place])
        return self.starts[place] - sum(there), len(self.counters[place]) - len(there)

    def _fits(self, marks: Marks, place: int, number: int) -> bool:
        rest, left = self._rest(marks, place)
        if rest == 0 or number > rest:
            return False
        least = left - 1 if self.whole else min(rest - number, 1)
        return least <= rest - number <= _HIGHEST * (left - 1)


def read(board: Parameters) -> Countdown:
    """`starts` and `marks`, counter by counter; `whole`: zero must come with the last mark. Raises `WrongCard`."""
    starts = board.wholes("starts", 2, 99)
    marks = board.wholes("marks", 1, 12)
    if len(marks) != len(starts) or sum(marks) > MOST_CELLS:
        raise WrongCard(board.field("marks"), f"must be one number for each start, {MOST_CELLS} together at most")
    if any(not most <= start <= _HIGHEST * most for start, most in zip(starts, marks, strict=True)):
        raise WrongCard(board.field("starts"), "must be reachable with their marks")
    return Countdown(starts=starts, counters=parts(marks), whole=board.flag("whole", default=False))
