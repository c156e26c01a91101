"""A random player whose games are worth watching: reproducible, and blind to everything but the legal moves."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

_EAGERNESS: Mapping[str, float] = {"skip": 0.04, "pass": 0.04, "reroll": 0.5}
"""How gladly a type of move is made, against 1 for any other: nobody would watch a game of skips."""


def choose(moves: Sequence[Mapping[str, Any]], chance: random.Random) -> Mapping[str, Any]:
    """One of the moves: a type first, then one of that type, the more dice it takes the likelier."""
    types = sorted({move["type"] for move in moves})
    wanted = chance.choices(types, [_EAGERNESS.get(name, 1.0) for name in types])[0]
    options = [move for move in moves if move["type"] == wanted]
    return chance.choices(options, [max(1, len(move.get("dice", ()))) for move in options])[0]
