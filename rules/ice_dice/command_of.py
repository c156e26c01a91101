"""Recovers a seat's command from its events: the inverse of `decide`."""

from collections.abc import Sequence

from rules.ice_dice.commands import Command, Pass, Reroll, Setup, Shift, Take
from rules.ice_dice.events import DiceRerolled, Event, TokenSetUp, TokenShifted, TokenTaken, TurnPassed


def command_of(events: Sequence[Event]) -> Command:
    """The command for which `decide` returns these events (further events may follow). The seat is that of the first event.

    Raises ValueError for events that no command begins with.
    """
    match events[0] if events else None:
        case TokenSetUp(token=token):
            return Setup(token=token)
        case DiceRerolled(positions=positions):
            return Reroll(dice=frozenset(positions))
        case TokenShifted(token=token, expression=expression):
            return Shift(token=token, expression=expression)
        case TokenTaken(token=token, expression=expression):
            return Take(token=token, expression=expression)
        case TurnPassed():
            return Pass()
        case other:
            raise ValueError(f"no command begins with {other}")
