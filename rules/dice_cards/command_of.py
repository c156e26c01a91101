"""Recovers a seat's command from its events: the inverse of `decide`."""

from collections.abc import Sequence

from rules.dice_cards.commands import Command, Exchange, Keep, Mark, Strike
from rules.dice_cards.events import CardKept, CardsExchanged, Event, RollAnswered


def command_of(events: Sequence[Event]) -> Command:
    """The command for which `decide` returns these events (further events may follow). The seat is that of the first event.

    Raises ValueError for events that no command begins with.
    """
    match events[0] if events else None:
        case CardsExchanged(given=given):
            return Exchange(cards=frozenset(given))
        case CardKept(card=card):
            return Keep(card=card)
        case RollAnswered(answer=answer):
            return Strike() if answer.card is None else Mark(card=answer.card, place=answer.place, number=answer.number)
        case other:
            raise ValueError(f"no command begins with {other}")
