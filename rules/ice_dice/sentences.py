"""The events as English sentences for people. A sentence contains only numbers that the event contains."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from rules.ice_dice.arithmetic import written
from rules.ice_dice.events import (
    BoardLaid,
    DiceRerolled,
    DiceRolled,
    Event,
    Faces,
    FirstSeatChosen,
    GameEnded,
    Reason,
    SeatWithdrawn,
    TokenSetUp,
    TokenShifted,
    TokenTaken,
    TurnBegan,
    TurnPassed,
)
from rules.prose import counted

_ENDS: Mapping[Reason, str] = {
    "eight-left": "The round is complete and at most eight tokens are left on the big board: the game is over.",
    "stalemate": "No token was moved for three rounds: the game is over.",
    "resignation": "Only one player is left: the game is over.",
}


def words(event: Event, names: Sequence[str]) -> str:
    """One sentence with the names by seat. Empty for a turn's beginning, which the roll's sentence covers, and for a resignation, which the
    table reports.
    """
    match event:
        case DiceRolled():
            return f"{names[event.seat]} rolls {_faces(event.dice)}."
        case DiceRerolled():
            return f"{names[event.seat]} rerolls {counted(len(event.positions), 'die', 'dice')} and has {_faces(event.dice)}."
        case TokenShifted():
            return f"{names[event.seat]} makes {_sum(event)} and shifts the {event.number} to the medium board."
        case TokenTaken():
            points = counted(event.points[event.seat], "point", "points")
            return f"{names[event.seat]} makes {_sum(event)} and takes the {event.number}: {points} in all."
        case TurnPassed():
            return f"{names[event.seat]} ends the turn."
        case TokenSetUp():
            return f"{names[event.seat]} places the {event.number} on the medium board."
        case BoardLaid():
            lines = len({token.line for token in event.tokens})
            return f"The big board has {len(event.tokens)} tokens in {lines} lines."
        case FirstSeatChosen():
            return f"{names[event.first]} places {'the remaining tokens' if event.draw is None else 'three tokens'} and goes first."
        case GameEnded():
            return _ENDS[event.reason]
        case TurnBegan() | SeatWithdrawn():
            return ""
        case _:
            assert_never(event)


def _sum(event: TokenShifted | TokenTaken) -> str:
    return f"{written(event.expression, event.dice)} = {event.number}"


def _faces(faces: Faces) -> str:
    return " ".join(map(str, faces))
