"""What the sentence of an event needs besides the event's own fields."""

from rules.dice_cards.events import Event, GameEnded
from rules.dice_cards.outcome import solo_rank
from rules.dice_cards.state import State


def arguments(state: State, event: Event) -> dict[str, str]:
    """The rank of a player who was alone."""
    return {"rank": solo_rank(state) or "none"} if isinstance(event, GameEnded) else {}
