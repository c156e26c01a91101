"""Sorts commands by value."""

from collections.abc import Iterable
from typing import TypeAlias

from rules import judging
from rules.ice_dice.commands import Command, Reroll
from rules.judging import Ranked

Judged: TypeAlias = Iterable[tuple[Command, float]]


def best_first(judged: Judged) -> tuple[Ranked[Command], ...]:
    """The commands by value. Equal ones keep their order, with rerolls last, so that no turn continues without a benefit."""
    return judging.best_first(judged, last=lambda command: isinstance(command, Reroll))
