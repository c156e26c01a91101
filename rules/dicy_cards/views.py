"""What a viewer may see. The game has no secrets, but every field is named: a new field is hidden until it is added here."""

from collections.abc import Mapping
from typing import Any, assert_never

from rules.dicy_cards.events import (
    CardFrozen,
    CardReset,
    CardsChosen,
    CardScored,
    ChoicesOwed,
    DiceRerolled,
    DiceRolled,
    Event,
    FirstSeatChosen,
    GameEnded,
    SeatWithdrawn,
    TurnEnded,
    TurnSkipped,
)
from rules.dicy_cards.state import State, frozen
from rules.game import Seat


def view(state: State, _viewer: Seat | None) -> Mapping[str, Any]:
    """The state as JSON values. `turn` is the seat whose turn it is; `dice` is null before the roll."""
    return {
        "cards": state.cards,
        "dice": state.dice,
        "phase": state.phase,
        "turn": state.turn,
        "players": [
            {"score": player.score, "active": player.active, "frozen": frozen(state, seat)} for seat, player in enumerate(state.players)
        ],
        "pending": [{"seat": owed.seat, "kind": owed.kind} for owed in state.pending],
    }


def visible(event: Event, _viewer: Seat | None) -> tuple[str, ...]:
    """The names of the event's fields that everybody may see. The envelope contains `seat`."""
    match event:
        case CardsChosen():
            return ("cards", "seats", "draw")
        case FirstSeatChosen():
            return ("first", "draw")
        case DiceRolled():
            return ("dice", "draw")
        case CardFrozen() | CardReset():
            return ("card", "cause", "forced")
        case DiceRerolled():
            return ("positions", "dice", "draw")
        case CardScored():
            return ("card", "positions", "values", "points", "score")
        case ChoicesOwed():
            return ("seats", "kind")
        case TurnEnded():
            return ("next", "round", "turns")
        case GameEnded():
            return ("reason",)
        case TurnSkipped() | SeatWithdrawn():
            return ()
        case _:
            assert_never(event)
