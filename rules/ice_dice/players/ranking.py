"""How judged commands are put in order."""

from collections.abc import Iterable
from typing import TypeAlias

from rules.ice_dice.commands import Command, Reroll

Judged: TypeAlias = Iterable[tuple[Command, float]]

DIGITS = 9
"""Worths that differ by less are equal, for sums are no more exact. Little differences count: to leave somebody the hardest numbers of all
brings next to nothing at once, and soon much."""


def best_first(judged: Judged) -> tuple[tuple[Command, float], ...]:
    """The commands by worth; equally good ones in the order given, with rerolls after all others, so that no turn goes on for nothing."""
    rounded = [(command, round(worth, DIGITS) or 0.0) for command, worth in judged]  # 0.0, not -0.0
    return tuple(sorted(rounded, key=lambda ranked: (-ranked[1], isinstance(ranked[0], Reroll))))
