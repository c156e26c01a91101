"""Measures a bot against a built-in player: each deal is played once from each seat, so that fewer games tell."""

from collections.abc import Callable
from hashlib import sha256, shake_256
from math import sqrt
from statistics import mean, pstdev

from rules.game import Outcome, Seat


def result(outcome: Outcome, seat: Seat) -> float:
    """The seat's part of a win: 1, 0, or an equal part of a shared one."""
    return (seat in outcome.winners) / len(outcome.winners) if outcome.winners else 0.0


def entropy_of(secret: bytes, deal: int) -> Callable[[int], bytes]:
    """A source of bytes for one deal, the same at each call of this function."""
    taken = 0

    def entropy(size: int) -> bytes:
        nonlocal taken
        taken += 1
        return shake_256(sha256(secret + b" %d %d" % (deal, taken)).digest()).digest(size)

    return entropy


def measured(results: list[float], seats: int) -> tuple[float, float]:
    """The mean of the results, and its standard error, if each `seats` of them in a row have the same deal."""
    deals = [mean(results[first : first + seats]) for first in range(0, len(results), seats)]
    return mean(deals), pstdev(deals) / sqrt(len(deals))
