"""How judged commands are put in order."""

from collections.abc import Iterable
from typing import TypeAlias

from rules.ice_dice.commands import Command, Reroll

Judged: TypeAlias = Iterable[tuple[Command, float]]

DIGITS = 9
"""Worths that differ by less are equal: that is no more than the rounding of their sums."""


def best_first(judged: Judged) -> tuple[tuple[Command, float], ...]:
    """The commands by worth; equally good ones in the order given, with rerolls after all others, so that no turn goes on for nothing."""
    rounded = [(command, round(worth, DIGITS)) for command, worth in judged]
    return tuple(sorted(rounded, key=lambda ranked: (-ranked[1], isinstance(ranked[0], Reroll))))
