"""Recovers a seat's command from its events: the inverse of `decide`."""

from collections.abc import Sequence

from rules.dicy_cards.commands import Command, Freeze, Reroll, Reset, Roll, Score, Skip
from rules.dicy_cards.events import CardFrozen, CardReset, CardScored, DiceRerolled, DiceRolled, Event, TurnSkipped

_ANY_DIE = frozenset({0})


def command_of(events: Sequence[Event]) -> Command:
    """The command for which `decide` returns these events (further events may follow). The seat is that of the first event.

    Raises ValueError for events that no command begins with.
    """
    match events[0] if events else None:
        case DiceRolled():
            return Roll()
        case CardFrozen(cause="reroll", card=card):
            return Reroll(freeze=card, dice=_rerolled(events[1:]))
        case CardScored(card=card, positions=positions):
            return Score(card=card, dice=frozenset(positions))
        case TurnSkipped():
            return Skip()
        case CardFrozen(cause="effect", card=card):
            return Freeze(card=card)
        case CardReset(card=card):
            return Reset(card=card)
        case other:
            raise ValueError(f"no command begins with {other}")


def _rerolled(next_events: Sequence[Event]) -> frozenset[int]:
    """The dice of a reroll. If the events stop before the reroll, any die will do."""
    rerolled = next_events[0] if next_events else None
    return frozenset(rerolled.positions) if isinstance(rerolled, DiceRerolled) else _ANY_DIE
