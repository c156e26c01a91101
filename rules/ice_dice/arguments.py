"""What the sentences about events, and the phrases about commands, need besides their own fields."""

from collections.abc import Mapping
from typing import Any

from rules.ice_dice.arithmetic import written
from rules.ice_dice.commands import Command, Reroll, Setup, Shift, Take
from rules.ice_dice.events import Event, TokenSetUp, TokenShifted, TokenTaken
from rules.ice_dice.state import State, by_id
from rules.phrases import by_face


def arguments(state: State, event: Event) -> dict[str, int | str]:
    """See `Game.arguments`: the colour of the token, the calculation in the usual notation, and the points of the seat."""
    match event:
        case TokenSetUp():
            return {"colour": by_id(state)[event.token].colour}
        case TokenShifted():
            return {"colour": by_id(state)[event.token].colour, "calculation": written(event.expression, event.dice)}
        case TokenTaken():
            own = {"colour": by_id(state)[event.token].colour, "points": event.points[event.seat]}
            return {**own, "calculation": written(event.expression, event.dice)}
        case _:
            return {}


def phrase(state: State, command: Command) -> Mapping[str, Any]:
    """See `Game.phrase`: the number of the token, the calculation, and the dice by their faces."""
    dice = state.dice or ()
    match command:
        case Shift(token=token, expression=expression) | Take(token=token, expression=expression):
            return {"number": by_id(state)[token].number, "calculation": written(expression, dice)}
        case Setup(token=token):
            return {"number": by_id(state)[token].number}
        case Reroll(dice=positions):
            return {"shown": by_face(dice, positions), "every": len(positions) == len(dice)}
        case _:
            return {}
