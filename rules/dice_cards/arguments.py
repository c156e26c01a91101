"""What the sentences about events, and the phrases about commands, need besides their own fields."""

from collections.abc import Mapping
from typing import Any

from rules.dice_cards.commands import Command, Exchange, Mark
from rules.dice_cards.events import Event, GameEnded
from rules.dice_cards.laid import cards_of
from rules.dice_cards.outcome import rank_of
from rules.dice_cards.places import place_of
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


def phrase(state: State, command: Command) -> Mapping[str, Any]:
    """See `Game.phrase`: the cards of an exchange in order; which place of its card a number is for, if it could be for another."""
    match command:
        case Exchange(cards=cards):
            return {"cards": tuple(sorted(cards))}
        case Mark(card=card, place=place, number=number):
            found = place_of(cards_of(state)[card], place, number)
            return {"drawn": "only"} if found is None else found._asdict()
        case _:
            return {}
