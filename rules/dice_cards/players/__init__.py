"""The built-in players, one module for each level, and what they share. They choose moves; no rule is here."""

from collections.abc import Mapping

from rules.dice_cards.commands import Command
from rules.dice_cards.players import expert, greedy, random
from rules.dice_cards.players.secretly import by_chance
from rules.dice_cards.state import State
from rules.game import BuiltInPlayer

PLAYERS: Mapping[str, BuiltInPlayer[State, Command]] = {
    "random": BuiltInPlayer(choose=random.choose),
    "greedy": by_chance(greedy.rank, greedy.MARGIN),
    "expert": by_chance(expert.rank, expert.MARGIN, expert.rank_thoroughly),
}
"""The players by level."""
