"""The random player: reproducible, weighted towards varied games, and using only the legal moves."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

_TYPE_WEIGHTS: Mapping[str, float] = {"skip": 0.04, "pass": 0.04, "strike": 0.04, "reroll": 0.5}
"""The weight of a type of move; 1 for any other type. Games full of skips would be dull to watch."""


def choose(moves: Sequence[Mapping[str, Any]], chance: random.Random) -> Mapping[str, Any]:
    """One of the moves at random: first a type, then a move of that type, weighted by its number of dice."""
    types = sorted({move["type"] for move in moves})
    chosen = chance.choices(types, [_TYPE_WEIGHTS.get(name, 1.0) for name in types])[0]
    options = [move for move in moves if move["type"] == chosen]
    return chance.choices(options, [_weight(move) for move in options])[0]


def _weight(move: Mapping[str, Any]) -> int:
    """The number of its dice if it lists them, at least 1."""
    dice = move.get("dice")
    return max(1, len(dice)) if isinstance(dice, list) else 1
