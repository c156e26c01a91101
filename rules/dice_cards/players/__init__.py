"""The built-in players, one module for each level, and what they share. They choose moves; no rule is here."""

from collections.abc import Mapping

from rules.dice_cards.commands import Command
from rules.dice_cards.players import expert, greedy, random
from rules.dice_cards.state import State
from rules.game import BuiltInPlayer

PLAYERS: Mapping[str, BuiltInPlayer[State, Command]] = {
    "random": BuiltInPlayer(choose=random.choose),
    "greedy": BuiltInPlayer(choose=greedy.choose, rank=greedy.rank, margin=greedy.MARGIN),
    "expert": BuiltInPlayer(choose=expert.choose, rank=expert.rank, margin=expert.MARGIN),
}
"""The players by level."""
