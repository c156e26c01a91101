"""A recipe for a golden game: how the seats play, and which end is wanted."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules.dice import Dice
from rules.game import AnyGame, Outcome, Seat


class Ending(NamedTuple):
    """One way in which a game can end.

    `order(game, state, seat, mind)` returns the next command of a seat with a pending decision, or `Leave()`; `mind` are the dice for its
    random choices. `wanted(outcome, state)` returns whether a game has ended in this way.
    """

    seats: int
    options: Mapping[str, Any]
    order: Callable[[AnyGame, Any, Seat, Dice], Any]
    wanted: Callable[[Outcome, Any], bool]
