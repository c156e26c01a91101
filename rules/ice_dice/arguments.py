"""What the sentences about the events need besides the events' own fields."""

from rules.ice_dice.arithmetic import written
from rules.ice_dice.events import Event, TokenSetUp, TokenShifted, TokenTaken
from rules.ice_dice.state import State, by_id


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
