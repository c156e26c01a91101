"""95 % intervals: of a share (Wilson), and of a mean (normal)."""

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

Z: Final = 1.959964
"""A normal value lies within ± Z standard deviations in 95 % of all cases."""


class Estimate(NamedTuple):
    """A share or mean that was seen, and its 95 % interval."""

    value: float
    low: float
    high: float


def share(successes: float, of: int) -> Estimate | None:
    """The Wilson score interval, which also holds near 0 and 1; None for 0 trials. `successes` may contain halves (shared wins)."""
    if of == 0:
        return None
    seen = successes / of
    centre = (seen + Z**2 / (2 * of)) / (1 + Z**2 / of)
    about = Z / (1 + Z**2 / of) * sqrt(seen * (1 - seen) / of + Z**2 / (4 * of**2))
    return Estimate(seen, max(0.0, centre - about), min(1.0, centre + about))


def mean(values: Sequence[float]) -> Estimate | None:
    """The mean of independent values with its normal interval; without width for one value, None for none."""
    if not values:
        return None
    seen = fmean(values)
    about = Z * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Estimate(seen, seen - about, seen + about)
