"""What the sentence of an event needs besides the event's own fields."""

from rules.dice_cards.events import Event, GameEnded
from rules.dice_cards.outcome import rank_of
from rules.dice_cards.state import State


def arguments(_state: State | None, event: Event) -> dict[str, str]:
    """The rank of a player who was alone and played all rolls."""
    match event:
        case GameEnded(reason="all-rolls", points=(points,)):
            return {"rank": rank_of(points)}
        case GameEnded():
            return {"rank": "none"}
        case _:
            return {}
