"""Dice Cards: collects tickets for seat 0, until a mark for five of them is possible."""

from collections.abc import Mapping
from typing import Final

from rules.dice_cards.cards import price
from rules.dice_cards.commands import Mark
from rules.dice_cards.deck import stand_in
from rules.dice_cards.mechanisms.mechanism import Writing
from rules.dice_cards.numbers import Faces
from rules.dice_cards.state import State
from rules.registry import games

GAME: Final = games()["dice-cards"]
FIVE: Final = 5
FOR_TICKETS: Final = (3, 22, 31, 35, 45, 46)
"""Cards that give tickets soon."""


def prices(state: State) -> Mapping[int, list[Mark]]:
    """The marks that seat 0 can make, by their price; none between two rolls."""
    found = dict[int, list[Mark]]()
    for move in GAME.legal(state, 0) if state.dice is not None else ():
        if isinstance(move, Mark):
            cost = price(stand_in()[move.card], Writing(move.place, move.number), Faces(*(state.dice or (1, 1))))
            assert cost is not None
            found.setdefault(cost, []).append(move)
    return found


def worth(state: State, mark: Mark) -> tuple[int, int]:
    """A card that gives more tickets first, and there one that is filled already."""
    player = state.players[0]
    return len(stand_in()[mark.card].tickets), sum(number > 0 for number in player.sheets[player.kept.index(mark.card)])
