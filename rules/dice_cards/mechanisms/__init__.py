"""The mechanisms: each file is the rule for many cards. A card says with its `board` what its mechanism is played on."""

from collections.abc import Callable, Mapping

from rules.dice_cards.mechanisms import (
    bingo,
    climb,
    columns,
    countdown,
    falling,
    latin,
    magic,
    mountain,
    path,
    printed,
    race,
    regions,
    ring,
    scales,
    sums,
    thermometers,
    windows,
)
from rules.dice_cards.mechanisms.mechanism import Mechanism
from rules.dice_cards.mechanisms.parameters import Parameters

MECHANISMS: Mapping[str, Callable[[Parameters], Mechanism]] = {
    "bingo": bingo.read,
    "climb": climb.read,
    "columns": columns.read,
    "countdown": countdown.read,
    "falling": falling.read,
    "latin": latin.read,
    "magic": magic.read,
    "mountain": mountain.read,
    "path": path.read,
    "printed": printed.read,
    "race": race.read,
    "regions": regions.read,
    "ring": ring.read,
    "scales": scales.read,
    "sums": sums.read,
    "thermometers": thermometers.read,
    "windows": windows.read,
}
"""Name -> what makes the mechanism of a card's `board`, or raises `parameters.WrongCard`."""
