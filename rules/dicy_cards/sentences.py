"""The events as English sentences for people. A sentence contains only numbers that the event contains."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from rules.dicy_cards.cards import CardId, Faces
from rules.dicy_cards.english import ENGLISH
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
    Reason,
    SeatWithdrawn,
    TurnEnded,
    TurnSkipped,
)
from rules.prose import counted, listed

_ENDS: Mapping[Reason, str] = {
    "hundred": "The round is complete and a player has 100 points: the game is over.",
    "round-limit": "The last round is complete: the game is over.",
    "resignation": "Only one player is left: the game is over.",
}


def words(event: Event, names: Sequence[str]) -> str:
    """One sentence with the names by seat. Empty for a turn's end, which the next sentence covers, and for a resignation, which the table
    reports.
    """
    match event:
        case DiceRolled():
            return f"{names[event.seat]} rolls {_faces(event.dice)}."
        case CardFrozen():
            return _card_frozen(event, names[event.seat])
        case DiceRerolled():
            return f"{names[event.seat]} rerolls {counted(len(event.positions), 'die', 'dice')} and has {_faces(event.dice)}."
        case CardScored():
            return _card_scored(event, names[event.seat])
        case TurnSkipped():
            return f"{names[event.seat]} skips."
        case CardReset():
            return f"{names[event.seat]} thaws {_title(event.card)}."
        case ChoicesOwed():
            return _choices_owed(event, names)
        case CardsChosen():
            return f"All players use {listed(_title(card) for card in event.cards)}."
        case FirstSeatChosen():
            return f"{names[event.first]} goes first."
        case GameEnded():
            return _ENDS[event.reason]
        case TurnEnded() | SeatWithdrawn():
            return ""
        case _:
            assert_never(event)


def _card_frozen(event: CardFrozen, name: str) -> str:
    match event.cause:
        case "reroll":
            return f"{name} freezes {_title(event.card)} to reroll."
        case "scored":
            return f"{name}’s {_title(event.card)} freezes after scoring."
        case "effect":
            return f"{name} freezes {_title(event.card)}, by an effect."
        case _:
            assert_never(event.cause)


def _card_scored(event: CardScored, name: str) -> str:
    points = counted(event.points, "point", "points")
    return f"{name} scores {_title(event.card)} with {_faces(event.values)}: {points}, {event.score} in all."


def _choices_owed(event: ChoicesOwed, names: Sequence[str]) -> str:
    choosing = listed(names[seat] for seat in event.seats)
    wanted = "to freeze" if event.kind == "freeze" else "to thaw"
    return f"{choosing} {'has' if len(event.seats) == 1 else 'have'} to choose a card {wanted}."


def _title(card: CardId) -> str:
    return ENGLISH.each[card].title


def _faces(faces: Faces) -> str:
    return " ".join(map(str, faces))
