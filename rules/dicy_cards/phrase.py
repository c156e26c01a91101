"""What the phrases about the commands need besides the commands' own fields."""

from collections.abc import Mapping
from typing import Any

from rules.dicy_cards.cards import CARDS
from rules.dicy_cards.commands import Command, Reroll, Score
from rules.dicy_cards.guards import DICE
from rules.dicy_cards.state import State
from rules.phrases import by_face


def phrase(state: State, command: Command) -> Mapping[str, Any]:
    """See `Game.phrase`: the dice by their faces, and the points of a score."""
    faces = state.dice or ()
    match command:
        case Reroll(dice=dice):
            return {"shown": by_face(faces, dice), "every": len(dice) == len(DICE)}
        case Score(card=card, dice=dice):
            values = tuple(sorted([faces[position] for position in dice]))
            return {"values": values, "points": CARDS[card].points(values)}
        case _:
            return {}
