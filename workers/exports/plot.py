"""The geometry of the score chart: where turns and points are on the picture."""

from collections.abc import Sequence
from typing import NamedTuple

LEGEND_ROW, LEGEND_COLUMNS = 22, 2

_MOST_TICKS = 6

_WITHOUT_POINTS = 10
"""The end of the scale if no seat has points."""


class Plot(NamedTuple):
    """The plotted area in pixels, and its ranges: turns from 0 to `turns`, points from `least` to `most`, with ticks every `unit`."""

    left: float
    top: float
    right: float
    bottom: float
    turns: int
    least: int
    most: int
    unit: int

    def x(self, turn: float) -> float:
        return self.left + (self.right - self.left) * turn / max(1, self.turns)

    def y(self, points: float) -> float:
        return self.bottom - (self.bottom - self.top) * (points - self.least) / (self.most - self.least)


def plot_of(lines: Sequence[Sequence[int]], width: int, height: int) -> Plot:
    """The plot for these lines, with room for scales and a legend below it."""
    least, most = min(0, *map(min, lines)), max(0, *map(max, lines))
    most = most if most > least else _WITHOUT_POINTS
    unit = tick(most - least, _MOST_TICKS)
    return Plot(
        left=46,
        top=30,
        right=width - 16,
        bottom=height - 58 - legend(len(lines)),
        turns=len(lines[0]) - 1,
        least=least // unit * unit,
        most=-(-most // unit) * unit,
        unit=unit,
    )


def legend(seats: int) -> int:
    """The height of a legend for so many seats, in pixels."""
    return -(-seats // LEGEND_COLUMNS) * LEGEND_ROW


def tick(span: int, most: int) -> int:
    """The smallest of 1, 2, 5, 10, 20, 50 … that divides the span into at most so many parts."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if span <= step * most:
                return step
        power *= 10
