"""A mountain: numbers rise step by step, and after the top they fall."""

from dataclasses import dataclass

from rules.dice_cards.mechanisms.mechanism import SINGLE, Marks, Mechanism, Need, Needs, Writing, appended, filled, numbers_between
from rules.dice_cards.mechanisms.parameters import Parameters

_EASY_STEPS = 3
_LOWEST, _HIGHEST = SINGLE[0], SINGLE[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mountain(Mechanism):
    """One row of cells, which is the only place. A unit is a cell. The first step leads up; after a step down every step leads down."""

    length: int

    @property
    def cells(self) -> int:
        return self.length

    @property
    def places(self) -> int:
        return 1

    @property
    def units(self) -> int:
        return self.length

    def track(self, place: int) -> int | None:
        return 0

    def options(self, marks: Marks) -> tuple[Writing, ...]:
        there = filled(marks, range(self.length))
        if len(there) == self.length:
            return ()
        return tuple(Writing(0, number) for number in SINGLE if self._may_follow(there, number))

    def after(self, marks: Marks, writing: Writing) -> Marks:
        return appended(marks, range(self.length), writing.number)

    def done(self, marks: Marks) -> tuple[int, ...]:
        return tuple(range(len(filled(marks, range(self.length)))))

    def needs(self, marks: Marks, unit: int) -> Needs | None:
        """Up for half of the way, then down, a few numbers at a time."""
        there = filled(marks, range(self.length))
        left = unit + 1 - len(there)
        last, falling = (there[-1] if there else 0), _falls(there)
        if falling and left >= last:
            return None
        down = left if falling else min(left, max(0, unit + 1 - (self.length + 1) // 2))
        return (*_steps(last, left - down, _HIGHEST), *_steps(last + (left - down) * 2, -down, _LOWEST))

    def _may_follow(self, there: tuple[int, ...], number: int) -> bool:
        if not there:
            return True
        return number < there[-1] if _falls(there) else number > there[-1] or (len(there) > 1 and number < there[-1])


def _falls(there: tuple[int, ...]) -> bool:
    return len(there) > 1 and there[-1] < there[-2]


def _steps(start: int, count: int, end: int) -> tuple[Need, ...]:
    """Needs of `count` steps up, or down if it is negative, beginning after `start`."""
    if count >= 0:
        lows = [min(start + 1 + 2 * step, end) for step in range(count)]
        return tuple(Need(0, numbers_between(low, low + _EASY_STEPS - 1, _LOWEST, _HIGHEST)) for low in lows)
    highs = [max(min(start, _HIGHEST) - 1 - 2 * step, end) for step in range(-count)]
    return tuple(Need(0, numbers_between(high - _EASY_STEPS + 1, high, _LOWEST, _HIGHEST)) for high in highs)


def read(board: Parameters) -> Mountain:
    """`length`: the number of cells. Raises `WrongCard`."""
    return Mountain(length=board.whole("length", 3, 2 * SINGLE[-1] - 1))
