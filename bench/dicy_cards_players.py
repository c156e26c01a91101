"""Matches that say how strong the players of Dicy Cards are with other cards, and against an opponent that is not built in."""

from rules.dice import Dice
from rules.dicy_cards.commands import Command, Reroll
from rules.dicy_cards.players.greedy import rank
from rules.dicy_cards.setup import GLACIAL, STAND_INS, Five
from rules.dicy_cards.state import State
from rules.game import BuiltInPlayer, Seat

SETS: tuple[Five, ...] = (GLACIAL, ("any-two", "sixes", "pair-doubled", "three-lowest", "forty-minus"), STAND_INS["beginner"])


def _choose(state: State, seat: Seat, _dice: Dice) -> Command:
    return next(one.command for one in rank(state, seat) if not isinstance(one.command, Reroll))


WITHOUT_REROLLS: BuiltInPlayer[State, Command] = BuiltInPlayer(choose=_choose)
"""Greedy, but it never rerolls: so it skips or scores with what it has rolled."""

CELLS: tuple[tuple[Five, tuple[str, ...]], ...] = (
    *((cards, ("expert", other)) for cards in SETS for other in ("greedy", "no-rerolls", "steady")),
    *((GLACIAL, ("expert", *[other] * others)) for others in (2, 3) for other in ("greedy", "steady")),
)
"""Cards, and who plays with them: the first player's strength is measured."""
