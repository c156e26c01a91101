"""Computes the values of `rules.dicy_cards.players.solitaire`, and writes its file: `python -m workers.values.dicy_cards.solitaire`.

Relative value iteration over all sets of cards at once. It takes less than a minute.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

import rules.dicy_cards.players
from rules.dicy_cards.players.hands import EVERY, HANDS, SETS, slots
from rules.dicy_cards.players.offers import UNLIMITED, best_below
from rules.dicy_cards.players.solitaire import FILE, UNIT, encoded
from rules.dicy_cards.setup import CARDS_EACH, Five
from workers.values.dicy_cards.turns import Floats, means_of_turn

_UNPLAYABLE: Final = -1000.0
_CLOSE: Final = 1 / UNIT / 16
"""The change of a round, in points, at which the values count as found."""


def main() -> None:
    worth = solved(SETS)
    less = np.rint(-worth.T * UNIT).astype(int).ravel()
    Path(*rules.dicy_cards.players.__path__, FILE).write_bytes(encoded(less.tolist()))


def solved(sets: Sequence[Five]) -> Floats:
    """(32 hands, sets): what each hand is worth compared with five active cards, in points."""
    points = np.array([[_points(five, slot) for five in sets] for slot in range(CARDS_EACH)], np.float32).transpose(0, 2, 1).copy()
    worth = np.zeros((len(HANDS), len(sets)), np.float32)
    while True:
        after = means_of_turn(lambda hands, now=worth: _scores(points, now, hands), worth[EVERY].copy())  # type: ignore[misc]
        after -= after[EVERY]
        if np.abs(after - worth).max() < _CLOSE:
            return after
        worth = after


def _points(five: Five, slot: int) -> list[float]:
    return [points or _UNPLAYABLE for points in best_below(five[slot], UNLIMITED)]


def _scores(points: Floats, worth: Floats, hands: list[int]) -> Floats:
    scores = np.full((points.shape[1], len(hands), points.shape[2]), _UNPLAYABLE, np.float32)
    for place, hand in enumerate(hands):
        for slot in slots(hand):
            np.maximum(scores[:, place], points[slot] + worth[hand & ~(1 << slot)], out=scores[:, place])
    return scores


if __name__ == "__main__":
    main()
