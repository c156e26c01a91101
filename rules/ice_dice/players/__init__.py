"""The built-in players, one module for each level, and what they share. They choose moves; no rule is here."""

from collections.abc import Mapping

from rules.game import BuiltInPlayer
from rules.ice_dice.commands import Command
from rules.ice_dice.players import expert, greedy, random
from rules.ice_dice.players.explaining import explain
from rules.ice_dice.state import State

PLAYERS: Mapping[str, BuiltInPlayer[State, Command]] = {
    "random": BuiltInPlayer(choose=random.choose),
    "greedy": BuiltInPlayer(choose=greedy.choose, rank=greedy.rank),
    "expert": BuiltInPlayer(choose=expert.choose, rank=expert.rank, explain=explain),
}
"""The players by level."""
