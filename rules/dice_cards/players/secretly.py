"""A choice that nobody can compute beforehand: by the seat's own chance, among commands that are worth nearly the same."""

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import TypeAlias

from rules.chance import any_of, of_any_kind
from rules.dice import Dice
from rules.dice_cards.commands import Command, Exchange, Keep, Mark
from rules.dice_cards.state import State
from rules.game import BuiltInPlayer, Seat
from rules.judging import Ranked

_FINE = 256
"""Into how many steps a margin is divided."""


Ranking: TypeAlias = Callable[[State, Seat], Sequence[Ranked[Command]]]


def by_chance(rank: Ranking, margin: float, rank_thoroughly: Ranking | None = None) -> BuiltInPlayer[State, Command]:
    """The player that chooses, by chance, among the commands that are nearly the best by `rank`: nobody else can compute it (ADR 65)."""
    return BuiltInPlayer(
        choose=lambda state, seat, dice: any_nearly_best(rank(state, seat), margin, dice),
        rank=rank,
        rank_thoroughly=rank_thoroughly,
        margin=margin,
    )


def any_nearly_best(ranked: Sequence[Ranked[Command]], margin: float, dice: Dice) -> Command:
    """One of the commands that are worth at most `margin` points less than the first, which is the best.

    How much less it may be is drawn first, so that a command is the rarer, the less it is worth: at the same loss, more commands are
    possible than with a smaller margin. Then the card is chosen, each equally likely, and a mark on it.
    """
    least = ranked[0].points - margin * dice.roll(1, sides=_FINE).values[0] / _FINE
    near = [one.command for one in takewhile(lambda judged: judged.points >= least, ranked)]
    return any_of(of_any_kind(near, _cards, dice), dice)


def _cards(command: Command) -> object:
    match command:
        case Mark(card=card) | Keep(card=card):
            return card
        case Exchange(cards=cards):
            return cards
        case _:
            return None
