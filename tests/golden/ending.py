"""What a recipe for a golden game consists of: who plays how, and which end is wanted."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rules.dice import Dice
from rules.game import AnyGame, Outcome, Seat


class Ending(NamedTuple):
    """One way in which a game can end.

    `order(game, state, seat, mind)` is the next command of a seat that owes a decision, or `Leave()`; `mind` is the dice by
    which it makes up its mind. `wanted(outcome, state)` says whether a game has ended in this way.
    """

    seats: int
    options: Mapping[str, Any]
    order: Callable[[AnyGame, Any, Seat, Dice], Any]
    wanted: Callable[[Outcome, Any], bool]
